/** How an outcome of a module weighs in the evaluation. Spec 1, 4.2. */
export type Classification = "positive" | "neutral" | "negative";

/** One result that a module can come to. */
export interface ModuleOutcome {
  readonly name: string;
  readonly classification: Classification;
}

/** A named module: its variants, how long it takes and what it can find. Spec 1. */
export interface Module {
  /** Variant ids with the generation each was made for. */
  readonly variants: Readonly<Record<string, "v1" | "v2">>;
  /** True where the specification excludes the v1 variants from v2 journeys; else gap `v1-data-variants` decides. */
  readonly v1VariantsUnsupportedInV2: boolean;
  /** Usual duration of a run, in milliseconds. */
  readonly latency: number;
  /** Possible results; the first is the usual one. */
  readonly outcomes: readonly [ModuleOutcome, ...ModuleOutcome[]];
  /** The domain elements it examines. */
  readonly examines: readonly string[];
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

/** Name of a module. */
export type ModuleName = keyof typeof modules;

/** Every module name, in the order of the specification. */
export const moduleNames = Object.keys(modules) as ModuleName[]; // `Object.keys` forgets the literal keys it was given

/** A row of the catalogue, seen without its literal types. */
export const moduleOf = (name: ModuleName): Module => modules[name];
