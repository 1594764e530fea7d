/** The place in a value, such as `documents[0].side1Image`, taken apart. */
const stepsOf = (place: string): readonly string[] => place.match(/[^.[\]]+/g) ?? [];

/** A copy of a value with one place replaced, or left out where `replacement` is undefined. */
export const replaceAt = (value: unknown, place: string, replacement: unknown): unknown =>
  replace(value, stepsOf(place), replacement);

function replace(value: unknown, [step, ...rest]: readonly string[], replacement: unknown): unknown {
  if (step === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((entry, i) => (`${i}` === step ? replace(entry, rest, replacement) : entry));
  }
  const owner: Readonly<Record<string, unknown>> = Object(value);
  const { [step]: present, ...others } = owner;
  const next = replace(present, rest, replacement);
  return next === undefined ? others : { ...others, [step]: next };
}

/** Every place of a value, itself included as the empty one; not deeper than real bodies are. */
export function placesOf(value: unknown, place = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [place];
  const isList = Array.isArray(value);
  const below = Object.entries(value).flatMap(([name, member]) =>
    placesOf(member, isList ? `${place}[${name}]` : place === "" ? name : `${place}.${name}`),
  );
  return [place, ...below];
}
