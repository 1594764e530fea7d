import * as z from "zod";
import { memoize } from "./tables/memoize.ts";

/**
 * The schemas that a schema consists of: the members of an object and the schema of all others (`rest`), the entries of
 * an array, the options of a union, or what an optional, nullable, default or readonly schema wraps (`inner`).
 */
export interface Parts {
  readonly inner?: z.core.$ZodType;
  readonly members?: ReadonlyMap<string, z.core.$ZodType>;
  readonly rest?: z.core.$ZodType | undefined;
  readonly entry?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
}

/** Returns the parts of a schema; a leaf, such as a string, has none. Cached, because every body is checked. */
export const partsOf = memoize((schema: z.core.$ZodType): Parts => {
  const { def } = (schema as z.core.$ZodTypes)._zod; // the union of all schemas, so that `switch` can narrow `def`
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
    case "readonly":
      return { inner: def.innerType };
    case "object":
      return { members: new Map(Object.entries(def.shape)), rest: def.catchall };
    case "array":
      return { entry: def.element };
    case "union":
      return { options: def.options };
    default:
      return {}; // a leaf, or a kind that no body uses, such as a tuple
  }
});

/** Removes every wrapper from a schema. */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const { inner } = partsOf(schema);
  return inner === undefined ? schema : unwrap(inner);
}

/** Lists the parts of a schema. */
export function childrenOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { inner, members = new Map<string, z.core.$ZodType>(), rest, entry, options = [] } = partsOf(schema);
  return [inner, ...members.values(), rest, entry, ...options].filter((part) => part !== undefined);
}

/** Copies a schema if `map` changes one of its parts. The copy keeps checks such as a minimum length. */
export function mapParts(schema: z.core.$ZodType, map: (part: z.core.$ZodType) => z.core.$ZodType): z.core.$ZodType {
  if (childrenOf(schema).every((part) => map(part) === part)) return schema;
  const { inner, members, rest, entry, options } = partsOf(schema);
  return z.clone(schema, {
    ...schema._zod.def,
    ...(inner && { innerType: map(inner) }),
    ...(members && { shape: Object.fromEntries([...members].map(([name, part]) => [name, map(part)])) }),
    ...(rest && { catchall: map(rest) }),
    ...(entry && { element: map(entry) }),
    ...(options && { options: options.map((option) => map(option)) }),
  });
}
