import type { InteractionDefinition, JourneyDefinition } from "@journey-kit/schemas";
import { elements, parsePath } from "@journey-kit/schemas/calls";
import type { Profile } from "@journey-kit/schemas/tables";
import { modules as builtIn, moduleNamesOf, moduleOf } from "@journey-kit/schemas/tables";
import { type Basis, readingBasis } from "../engine/result.ts";
import { formatList } from "../world/list.ts";

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
  ...moduleProblems(definition),
  ...variantProblems(definition, profile),
  ...repeatedUseProblems(definition),
  ...declarationProblems(definition),
  ...elementProblems(definition, profile),
  ...feedProblems(definition),
  ...idProblems(definition),
  ...versionProblems(definition),
];

/** The readings that allow a definition. Gaps `v1-data-variants`, `element-names`. */
export function allowedBy(definition: JourneyDefinition, profile: Profile) {
  const { apiVersion, segments, elements: declared = [] } = definition;
  const basis: Basis[] = [];
  const isOld = segments.some(({ modules }) =>
    modules.some(({ module, variant }) => moduleOf(module, definition).variants[variant] !== apiVersion),
  );
  if (isOld) basis.push(readingBasis(profile, "v1-data-variants"));
  const own = new Set(declared.map(({ name }) => name));
  const isExtended = (name: string) => extended.has(name) && !own.has(name);
  const names = worksOf(definition).flatMap(({ work }) => [...work.required, ...work.optional]);
  if (names.some(isExtended)) basis.push(readingBasis(profile, "element-names"));
  return basis;
}

/** The interactions and tasks of a journey, with their paths. */
const worksOf = ({ segments }: JourneyDefinition) =>
  segments.flatMap((segment, i) =>
    (["interactions", "tasks"] as const).flatMap((kind) =>
      (segment[kind] ?? []).map((work, j) => ({ work, path: `segments[${i}].${kind}[${j}]` })),
    ),
  );

/** The modules of a journey, with their paths. */
const placedUsesOf = ({ segments }: JourneyDefinition) =>
  segments.flatMap(({ modules }, segment) =>
    modules.map((use, j) => ({ ...use, segment, path: `segments[${segment}].modules[${j}]` })),
  );

/** A v2 journey needs at least one interaction, and a v1 journey at least one task. */
function nodeProblems({ apiVersion, segments }: JourneyDefinition): readonly Problem[] {
  const [own, other] =
    apiVersion === "v2" ? (["interactions", "tasks"] as const) : (["tasks", "interactions"] as const);
  const foreign = segments.flatMap((segment, i) =>
    (segment[other] ?? []).length > 0
      ? [{ path: `segments[${i}].${other}`, message: `A ${apiVersion} journey has ${own}, not ${other}.` }]
      : [],
  );
  if (segments.some((segment) => (segment[own] ?? []).length > 0)) return foreign;
  const node = apiVersion === "v2" ? "interaction node" : "task";
  return [...foreign, { path: "segments", message: `A ${apiVersion} journey needs at least one ${node}.` }];
}

/** Checks the modules that a journey declares: no name is used twice, and every element exists. Spec 1, 2.6. */
function moduleProblems({ modules: declared = [], elements: own = [] }: JourneyDefinition): readonly Problem[] {
  const named = declared.map(({ name }, i) => ({ name, path: `modules[${i}].name` }));
  const variants = declared.flatMap(({ variants: ids = [] }, i) =>
    ids.map((name, j) => ({ name, path: `modules[${i}].variants[${j}]` })),
  );
  const examined = declared.flatMap(({ examines = [] }, i) =>
    examines.map((name, j) => ({ name, path: `modules[${i}].examines[${j}]` })),
  );
  const known = new Set([...Object.keys(elements), ...own.map(({ name }) => name)]);
  return [
    ...repeated(named, []),
    ...repeated(
      variants,
      Object.values(builtIn).flatMap((module) => Object.keys(module.variants)),
    ),
    ...declared.flatMap(({ name: module, outcomes = [] }, i) =>
      repeated(
        outcomes.map(({ name }, j) => ({ name, path: `modules[${i}].outcomes[${j}].name` })),
        Object.hasOwn(builtIn, module) ? moduleOf(module).outcomes.map(({ name }) => name) : [],
      ),
    ),
    ...examined
      .filter(({ name }) => !known.has(name))
      .map(({ path }) => ({ path, message: "Unknown domain element. Declare it in `elements`." })),
  ];
}

/** Finds the entries whose name is taken or has already occurred. */
function repeated(
  entries: readonly { readonly name: string; readonly path: string }[],
  taken: Iterable<string>,
  message = "The name is already used.",
): readonly Problem[] {
  const seen = new Set(taken);
  return entries.flatMap(({ name, path }) => {
    if (seen.has(name)) return [{ path, message }];
    seen.add(name);
    return [];
  });
}

