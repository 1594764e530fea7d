import * as z from "zod";
import * as control from "../control/index.ts";
import * as wire from "../index.ts";
import { fileSchemaNames } from "../tables/file-schemas.ts";

/** A JSON Schema as plain data. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

const schemasIn = (exports: object): ReadonlyMap<string, z.ZodType> =>
  new Map(Object.entries(exports).filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType));

/** Every wire schema by export name. Zod's registry would miss the schemas of modules that are not loaded. */
export const wireSchemas = schemasIn(wire);

/** Every schema of the control API by export name. */
export const controlSchemas = schemasIn(control);

const draft = "http://json-schema.org/draft-07/schema#";

/** Emits each wire schema as draft-07, keyed by file name. Schemas refer to each other by file name. */
export function toJsonSchemas(): Record<string, JsonSchema> {
  const files = Object.entries(emitWireSchemas((name) => `${name}.json`)).map(([name, schema]) => {
    const id = `${name}.json`;
    return [id, { $schema: draft, $id: id, ...schema }];
  });
  return Object.fromEntries(files);
}

/** Emits the wire schemas as one draft-07 schema with `definitions`. */
export function toJsonSchemaBundle(): JsonSchema {
  return {
    $schema: draft,
    $id: "bundle.json",
    title: "Journey service",
    description: "Every wire schema of the journey service, by name.",
    definitions: emitWireSchemas((name) => `#/definitions/${name}`),
  };
}

/** Emits each control schema as draft-07, keyed by file name. Each file is self-contained, for use in an editor. */
export function toControlJsonSchemas(): Record<string, JsonSchema> {
  const files = [...controlSchemas].map(([name, schema]) => {
    // Zod puts schemas with an id under this draft-07 keyword, which its type omits.
    const emitted = z.toJSONSchema(schema, draft07) as { definitions?: Record<string, JsonSchema> };
    const { [name]: root, ...definitions } = emitted.definitions ?? {};
    const id = `${name}.json`;
    return [id, { $schema: draft, $id: id, ...root, ...(Object.keys(definitions).length > 0 && { definitions }) }];
  });
  return Object.fromEntries(files);
}

/** Emits the JSON Schemas of the files that users write, keyed by file name. Each is self-contained. */
export function toFileJsonSchemas(): Record<string, JsonSchema> {
  const all = { ...toJsonSchemas(), ...toControlJsonSchemas() };
  return Object.fromEntries(fileSchemaNames.map((name) => [`${name}.json`, all[`${name}.json`] ?? {}]));
}

function emitWireSchemas(uri: (name: string) => string): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of wireSchemas) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { ...draft07, uri });
  const bodies = Object.entries(schemas).map(([name, { $schema: _draft, $id: _id, ...body }]) => [name, body]);
  return Object.fromEntries(bodies.sort());
}

interface Emitted {
  readonly zodSchema: z.core.$ZodType;
  readonly jsonSchema: JsonSchema;
}

/**
 * Converts the metadata of `doc` to standard keywords. The id becomes `title`, and the section and the gap become
 * `$comment`. Removes an empty `additionalProperties`.
 */
export function tidy({ zodSchema, jsonSchema }: Emitted): void {
  const { id = z.globalRegistry.get(zodSchema)?.id, spec, gap, public: _mark, description, ...rest } = jsonSchema;
  const { additionalProperties: others, ...body } = rest;
  const isOpen = typeof others === "object" && Object.keys(others).length === 0;
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
  Object.assign(jsonSchema, {
    ...(spec !== undefined && { $comment: gap === undefined ? `Spec ${spec}` : `Spec ${spec}; gap ${gap}` }),
    ...(id !== undefined && { title: id }),
    ...(description !== undefined && { description }),
    ...(others === undefined || isOpen ? body : rest),
  });
}

/** Options for draft-07: the input form of a schema, with our metadata as standard keywords. */
export const draft07 = {
  target: "draft-07",
  io: "input",
  override: (emitted: Emitted) => {
    tidy(emitted);
    const { jsonSchema } = emitted;
    // In an object with arbitrary keys, zod accepts any value for `__proto__`.
    if (typeof jsonSchema.additionalProperties === "object") jsonSchema.patternProperties = { "^__proto__$": {} };
  },
} as const;
