/** A value that differs between two JSON values, as JSON; undefined for the one that does not have it. */
export interface Difference {
  /** Where the value is, such as `context.process.steps[2].outcome`. */
  readonly path: string;
  readonly first?: string;
  readonly second?: string;
}

/** Lists what differs between two JSON values. Ids and times are left out, because they always differ. */
export function findDifferences(first: unknown, second: unknown, path = ""): readonly Difference[] {
  const [members, others] = [membersOf(first, path), membersOf(second, path)];
  if (members !== undefined && others !== undefined && Array.isArray(first) === Array.isArray(second))
    return [...new Set([...members.keys(), ...others.keys()])].flatMap((at) =>
      findDifferences(members.get(at), others.get(at), at),
    );
  const [one, other] = [write(first, path), write(second, path)];
  return one === other
    ? []
    : [{ path, ...(one !== undefined && { first: one }), ...(other !== undefined && { second: other }) }];
}

/** The members of an object or an array by their paths; undefined for another value. */
function membersOf(value: unknown, path: string): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return new Map(
    Object.entries(value).map(([name, member]) => [
      Array.isArray(value) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`,
      member,
    ]),
  );
}

/** Writes a value as JSON, without ids and times; undefined for an id or a time. */
const write = (value: unknown, path: string): string | undefined =>
  isVolatile(nameOf(path), value)
    ? undefined
    : JSON.stringify(value, (name, member) => (isVolatile(name, member) ? undefined : member));

const nameOf = (path: string): string => path.slice(path.lastIndexOf(".") + 1);

const timestamp = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const idName = /^(id|\w+Id)$/;

const isVolatile = (name: string, value: unknown): boolean =>
  (typeof value === "string" && timestamp.test(value)) || (idName.test(name) && name !== "interactionId");
