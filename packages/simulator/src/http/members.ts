import * as z from "zod";
import { isRecord } from "../world/path.ts";

/** What a schema knows: the members of an object, the entries of an array, or neither. */
interface Outline {
  readonly members?: ReadonlyMap<string, z.core.$ZodType>;
  readonly entry?: z.core.$ZodType;
}

const outlines = new WeakMap<z.core.$ZodType, Outline>();

/**
 * Counts the members of a value that a schema does not know, at any depth. They are counted and not named, for their
 * names are the caller's. Gap `extra-members`.
 */
export function countUnknown(schema: z.core.$ZodType, value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const { members, entry } = outlineOf(schema);
  let count = 0;
  if (entry !== undefined && Array.isArray(value)) for (const one of value) count += countUnknown(entry, one);
  if (members === undefined || !isRecord(value)) return count;
  for (const [name, member] of Object.entries(value)) {
    const known = members.get(name);
    count += known === undefined ? 1 : countUnknown(known, member);
  }
  return count;
}

/** Asks a schema once: it answers slowly, and every body is counted. */
function outlineOf(schema: z.core.$ZodType): Outline {
  const known = outlines.get(schema);
  if (known !== undefined) return known;
  const outline = toOutline(schema);
  outlines.set(schema, outline);
  return outline;
}

function toOutline(schema: z.core.$ZodType): Outline {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return outlineOf(schema.unwrap());
  }
  if (schema instanceof z.ZodArray) return { entry: schema.element };
  if (schema instanceof z.ZodObject) return { members: new Map<string, z.core.$ZodType>(Object.entries(schema.shape)) };
  return {};
}
