import { stepsOf } from "../target/member.ts";

/** Required members of a new list entry, by the name of the list. Gap `required-fields`. */
const fillers: Readonly<Record<string, object>> = {
  idNumbers: { type: "passport", idNumber: "123456789" },
  phones: { type: "mobile", number: "+447700900123" },
  emails: { type: "personal", email: "ada@example.org" },
};

/**
 * Copies a value and replaces the value at one path, or removes it if `replacement` is undefined. Creates missing
 * objects and lists on the path.
 */
export const replaceAt = (value: unknown, place: string, replacement: unknown): unknown =>
  replace(value, stepsOf(place), replacement);

function replace(value: unknown, [step, ...rest]: readonly string[], replacement: unknown, list = ""): unknown {
  if (step === undefined) return replacement;
  if (/^\d+$/.test(step)) {
    const entries: readonly unknown[] = Array.isArray(value) ? value : [];
    const entry = entries[Number(step)] ?? (Object.hasOwn(fillers, list) ? fillers[list] : undefined);
    return entries.toSpliced(Number(step), 1, replace(entry, rest, replacement));
  }
  const owner: Readonly<Record<string, unknown>> = Object(value);
  const { [step]: present, ...others } = owner;
  const next = replace(present, rest, replacement, step);
  return next === undefined ? others : { ...others, [step]: next };
}

/** Lists the path of every value inside a value. The empty path is the value itself. */
export function placesOf(value: unknown, place = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [place];
  const isList = Array.isArray(value);
  const below = Object.entries(value).flatMap(([name, member]) =>
    placesOf(member, isList ? `${place}[${name}]` : place === "" ? name : `${place}.${name}`),
  );
  return [place, ...below];
}
