/**
 * A place in a JSON value: names and indexes, one by one or as text such as `errors[0].code`. `[*]` stands for every
 * entry of a list or member of an object and `[-1]` for the last entry; the empty text is the whole value.
 */
export type Place = string | readonly (string | number)[];

/** The names and indexes of a place. */
export const stepsOf = (place: Place): readonly string[] =>
  typeof place === "string" ? (place.match(/[^.[\]]+/g) ?? []) : place.map(String);

const memberOf = (value: unknown, name: string): unknown => {
  if (Array.isArray(value) && name === "-1") return value.at(-1);
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
};

/** Reads the value at a place; undefined if there is none. A place with `[*]` gives the list of the values found. */
export function readAt(value: unknown, place: Place): unknown {
  const steps = stepsOf(place);
  let found = [value];
  for (const step of steps) {
    found = found.flatMap((one) => (step === "*" ? Object.values(Object(one)) : [memberOf(one, step)]));
  }
  return steps.includes("*") ? found.filter((one) => one !== undefined) : found[0];
}

/** Reads the list at a place; empty if there is none. */
export function readList(value: unknown, place: Place): readonly unknown[] {
  const found = readAt(value, place);
  return Array.isArray(found) ? found : [];
}
