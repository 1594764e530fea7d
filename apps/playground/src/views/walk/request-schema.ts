import { type JsonSchema, resolveRef, type SchemaObject, stepInto } from "../../ui/json-editor/schema.ts";

/** The schema of a request body, as an OpenAPI document of the world states it. */
export interface RequestSchema {
  /** Schema of the body, with the components that it refers to. */
  readonly root: JsonSchema;
  /** Schema of `context.subject` in the body. */
  readonly subject: JsonSchema;
  /** Values of `intent`, if the body has one. Spec 2.10. */
  readonly intents: readonly string[];
}

/** Finds the schema of a request body in an OpenAPI document. */
export function parseRequestSchema(document: object, name: string): RequestSchema {
  const $ref = `#/components/schemas/${name}`;
  const root: JsonSchema = { ...document, $ref };
  const intent = memberOf(resolveRef(root, $ref), "intent");
  const values = typeof intent === "object" ? [intent.const, ...(intent.enum ?? [])] : [];
  return {
    root,
    subject: { $ref: "#/components/schemas/Subject" },
    intents: values.filter((value) => typeof value === "string"),
  };
}

/** Adds what an instance expects to the examples of a body, for an editor. */
export const withExamples = (
  { root }: RequestSchema,
  ids: Readonly<Record<string, string>>,
  elements: readonly string[],
): JsonSchema => ({
  ...(typeof root === "object" && root),
  properties: {
    ...Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, { examples: [id] }])),
    participants: { items: { properties: { domainElementId: { examples: elements } } } },
  },
});

const memberOf = (schema: JsonSchema, name: string): JsonSchema | undefined =>
  typeof schema === "object" ? stepInto(schema as SchemaObject, name)[0] : undefined;
