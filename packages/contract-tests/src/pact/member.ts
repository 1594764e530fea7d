/** A value below another, by member names and array indexes; undefined where there is none. */
export function memberOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = Reflect.get(found, name);
  }
  return found;
}

/** The entries of a value that should be an array; none where it is not. */
export const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
