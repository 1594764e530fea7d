import { isRecord, memberOf } from "../world/path.ts";

const date = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const country = /^[A-Z]{2,3}$/;

/** Lists whose entries need two members where gap `required-fields` is `strict`. */
const pairs: Readonly<Record<string, readonly [string, string]>> = {
  idNumbers: ["type", "idNumber"],
  phones: ["type", "number"],
  emails: ["type", "email"],
};

/**
 * Names the first member that is wrong where gap `required-fields` is `strict`: half of a pair, a country that is not
 * 2 or 3 capitals, a date without the form of a date. Spec 2.8.
 *
 * @param place Name of the member that holds the value; for an entry of a list, that of the list.
 */
export function strictFault(value: unknown, place: string): string | undefined {
  if (typeof value === "string") return isMalformed(value, place) ? place : undefined;
  if (Array.isArray(value)) return firstOf(value, (entry) => strictFault(entry, place));
  if (!isRecord(value)) return undefined;
  const lacking = Object.hasOwn(pairs, place) ? pairs[place]?.find((name) => !memberOf(value, name)) : undefined;
  return lacking ?? firstOf(Object.entries(value), ([key, member]) => strictFault(member, key));
}

function isMalformed(text: string, place: string): boolean {
  if (text === "") return false;
  return (place === "country" && !country.test(text)) || (place.endsWith("Date") && !date.test(text));
}

function firstOf<T>(values: readonly T[], find: (value: T) => string | undefined): string | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
