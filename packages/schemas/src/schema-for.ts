import * as z from "zod";
import { $ZodType } from "zod/v4/core"; // `z.core` as a value would add every locale to the bundle
import { formsOf } from "./meta.ts";
import type { GapId } from "./tables/gaps/index.ts";
import type { Profile } from "./tables/profile.ts";
import { mapParts } from "./walk.ts";

const resolved = new WeakMap<Profile, Map<z.core.$ZodType, z.core.$ZodType>>();

/**
 * Returns a schema as it is under a profile: it describes what a server with these readings accepts or sends. Parts
 * that do not change are shared, and every part keeps its id.
 */
export function schemaFor(profile: Profile, schema: z.ZodType): z.ZodType {
  return resolveSchema(profile, schema) as z.ZodType; // our schemas come from Zod's main entry
}

function resolveSchema(profile: Profile, schema: z.core.$ZodType): z.core.$ZodType {
  const known = resolved.get(profile) ?? new Map<z.core.$ZodType, z.core.$ZodType>();
  resolved.set(profile, known);
  const form = known.get(schema) ?? copyMeta(schema, applyForms(profile, schema));
  known.set(schema, form);
  return form;
}

function applyForms(profile: Profile, schema: z.core.$ZodType): z.core.$ZodType {
  let formed = schema;
  for (const [gap, forms] of Object.entries(formsOf(schema))) {
    const form = forms[profile[gap as GapId]]; // `Object.entries` returns `string` keys
    if (form instanceof $ZodType) return z.clone(resolveSchema(profile, form)); // a copy, so that it can have separate metadata
    if (form !== undefined && formed instanceof z.ZodObject) formed = formed.safeExtend(form);
  }
  return mapParts(formed, (part) => resolveSchema(profile, part));
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
