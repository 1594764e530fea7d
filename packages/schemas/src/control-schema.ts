import * as z from "zod";
import * as control from "./control.ts";
import { type Dialect, type JsonSchema, tidy } from "./json-schema.ts";
import { leaves } from "./wire.ts";

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
