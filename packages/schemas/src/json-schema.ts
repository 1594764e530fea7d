import * as z from "zod";
import { publicSchemas } from "./public-schema.ts";
import { leaves, type WireMeta } from "./wire.ts";

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
