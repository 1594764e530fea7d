import * as z from "zod";
import { $ZodType } from "zod/v4/core"; // `z.core` as a value would add every locale to the bundle
import { formsOf } from "./meta.ts";
import type { GapId } from "./tables/gaps/index.ts";
import type { Profile } from "./tables/profile.ts";

const resolved = new WeakMap<Profile, Map<z.core.$ZodType, z.core.$ZodType>>();

/**
 * Returns a schema as it is under a profile: it describes what a server with these readings accepts or sends. Parts
 * that do not change are shared, and every part keeps its id.
 */
export function schemaFor(profile: Profile, schema: z.ZodType): z.ZodType {
  return resolve(profile, schema) as z.ZodType; // our schemas come from Zod's main entry
}

function resolve(profile: Profile, schema: z.core.$ZodType): z.core.$ZodType {
  const known = resolved.get(profile) ?? new Map<z.core.$ZodType, z.core.$ZodType>();
  resolved.set(profile, known);
  const form = known.get(schema) ?? copyMeta(schema, toForm(profile, schema));
  known.set(schema, form);
  return form;
}

function toForm(profile: Profile, schema: z.core.$ZodType): z.core.$ZodType {
  const members: Record<string, z.core.$ZodType> = {};
  for (const [gap, forms] of Object.entries(formsOf(schema))) {
    const form = forms[profile[gap as GapId]]; // `Object.entries` returns `string` keys
    if (form instanceof $ZodType) return z.clone(resolve(profile, form)); // a copy, so that it can have separate metadata
    Object.assign(members, form);
  }
  return replaceParts(schema, members, (part) => resolve(profile, part));
}

/** Copies a schema if one of its parts changes. The copy keeps checks such as a minimum length. */
function replaceParts(
  schema: z.core.$ZodType,
  members: z.core.$ZodShape,
  replace: (part: z.core.$ZodType) => z.core.$ZodType,
): z.core.$ZodType {
  if (schema instanceof z.ZodOptional) {
    const innerType = replace(schema.def.innerType);
    return innerType === schema.def.innerType ? schema : schema.clone({ ...schema.def, innerType });
  }
  if (schema instanceof z.ZodArray) {
    const element = replace(schema.element);
    return element === schema.element ? schema : schema.clone({ ...schema.def, element });
  }
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.map(replace);
    const isSame = options.every((option, i) => option === schema.options[i]);
    return isSame ? schema : schema.clone({ ...schema.def, options });
  }
  if (!(schema instanceof z.ZodObject)) return schema;
  const { shape, catchall } = schema.def;
  const replaced = Object.entries({ ...shape, ...members }).map(([name, member]) => [name, replace(member)] as const);
  const rest = catchall && replace(catchall);
  const isSame = rest === catchall && replaced.every(([name, member]) => member === shape[name]);
  return isSame ? schema : schema.clone({ ...schema.def, shape: Object.fromEntries(replaced), catchall: rest });
}

/** Copies the metadata of a schema to its copy, except the examples that the copy does not accept. */
function copyMeta(original: z.core.$ZodType, copy: z.core.$ZodType): z.core.$ZodType {
  const meta = z.globalRegistry.get(original);
  if (copy === original || meta === undefined) return copy;
  const { examples, ...rest } = meta;
  const accepted = Array.isArray(examples) && examples.filter((example) => z.safeParse(copy, example).success);
  z.globalRegistry.add(copy, { ...z.globalRegistry.get(copy), ...rest, ...(accepted && { examples: accepted }) });
  return copy;
}
