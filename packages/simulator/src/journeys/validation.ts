import type { InteractionDefinition, JourneyDefinition } from "@journey-kit/schemas";
import type { Condition, Consequence, Scenario } from "@journey-kit/schemas/control";
import { elements } from "@journey-kit/schemas/elements";
import { type ModuleName, moduleNames, moduleOf } from "@journey-kit/schemas/modules";
import type { Profile } from "@journey-kit/schemas/profile";
import { parsePath } from "@journey-kit/schemas/subject-path";
import { type Basis, readingBasis } from "../engine/result.ts";

/** A problem of a definition or a scenario, and its path. */
export interface Problem {
  readonly path: string;
  readonly message: string;
  /** The reading that forbids the definition, if another reading allows it. */
  readonly basis?: Basis;
}

/** The elements that gap `element-names` adds. */
const extended = new Set(Object.entries(elements).flatMap(([name, element]) => ("extended" in element ? [name] : [])));

/** Finds violations of the specification in a well-formed definition. Spec 1, 2.5, 2.6. */
export const findProblems = (definition: JourneyDefinition, profile: Profile): readonly Problem[] => [
  ...nodeProblems(definition),
  ...definition.segments.flatMap((_, i) => variantProblems(definition, i, profile)),
  ...declarationProblems(definition),
  ...elementProblems(definition, profile),
  ...feedProblems(definition),
  ...idProblems(definition),
];

/** The readings that allow a definition. Gaps `v1-data-variants`, `element-names`. */
export function allowedBy({ generation, segments, elements: declared = [] }: JourneyDefinition, profile: Profile) {
  const basis: Basis[] = [];
  const isOld = segments.some(({ modules }) =>
    modules.some(({ module, variant }) => moduleOf(module).variants[variant] !== generation),
  );
  if (isOld) basis.push(readingBasis(profile, "v1-data-variants"));
  const isExtended = (name: string) => extended.has(name) && !declared.some((element) => element.name === name);
  const works = segments.flatMap(({ interactions = [], tasks = [] }) => [...interactions, ...tasks]);
  const names = works.flatMap(({ required, optional }) => [...required, ...optional]);
  if (names.some(isExtended)) basis.push(readingBasis(profile, "element-names"));
  return basis;
}

/** A v2 journey needs at least one interaction, and a v1 journey at least one task. */
function nodeProblems({ generation, segments }: JourneyDefinition): readonly Problem[] {
  const [own, other] =
    generation === "v2" ? (["interactions", "tasks"] as const) : (["tasks", "interactions"] as const);
  const foreign = segments.flatMap((segment, i) =>
    (segment[other] ?? []).length > 0
      ? [{ path: `segments[${i}].${other}`, message: `A ${generation} journey has ${own}, not ${other}.` }]
      : [],
  );
  if (segments.some((segment) => (segment[own] ?? []).length > 0)) return foreign;
  const node = generation === "v2" ? "interaction node" : "task";
  return [...foreign, { path: "segments", message: `A ${generation} journey needs at least one ${node}.` }];
}

/** Checks that the generation supports each variant. Spec 1; gap `v1-data-variants`. */
function variantProblems({ generation, segments }: JourneyDefinition, i: number, profile: Profile): readonly Problem[] {
  return (segments[i]?.modules ?? []).flatMap(({ module, variant }, j) => {
    const path = `segments[${i}].modules[${j}].variant`;
    const { variants, v1VariantsUnsupportedInV2 } = moduleOf(module);
    const variantGeneration = Object.hasOwn(variants, variant) ? variants[variant] : undefined;
    const names = Object.keys(variants).join(", ");
    if (variantGeneration === undefined)
      return [{ path, message: `Unknown variant of ${module}. Expected one of ${names}.` }];
    if (variantGeneration === generation) return [];
    if (generation === "v1") return [{ path, message: `The v2 variant of ${module} cannot run in a v1 journey.` }];
    const problem = { path, message: `The v1 variant of ${module} is not supported in a v2 journey.` };
    if (v1VariantsUnsupportedInV2) return [problem];
    return profile["v1-data-variants"] === "refused"
      ? [{ ...problem, basis: readingBasis(profile, "v1-data-variants") }]
      : [];
  });
}

const declarationProblems = ({ elements: declared = [] }: JourneyDefinition): readonly Problem[] =>
  declared.flatMap(({ path }, i) =>
    parsePath(path) === undefined
      ? [{ path: `elements[${i}].path`, message: "Expected a path into the subject, such as identity.gender." }]
      : [],
  );

/** Every collected element must be declared by the journey or be a common element. Spec 2.6; gap `element-names`. */
function elementProblems(definition: JourneyDefinition, profile: Profile): readonly Problem[] {
  const declared = (definition.elements ?? []).map(({ name }) => name);
  const common = Object.keys(elements).filter((name) => profile["element-names"] === "extended" || !extended.has(name));
  return definition.segments.flatMap((segment, i) =>
    (["interactions", "tasks"] as const).flatMap((kind) =>
      (segment[kind] ?? []).flatMap((work, j) =>
        workProblems(
          `segments[${i}].${kind}[${j}]`,
          work,
          [...declared, ...common],
          readingBasis(profile, "element-names"),
        ),
      ),
    ),
  );
}

