import { memoize } from "./memoize.ts";

/** How a module outcome counts in the evaluation. Spec 1, 4.2. */
export type Classification = "positive" | "neutral" | "negative";

/** The outcome that each classification leads to, unless the journey defines another one. Spec 1. */
export const defaultEvaluation = {
  positive: "accept",
  neutral: "refer",
  negative: "reject",
} as const satisfies Record<Classification, string>;

/** A possible outcome of a module. */
export interface ModuleOutcome {
  readonly name: string;
  readonly classification: Classification;
  /** Advice members that this outcome sets. */
  readonly advice?: Readonly<Record<string, unknown>> | undefined;
}

/** A module: its variants, its duration and its possible outcomes. Spec 1. */
export interface Module {
  /** API version of each variant, by variant id. */
  readonly variants: Readonly<Record<string, "v1" | "v2">>;
  /** True if the specification excludes the v1 variants from v2. If false, gap `v1-data-variants` decides. */
  readonly v1VariantsUnsupportedInV2: boolean;
  /** Default duration of a run, in milliseconds. */
  readonly latency: number;
  /** Possible outcomes. The first is the default. */
  readonly outcomes: readonly [ModuleOutcome, ...ModuleOutcome[]];
  /** The domain elements that the module uses. */
  readonly examines: readonly string[];
  /** Advice members that every outcome sets. */
  readonly advice?: Readonly<Record<string, unknown>> | undefined;
}

/** A module that a journey declares, or its changes to a module of the specification. Spec 1. */
interface DeclaredModule {
  readonly name: string;
  /** Variant ids for the API version of the journey. */
  readonly variants?: readonly string[] | undefined;
  readonly latency?: number | undefined;
  readonly outcomes?: readonly ModuleOutcome[] | undefined;
  readonly examines?: readonly string[] | undefined;
  readonly advice?: Readonly<Record<string, unknown>> | undefined;
}

/** The part of a journey definition that can declare modules. */
export interface DeclaringJourney {
  readonly apiVersion: "v1" | "v2";
  readonly modules?: readonly DeclaredModule[] | undefined;
}

/** The seven modules that the specification names. Spec 1. */
export const modules = {
  "Document Classification": {
    variants: { "document-classification-v1": "v1", "document-classification-v2": "v2" },
    v1VariantsUnsupportedInV2: true,
    latency: 3_000,
    outcomes: [
      { name: "Document Classified", classification: "positive" },
      { name: "Document Not Classified", classification: "neutral" },
    ],
    examines: ["PrimaryDocument"],
  },
  "Document Extraction": {
    variants: { "document-extraction-v1": "v1", "document-extraction-v2": "v2" },
    v1VariantsUnsupportedInV2: true,
    latency: 2_000,
    outcomes: [
      { name: "Extraction Successful", classification: "positive" },
      { name: "Extraction Incomplete", classification: "neutral" },
    ],
    examines: ["PrimaryDocument"],
  },
  "Document Authentication": {
    variants: { "document-authentication-v1": "v1", "document-authentication-v2": "v2" },
    v1VariantsUnsupportedInV2: true,
    latency: 4_000,
    outcomes: [
      { name: "Approved", classification: "positive" },
      { name: "Medium Risk", classification: "neutral" },
      { name: "Failed", classification: "negative" },
    ],
    examines: ["PrimaryDocument"],
  },
  "Data Verification": {
    variants: {
      "data-verification-v1": "v1",
      "data-verification-us-v1": "v1",
      "data-verification-v2": "v2",
      "data-verification-us-v2": "v2",
    },
    v1VariantsUnsupportedInV2: false,
    latency: 2_000,
    outcomes: [
      { name: "Match", classification: "positive" },
      { name: "Partial Match", classification: "neutral" },
      { name: "No Match", classification: "negative" },
    ],
    examines: ["FullName", "DateOfBirth", "CurrentAddress", "SSN"],
  },
  "Age Verification": {
    variants: { "age-verification-v1": "v1", "age-verification-v2": "v2" },
    v1VariantsUnsupportedInV2: false,
    latency: 1_000,
    outcomes: [
      { name: "Of Age", classification: "positive" },
      { name: "Age Unknown", classification: "neutral" },
      { name: "Under Age", classification: "negative" },
    ],
    examines: ["DateOfBirth"],
  },
  Facematch: {
    variants: { "facematch-v1": "v1", "facematch-v2": "v2" },
    v1VariantsUnsupportedInV2: true,
    latency: 2_000,
    outcomes: [
      { name: "Success", classification: "positive" },
      { name: "Error", classification: "neutral" },
      { name: "Fail", classification: "negative" },
    ],
    examines: ["PrimaryDocument", "Selfie"],
  },
  Liveness: {
    variants: { "liveness-v1": "v1", "liveness-v2": "v2" },
    v1VariantsUnsupportedInV2: true,
    latency: 2_000,
    outcomes: [
      { name: "Success", classification: "positive" },
      { name: "Fail", classification: "negative" },
    ],
    examines: ["Selfie"],
  },
} as const satisfies Record<string, Module>;

/** Name of a module of the specification. A journey can declare others. */
export type ModuleName = keyof typeof modules;

/** Every module name of the specification, in the order of the specification. */
export const moduleNames = Object.keys(modules) as ModuleName[]; // `Object.keys` returns `string[]`

/** The names of the modules that a journey can use: those of the specification and those that it declares. */
export const moduleNamesOf = ({ modules: declared = [] }: Pick<DeclaringJourney, "modules">): readonly string[] => [
  ...new Set([...moduleNames, ...declared.map(({ name }) => name)]),
];

const isModuleName = (name: string): name is ModuleName => Object.hasOwn(modules, name);

/** The defaults of a declared module. Its only outcome is positive. */
const blank: Module = {
  variants: {},
  v1VariantsUnsupportedInV2: false,
  latency: 2_000,
  outcomes: [{ name: "No warning signals", classification: "positive" }],
  examines: [],
};

/** The modules that a journey declares, by name. A name that is declared twice has the first declaration. */
const declaredIn = memoize(
  ({ modules: declared = [], apiVersion }: DeclaringJourney): ReadonlyMap<string, Module> =>
    new Map(declared.map((one) => [one.name, applyDeclaration(one, apiVersion)] as const).reverse()),
);

/**
 * Returns a module as a journey uses it. Declared variants and outcomes are added to those of a module of the
 * specification; other declared members replace those of the module. Spec 1.
 */
export function moduleOf(name: string, journey?: DeclaringJourney): Module {
  const known = isModuleName(name) ? modules[name] : blank;
  return (journey?.modules && declaredIn(journey).get(name)) ?? known;
}

type Declaration = NonNullable<DeclaringJourney["modules"]>[number];

function applyDeclaration(declared: Declaration, apiVersion: DeclaringJourney["apiVersion"]): Module {
  const { name, variants = [], outcomes = [], latency, examines, advice } = declared;
  const known = isModuleName(name) ? modules[name] : undefined;
  const base: Module = known ?? blank;
  const [first, ...more] = known === undefined ? outcomes : [...known.outcomes, ...outcomes];
  return {
    ...base,
    variants: { ...base.variants, ...Object.fromEntries(variants.map((id) => [id, apiVersion])) },
    ...(first !== undefined && { outcomes: [first, ...more] as const }),
    ...(latency !== undefined && { latency }),
    ...(examines !== undefined && { examines }),
    ...(advice !== undefined && { advice }),
  };
}
