/** Splits a path into its names and indexes. */
export const stepsOf = (place: string): readonly string[] => place.match(/[^.[\]]+/g) ?? [];

const memberOf = (value: unknown, name: string): unknown => {
  if (Array.isArray(value) && name === "-1") return value.at(-1);
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
};

/**
 * Reads the value at a path such as `errors[0].code`; undefined if there is none. `[-1]` matches the last entry of a
 * list. `[*]` matches every entry or member, and the result is then a list of all matches. The empty path selects the
 * whole value.
 */
export function readAt(value: unknown, place: string): unknown {
  const steps = stepsOf(place);
  let found = [value];
  for (const step of steps) {
    found = found.flatMap((one) => (step === "*" ? Object.values(Object(one)) : [memberOf(one, step)]));
  }
  return steps.includes("*") ? found.filter((one) => one !== undefined) : found[0];
}

/** Reads the list at a path. Returns an empty list if there is none. */
export function readList(value: unknown, place: string): readonly unknown[] {
  const found = readAt(value, place);
  return Array.isArray(found) ? found : [];
}