type Work = Pick<InteractionDefinition, "required" | "optional" | "leaves">;

function workProblems(
  path: string,
  { required, optional, leaves = [] }: Work,
  available: readonly string[],
  basis: Basis,
): readonly Problem[] {
  const problems: Problem[] = [];
  if (required.length + optional.length === 0)
    problems.push({ path, message: "Expected at least one domain element." });
  for (const [list, names] of Object.entries({ required, optional })) {
    names.forEach((name, k) => {
      if (available.includes(name)) return;
      const problem = { path: `${path}.${list}[${k}]`, message: "Unknown domain element. Declare it in `elements`." };
      problems.push(Object.hasOwn(elements, name) ? { ...problem, basis } : problem);
    });
  }
  const both = required.filter((name) => optional.includes(name));
  if (both.length > 0) problems.push({ path, message: `${both.join(", ")}: cannot be both required and optional.` });
  leaves.forEach(({ element, paths }, k) => {
    const isOwn = required.includes(element) || optional.includes(element);
    if (!isOwn)
      problems.push({
        path: `${path}.leaves[${k}].element`,
        message: "Expected one of the required or optional elements.",
      });
    if (paths.some((leaf) => parsePath(leaf) === undefined)) {
      problems.push({ path: `${path}.leaves[${k}].paths`, message: "Contains an invalid path." });
    }
  });
  return problems;
}

/** The module that a task feeds must run after it. Spec 2.3. */
const feedProblems = ({ segments }: JourneyDefinition): readonly Problem[] =>
  segments.flatMap(({ tasks = [] }, i) =>
    tasks.flatMap(({ feeds }, j) =>
      segments.slice(i).some(({ modules }) => modules.some(({ module }) => module === feeds))
        ? []
        : [{ path: `segments[${i}].tasks[${j}].feeds`, message: `${feeds} does not run after this task.` }],
    ),
  );

function idProblems({ segments }: JourneyDefinition): readonly Problem[] {
  const ids = [
    ...segments.map(({ id }, i) => ({ id, kind: "segment", path: `segments[${i}].id` })),
    ...segments.flatMap(({ interactions = [], tasks = [] }, i) => [
      ...interactions.map(({ id }, j) => ({ id, kind: "work", path: `segments[${i}].interactions[${j}].id` })),
      ...tasks.map(({ id }, j) => ({ id, kind: "work", path: `segments[${i}].tasks[${j}].id` })),
    ]),
  ];
  const reserved = ids.filter(({ id, kind }) => kind === "work" && (id === "start" || id === "end"));
  const repeated = ids.filter((one, i) => ids.findIndex(({ id, kind }) => id === one.id && kind === one.kind) !== i);
  return [
    ...reserved.map(({ path }) => ({ path, message: "The ids `start` and `end` are reserved." })),
    ...repeated.map(({ path }) => ({ path, message: "The id is already in use." })),
  ];
}

/** Finds unknown outcomes, reversed ranges and malformed paths in a well-formed scenario. */
export function findScenarioProblems({ rules, otherwise }: Scenario): readonly Problem[] {
  const conditions = rules.flatMap(({ when: { subject = [] } }, i) =>
    subject.flatMap((condition, j) => conditionProblems(`rules[${i}].when.subject[${j}]`, condition)),
  );
  const consequences = rules.flatMap(({ when, then }, i) =>
    consequenceProblems(`rules[${i}].then`, then, when.module === undefined ? moduleNames : [when.module]),
  );
  const fallback = otherwise === undefined ? [] : consequenceProblems("otherwise", otherwise, moduleNames);
  return [...conditions, ...consequences, ...fallback];
}

function conditionProblems(
  at: string,
  { path, equals, matches, in: list }: NonNullable<Condition["subject"]>[number],
): readonly Problem[] {
  if (parsePath(path) === undefined) return [{ path: `${at}.path`, message: "expected a path into the subject" }];
  const isEmpty = equals === undefined && matches === undefined && list === undefined;
  return isEmpty ? [{ path: at, message: "expected equals, matches or in" }] : [];
}

function consequenceProblems(
  path: string,
  { outcome, latency }: Consequence,
  modules: readonly ModuleName[],
): readonly Problem[] {
  const names = modules.flatMap((module) => moduleOf(module).outcomes.map(({ name }) => name));
  const isGeneral = outcome === "accept" || outcome === "refer" || outcome === "reject";
  const problems: Problem[] = [];
  if (outcome !== undefined && !isGeneral && !names.includes(outcome)) {
    const hint = modules.length === 1 ? `; expected one of ${names.join(", ")}` : "";
    problems.push({ path: `${path}.outcome`, message: `unknown outcome${hint}` });
  }
  if (typeof latency === "object" && latency.min > latency.max) {
    problems.push({ path: `${path}.latency`, message: "min must not exceed max" });
  }
  return problems;
}
