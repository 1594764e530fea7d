/** A value that differs between two JSON values; undefined for the one that does not have it. */
export interface Difference {
  /** Where the value is, such as `context.process.steps[2].outcome`. */
  readonly path: string;
  readonly first?: string;
  readonly second?: string;
}

/** Lists what differs between two JSON values. Ids and times are left out, because they always differ. */
export function findDifferences(first: unknown, second: unknown): readonly Difference[] {
  const [values, others] = [flatten(first), flatten(second)];
  return [...new Set([...values.keys(), ...others.keys()])].flatMap((path) => {
    const [one, other] = [values.get(path), others.get(path)];
    if (one === other) return [];
    return { path, ...(one !== undefined && { first: one }), ...(other !== undefined && { second: other }) };
  });
}

/** The parts of a value by their paths, as JSON. */
function flatten(value: unknown, path = ""): ReadonlyMap<string, string> {
  if (typeof value !== "object" || value === null) {
    const text = JSON.stringify(value);
    return new Map(isVolatile(path, value) || text === undefined ? [] : [[path, text]]);
  }
  const members = Array.isArray(value)
    ? value.map((entry, i) => [`${path}[${i}]`, entry] as const)
    : Object.entries(value).map(([name, member]) => [path === "" ? name : `${path}.${name}`, member] as const);
  return new Map(members.flatMap(([at, member]) => [...flatten(member, at)]));
}

const timestamp = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const idName = /(^|\.)(id|\w+Id)$/;

const isVolatile = (path: string, value: unknown): boolean =>
  (typeof value === "string" && timestamp.test(value)) || (idName.test(path) && !path.endsWith("interactionId"));
