/**
 * A path in a JSON value: an array of names and indexes, or text such as `errors[0].code`. `[*]` matches every entry of
 * a list or member of an object, and `[-1]` matches the last entry. The empty text selects the whole value.
 */
export type Place = string | readonly (string | number)[];

/** The names and indexes of a path. */
export const stepsOf = (place: Place): readonly string[] =>
  typeof place === "string" ? (place.match(/[^.[\]]+/g) ?? []) : place.map(String);

const memberOf = (value: unknown, name: string): unknown => {
  if (Array.isArray(value) && name === "-1") return value.at(-1);
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
};

/** Reads the value at a path; undefined if there is none. If the path contains `[*]`, returns a list of all matches. */
export function readAt(value: unknown, place: Place): unknown {
  const steps = stepsOf(place);
  let found = [value];
  for (const step of steps) {
    found = found.flatMap((one) => (step === "*" ? Object.values(Object(one)) : [memberOf(one, step)]));
  }
  return steps.includes("*") ? found.filter((one) => one !== undefined) : found[0];
}

/** Reads the list at a path. Returns an empty list if there is none. */
export function readList(value: unknown, place: Place): readonly unknown[] {
  const found = readAt(value, place);
  return Array.isArray(found) ? found : [];
}
