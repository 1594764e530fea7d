import { findNearest } from "@journey-kit/schemas/report";
import { formatPath, isRecord } from "@journey-kit/schemas/subject-path";
import * as z from "zod";

/**
 * Parses a value that a caller sent; undefined if Zod throws. Zod throws if the value has a `length` that is an object
 * without a primitive value.
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

/** Whether a value has members that the schema does not define, at any depth. Gap `extra-members`. */
export function hasUnknown(schema: z.core.$ZodType, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { members, entry } = outlineOf(schema);
  if (entry !== undefined && Array.isArray(value)) return value.some((item) => hasUnknown(entry, item));
  if (members === undefined || !isRecord(value)) return false;
  return Object.keys(value).some((name) => {
    const member = members.get(name);
    return member === undefined || hasUnknown(member, value[name]);
  });
}

const maxSuggestions = 3;
const maxCompared = 20;

/** Lists the paths that a caller may have meant by the unknown members of a value. It never quotes what the caller sent. */
export function suggestPaths(schema: z.core.$ZodType, value: unknown): readonly string[] {
  const suggested = new Set<string>();
  let compared = 0;
  visitUnknown(schema, value, [], (name, { siblings, members, path }) => {
    compared += 1;
    if (compared > maxCompared || suggested.size === maxSuggestions) return;
    const nearest = findNearest(name, [...members.keys()]);
    if (nearest !== undefined && !Object.hasOwn(siblings, nearest)) suggested.add(formatPath([...path, nearest]));
  });
  return [...suggested];
}

/** The part of a path that a schema defines. The names of other members may be personal. */
export const toKnownPath = (schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly PropertyKey[] =>
  path.slice(0, knownLength(schema, path));

function knownLength(schema: z.core.$ZodType, path: readonly PropertyKey[]): number {
  const [key, ...rest] = path;
  if (key === undefined) return 0;
  if (schema instanceof z.ZodOptional) return knownLength(schema.unwrap(), path);
  if (schema instanceof z.ZodUnion) return Math.max(...schema.options.map((option) => knownLength(option, path)));
  const { members, entry } = outlineOf(schema);
  const next = typeof key === "number" ? entry : members?.get(String(key));
  return next === undefined ? 0 : 1 + knownLength(next, rest);
}

/** The object that an unknown member was found in, its path, and the members that its schema defines. */
interface Place {
  readonly siblings: object;
  readonly members: ReadonlyMap<string, z.core.$ZodType>;
  readonly path: readonly PropertyKey[];
}

/** Visits the members that a schema does not define, at any depth. `path` is reused. */
function visitUnknown(
  schema: z.core.$ZodType,
  value: unknown,
  path: PropertyKey[],
  visit: (name: string, place: Place) => void,
): void {
  if (typeof value !== "object" || value === null) return;
  const { members, entry } = outlineOf(schema);
  const descend = (key: PropertyKey, memberSchema: z.core.$ZodType, member: unknown) => {
    path.push(key);
    visitUnknown(memberSchema, member, path, visit);
    path.pop();
  };
  if (entry !== undefined && Array.isArray(value)) for (const [i, item] of value.entries()) descend(i, entry, item);
  if (members === undefined || !isRecord(value)) return;
  for (const name of Object.keys(value)) {
    const memberSchema = members.get(name);
    const member = value[name];
    if (memberSchema === undefined) visit(name, { siblings: value, members, path });
    else if (typeof member === "object") descend(name, memberSchema, member);
  }
}

/** The structure of a schema: the members of an object, the entries of an array, or neither. */
interface Outline {
  readonly members?: ReadonlyMap<string, z.core.$ZodType>;
  readonly entry?: z.core.$ZodType;
}

const outlines = new WeakMap<z.core.$ZodType, Outline>();

/** Caches outlines, because reading a schema is slow and every body is checked. */
function outlineOf(schema: z.core.$ZodType): Outline {
  const outline = outlines.get(schema) ?? createOutline(schema);
  outlines.set(schema, outline);
  return outline;
}

function createOutline(schema: z.core.$ZodType): Outline {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return outlineOf(schema.unwrap());
  }
  if (schema instanceof z.ZodArray) return { entry: schema.element };
  if (schema instanceof z.ZodObject) return { members: new Map<string, z.core.$ZodType>(Object.entries(schema.shape)) };
  return {};
}
