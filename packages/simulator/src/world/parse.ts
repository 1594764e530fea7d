import { partsOf, unwrap } from "@journey-kit/schemas";
import { formatPath, isRecord } from "@journey-kit/schemas/calls";
import { findNearest } from "@journey-kit/schemas/report";
import type * as z from "zod";

/** Whether a value has members that the schema does not define, at any depth. Gap `extra-members`. */
export const hasUnknown = (schema: z.core.$ZodType, value: unknown): boolean =>
  visitUnknown(schema, value, [], () => true);

const maxSuggestions = 3;
const maxCompared = 20;

/** Lists the paths that a caller may have meant by the unknown members of a value. It never quotes what the caller sent. */
export function suggestPaths(schema: z.core.$ZodType, value: unknown): readonly string[] {
  const suggested = new Set<string>();
  let compared = 0;
  visitUnknown(schema, value, [], (name, { siblings, members, path }) => {
    compared += 1;
    const nearest = findNearest(name, [...members.keys()]);
    if (nearest !== undefined && !Object.hasOwn(siblings, nearest)) suggested.add(formatPath([...path, nearest]));
    return compared === maxCompared || suggested.size === maxSuggestions;
  });
  return [...suggested];
}

/** The part of a path that a schema defines. The names of other members may be personal. */
export const findKnownPath = (schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly PropertyKey[] =>
  path.slice(0, knownLength(schema, path));

function knownLength(schema: z.core.$ZodType, path: readonly PropertyKey[]): number {
  const [key, ...rest] = path;
  if (key === undefined) return 0;
  const { members, entry, options } = partsOf(unwrap(schema));
  if (options !== undefined) return Math.max(...options.map((option) => knownLength(option, path)));
  const next = typeof key === "number" ? entry : members?.get(String(key));
  return next === undefined ? 0 : 1 + knownLength(next, rest);
}

/** The object that an unknown member was found in, its path, and the members that its schema defines. */
interface UnknownMember {
  readonly siblings: object;
  readonly members: ReadonlyMap<string, z.core.$ZodType>;
  readonly path: readonly PropertyKey[];
}

/** Visits the members that a schema does not define, at any depth, until `visit` returns true. `path` is reused. */
function visitUnknown(
  schema: z.core.$ZodType,
  value: unknown,
  path: PropertyKey[],
  visit: (name: string, place: UnknownMember) => boolean,
): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { inner, members, entry } = partsOf(schema);
  if (inner !== undefined) return visitUnknown(inner, value, path, visit);
  const descend = (key: PropertyKey, part: z.core.$ZodType, child: unknown) => {
    path.push(key);
    const isDone = visitUnknown(part, child, path, visit);
    path.pop();
    return isDone;
  };
  if (entry !== undefined && Array.isArray(value)) return value.some((each, i) => descend(i, entry, each));
  if (members === undefined || !isRecord(value)) return false;
  return Object.keys(value).some((name) => {
    const member = members.get(name);
    if (member === undefined) return visit(name, { siblings: value, members, path });
    return typeof value[name] === "object" && descend(name, member, value[name]);
  });
}
