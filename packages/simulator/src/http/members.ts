import * as z from "zod";
import { isRecord } from "../world/path.ts";

/**
 * Counts the members of a value that a schema does not know, at any depth. They are counted and not named, for their
 * names are the caller's. Gap `extra-members`.
 */
export function countUnknown(schema: z.core.$ZodType, value: unknown): number {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return countUnknown(schema.unwrap(), value);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.reduce<number>((sum, entry) => sum + countUnknown(schema.element, entry), 0);
  }
  if (!(schema instanceof z.ZodObject) || !isRecord(value)) return 0;
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  return Object.entries(value).reduce((sum, [key, member]) => {
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
    return sum + (known === undefined ? 1 : countUnknown(known, member));
  }, 0);
}
