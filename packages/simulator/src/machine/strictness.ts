import { isRecord, memberOf } from "../world/path.ts";

const date = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const country = /^[A-Z]{2,3}$/;

/** Members that must stand together where gap `required-fields` is `strict`. */
const pairs = [
  ["idNumber", "type"],
  ["number", "type"],
  ["email", "type"],
] as const;

/**
 * Names the first member that is wrong where gap `required-fields` is `strict`: half of a pair, a country that is not
 * 2 or 3 capitals, a date without the form of a date. Spec 2.8.
 */
export function strictFault(value: unknown): string | undefined {
  if (Array.isArray(value)) return firstOf(value, strictFault);
  if (!isRecord(value)) return undefined;
  return firstOf(Object.entries(value), ([key, member]) => memberFault(value, key, member));
}

function memberFault(owner: unknown, key: string, member: unknown): string | undefined {
  if (typeof member !== "string") return strictFault(member);
  if (member === "") return undefined;
  if (key === "country" && !country.test(member)) return key;
  if (key.endsWith("Date") && !date.test(member)) return key;
  return firstOf(pairs, ([one, other]) => (key === one && !memberOf(owner, other) ? other : undefined));
}

function firstOf<T>(values: readonly T[], find: (value: T) => string | undefined): string | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
