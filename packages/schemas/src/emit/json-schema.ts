import * as z from "zod";
import * as control from "../control/index.ts";
import * as exported from "../index.ts";
import { leaves, type WireMeta, wire } from "../wire/meta.ts";

/** A JSON Schema as plain data. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The dialects that are emitted: draft-07 for files, 2020-12 inside OpenAPI 3.1. */
export type Dialect = "draft-07" | "draft-2020-12";

/**
 * Emits every public schema by its name, without `$schema` and `$id`. Section and gap travel in `$comment`, which
 * validators skip.
 *
 * @param toRef Turns a public name into the target of a `$ref`.
 */
export function emitSchemas(target: Dialect, toRef: (name: string) => string): Record<string, JsonSchema> {
  const named = z.registry<WireMeta>();
  for (const { schema, meta } of publicSchemas().values()) named.add(schema, meta);
  const { schemas } = z.toJSONSchema(named, {
    target,
    io: "input",
    uri: toRef,
    metadata: leaves,
    override: ({ jsonSchema }) => tidy(jsonSchema, target),
  });
  const headed = Object.entries(schemas).map(([name, schema]) => [name, withHeading(name, schema)]);
  return Object.fromEntries(headed.sort());
}

/** Emits draft-07, one schema a file, referring to each other by file name. The key is the file name. */
export function toJsonSchemas(): Record<string, JsonSchema> {
  const files = Object.entries(emitSchemas("draft-07", (name) => `${name}.json`)).map(([name, schema]) => {
    const id = `${name}.json`;
    return [id, { $schema: "http://json-schema.org/draft-07/schema#", $id: id, ...schema }];
  });
  return Object.fromEntries(files);
}

/** Emits draft-07 as one schema whose `definitions` hold all the others. */
export function toJsonSchemaBundle(): JsonSchema {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    $id: "bundle.json",
    title: "Journey service",
    description: "Every public schema of the journey service, under its name.",
    definitions: emitSchemas("draft-07", (name) => `#/definitions/${name}`),
  };
}

/** Drops what validators do not need, and states where zod is looser than its own emission. */
export function tidy(schema: JsonSchema, target: Dialect): void {
  delete schema.public; // a mark for logs, not for validators
  const { additionalProperties: rest, allOf } = schema;
  if (typeof rest === "object" && Object.keys(rest).length === 0) delete schema.additionalProperties;
  // zod never looks at a member called `__proto__` of an object with free keys.
  else if (typeof rest === "object" && target === "draft-07") schema.patternProperties = { "^__proto__$": {} };
  if (allOf?.length === 1 && Object.keys(schema).length === 1) {
    delete schema.allOf;
    Object.assign(schema, allOf[0]);
  }
}

function withHeading(name: string, { $schema: _dialect, $id: _id, ...schema }: JsonSchema): JsonSchema {
  const { spec, gap, description } = publicSchemas().get(name)?.meta ?? {};
  const $comment = gap === undefined ? `Spec ${spec}` : `Spec ${spec}; gap ${gap}`;
  return { $comment, title: name, ...(description !== undefined && { description }), ...schema };
}

/** A schema of the index with its public name and section. */
export interface PublicSchema {
  readonly schema: z.ZodType;
  readonly meta: WireMeta;
}

/**
 * Every schema of the index by its public name. It walks the exports rather than the registry, so nothing depends on
 * which module happened to be loaded.
 *
 * @throws {Error} When a schema of the index has no public name, or one other than that of its export.
 */
export function publicSchemas(): ReadonlyMap<string, PublicSchema> {
  const schemas = new Map<string, PublicSchema>();
  for (const [name, schema] of Object.entries(exported)) {
    if (!(schema instanceof z.ZodType)) continue;
    const meta = wire.get(schema);
    if (meta?.id !== name) throw new Error(`${name} is exported under a name that is not registered for it.`);
    schemas.set(name, { schema, meta });
  }
  return schemas;
}

/** Every schema of the control plane by its name. It walks the exports, so that none is forgotten. */
export const controlSchemas: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(control).flatMap(([name, exported]) => (exported instanceof z.ZodType ? [[name, exported]] : [])),
);

/** Emits draft-07 of each schema of the control plane; every file stands alone, so that editors need no other. */
export function toControlJsonSchemas(): Record<string, JsonSchema> {
  const files = [...controlSchemas].map(([name, schema]) => {
    const target = "draft-07";
    const emitted = z.toJSONSchema(schema, {
      target,
      io: "input",
      override: ({ jsonSchema }) => tidy(jsonSchema, target),
    });
    const heading = { $schema: "http://json-schema.org/draft-07/schema#", $id: `${name}.json`, title: name };
    return [`${name}.json`, { ...heading, ...emitted }];
  });
  return Object.fromEntries(files);
}

/**
 * Emits every schema of the control plane by its name, referring to each other.
 *
 * @param toRef Turns a name into the target of a `$ref`.
 */
export function emitControlSchemas(target: Dialect, toRef: (name: string) => string): Record<string, JsonSchema> {
  const named = z.registry<{ id: string }>();
  for (const [id, schema] of controlSchemas) named.add(schema, { id });
  const { schemas } = z.toJSONSchema(named, {
    target,
    io: "input",
    uri: toRef,
    metadata: leaves,
    override: ({ jsonSchema }) => tidy(jsonSchema, target),
  });
  const titled = Object.entries(schemas).map(([name, { $schema: _dialect, $id: _id, ...schema }]) => [
    name,
    { title: name, ...schema },
  ]);
  return Object.fromEntries(titled.sort());
}
