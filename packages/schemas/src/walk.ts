import * as z from "zod";

/** The schemas that a schema consists of. Empty for a leaf, such as a string. */
export interface Parts {
  /** The schema without its outermost wrapper: optional, nullable, default or readonly. */
  readonly inner?: z.core.$ZodType;
  /** The named members of an object. */
  readonly members?: ReadonlyMap<string, z.core.$ZodType>;
  /** The other members of an object, if the schema says anything about them. */
  readonly rest?: z.core.$ZodType | undefined;
  /** The entries of an array. */
  readonly entry?: z.core.$ZodType;
  /** The alternatives of a union. */
  readonly options?: readonly z.core.$ZodType[];
}

const known = new WeakMap<z.core.$ZodType, Parts>();

/** Returns the parts of a schema. They are cached, because every body is checked against them. */
export function partsOf(schema: z.core.$ZodType): Parts {
  const cached = known.get(schema);
  if (cached !== undefined) return cached;
  const parts = readParts(schema);
  known.set(schema, parts);
  return parts;
}

function readParts(schema: z.core.$ZodType): Parts {
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
}

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

/** Copies a schema if one of its parts changes. The copy keeps checks such as a minimum length. */
export function mapParts(schema: z.core.$ZodType, map: (part: z.core.$ZodType) => z.core.$ZodType): z.core.$ZodType {
  let isSame = true;
  const mapPart = (part: z.core.$ZodType) => {
    const mapped = map(part);
    isSame &&= mapped === part;
    return mapped;
  };
  const { inner, members, rest, entry, options } = partsOf(schema);
  const changed = {
    ...(inner && { innerType: mapPart(inner) }),
    ...(members && { shape: Object.fromEntries([...members].map(([name, part]) => [name, mapPart(part)])) }),
    ...(rest && { catchall: mapPart(rest) }),
    ...(entry && { element: mapPart(entry) }),
    ...(options && { options: options.map(mapPart) }),
  };
  return isSame ? schema : z.clone(schema, { ...schema._zod.def, ...changed });
}
