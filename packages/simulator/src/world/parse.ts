import * as z from "zod";

/**
 * Parses a value that a caller sent; undefined if Zod throws. It reads the `length` of any value that has one, and throws
 * if that is an object without a primitive value.
 */
export function safeParse<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> | undefined {
  try {
    return z.safeParse(schema, value);
  } catch {
    return undefined;
  }
}

/** Writes the path of an issue as `rules[0].when`; empty for the whole value. */
export const formatPath = (path: readonly PropertyKey[]): string =>
  path.map((part, i) => (typeof part === "number" ? `[${part}]` : `${i === 0 ? "" : "."}${String(part)}`)).join("");