/** Checks that the API version supports each variant. Spec 1; gap `v1-data-variants`. */
function variantProblems(definition: JourneyDefinition, profile: Profile): readonly Problem[] {
  const { apiVersion } = definition;
  const available = new Set(moduleNamesOf(definition));
  return placedUsesOf(definition).flatMap(({ module, variant, path: use }) => {
    if (!available.has(module)) {
      const message = `Unknown module. Declare it in \`modules\`, or use one of ${formatList([...available])}.`;
      return [{ path: `${use}.module`, message }];
    }
    const path = `${use}.variant`;
    const { variants, v1VariantsUnsupportedInV2 } = moduleOf(module, definition);
    const variantApiVersion = Object.hasOwn(variants, variant) ? variants[variant] : undefined;
    if (variantApiVersion === undefined) {
      const known = formatList(Object.keys(variants));
      const message = `Unknown variant of ${module}. Declare it in \`modules\`${known && `, or use one of ${known}`}.`;
      return [{ path, message }];
    }
    if (variantApiVersion === apiVersion) return [];
    if (apiVersion === "v1") return [{ path, message: `The v2 variant of ${module} cannot run in a v1 journey.` }];
    const problem = { path, message: `The v1 variant of ${module} is not supported in a v2 journey.` };
    if (v1VariantsUnsupportedInV2) return [problem];
    return profile["v1-data-variants"] === "refused"
      ? [{ ...problem, basis: readingBasis(profile, "v1-data-variants") }]
      : [];
  });
}

/**
 * Checks that each run can be told from the others: by its node in a v2 state, and by its variant in a v1 state. Spec
 * 4.2.
 */
function repeatedUseProblems(definition: JourneyDefinition): readonly Problem[] {
  const isV1 = definition.apiVersion === "v1";
  const uses = placedUsesOf(definition).map(({ segment, module, variant, path }) => ({
    name: JSON.stringify([isV1 ? "" : segment, module, variant]),
    path: `${path}.variant`,
  }));
  return repeated(uses, [], `The variant of the module is already used in this ${isV1 ? "v1 journey" : "segment"}.`);
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
  const available = new Set([...declared, ...common]);
  const basis = readingBasis(profile, "element-names");
  return worksOf(definition).flatMap(({ work, path }) => workProblems(path, work, available, basis));
}

type Work = Pick<InteractionDefinition, "required" | "optional" | "leaves">;

function workProblems(
  path: string,
  { required, optional, leaves = [] }: Work,
  available: ReadonlySet<string>,
  basis: Basis,
): readonly Problem[] {
  const problems: Problem[] = [];
  if (required.length + optional.length === 0)
    problems.push({ path, message: "Expected at least one domain element." });
  for (const [list, names] of Object.entries({ required, optional })) {
    const paths = names.map((name, k) => ({ name, path: `${path}.${list}[${k}]` }));
    problems.push(...repeated(paths, [], "The element is already listed."));
    names.forEach((name, k) => {
      if (available.has(name)) return;
      const problem = { path: `${path}.${list}[${k}]`, message: "Unknown domain element. Declare it in `elements`." };
      problems.push(Object.hasOwn(elements, name) ? { ...problem, basis } : problem);
    });
  }
  const needed = new Set(required);
  const both = optional.filter((name) => needed.has(name));
  if (both.length > 0) problems.push({ path, message: `${formatList(both)}: cannot be both required and optional.` });
  const own = new Set([...required, ...optional]);
  leaves.forEach(({ element, paths }, k) => {
    if (!own.has(element))
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

/** A task must come before the module that it feeds. Spec 2.3. */
function feedProblems(definition: JourneyDefinition): readonly Problem[] {
  const lastSegments = new Map(placedUsesOf(definition).map(({ module, segment }) => [module, segment]));
  return definition.segments.flatMap(({ tasks = [] }, i) =>
    tasks.flatMap(({ feeds }, j) =>
      (lastSegments.get(feeds) ?? -1) >= i
        ? []
        : [{ path: `segments[${i}].tasks[${j}].feeds`, message: `${feeds} does not run after this task.` }],
    ),
  );
}

function idProblems(definition: JourneyDefinition): readonly Problem[] {
  const segments = definition.segments.map(({ id }, i) => ({ name: id, path: `segments[${i}].id` }));
  const works = worksOf(definition).map(({ work: { id }, path }) => ({ name: id, path: `${path}.id` }));
  const reserved = works.filter(({ name }) => name === "start" || name === "end");
  return [
    ...reserved.map(({ path }) => ({ path, message: "The ids `start` and `end` are reserved." })),
    ...[segments, works].flatMap((ids) => repeated(ids, [], "The id is already in use.")),
  ];
}

/** `@latest` means the newest version. Spec 2.1. */
const versionProblems = ({ version }: JourneyDefinition): readonly Problem[] =>
  version === "latest" ? [{ path: "version", message: "`latest` means the newest version. Choose another name." }] : [];
