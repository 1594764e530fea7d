import * as z from "zod";
import { schemaFor } from "../schema-for.ts";
import type { Reading } from "../tables/gaps/index.ts";
import { type Profile, presets } from "../tables/profile.ts";
import { partsOf, unwrap } from "../walk.ts";
import { Subject } from "../wire/subject/subject.ts";

const made = new Map<string, Readonly<Record<string, unknown>>>();

/** One profile for each reading, because `schemaFor` copies the schemas of every profile object that it has not seen. */
const profiles: Readonly<Record<Reading<"required-fields">, Profile>> = {
  "element-minimum": presets.specified,
  strict: { ...presets.specified, "required-fields": "strict" },
};

/**
 * Emits the draft-07 schema at a path in the subject, given as a list of member names. After an array, the next name is
 * a member of its entries. For an unknown path, the schema allows any value. Spec 2.4, 2.8; gap `required-fields`.
 */
export function toLeafSchema(
  members: readonly string[],
  fields: Reading<"required-fields">,
): Readonly<Record<string, unknown>> {
  const key = `${fields} ${members.join(".")}`;
  const leaf = made.get(key) ?? emit(find(schemaFor(profiles[fields], Subject), members));
  made.set(key, leaf);
  return leaf;
}

function find(schema: z.core.$ZodType, path: readonly string[]): z.core.$ZodType | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return unwrap(schema);
  const { inner, entry, members } = partsOf(schema);
  const next = inner ?? entry;
  if (next !== undefined) return find(next, path);
  const member = members?.get(name);
  return member && find(member, rest);
}

/** An empty registry. It keeps descriptions and references out of the emitted task schemas. */
const shapeOnly = z.registry<{ id?: string | undefined }>();

function emit(schema: z.core.$ZodType | undefined): Readonly<Record<string, unknown>> {
  if (schema === undefined) return {};
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: "draft-07", io: "input", metadata: shapeOnly });
  return rest;
}
