import * as z from "zod";
import type { GapId, Reading } from "./tables/gaps/index.ts";

/** How a schema changes under a reading: the changed members of an object, or another schema. */
export type Form = z.core.$ZodShape | z.core.$ZodType;

/** The documentation of a schema, as `schema.meta()` returns it. */
export interface Meta<Value = unknown> {
  /** Public name, used for the export, the JSON Schema file and the OpenAPI component. */
  readonly id?: string;
  /** Label of a form field. */
  readonly title?: string;
  /** One or two sentences for editors and reference pages. */
  readonly description?: string;
  /** Values that the schema accepts. The array is mutable because Zod's type is mutable. */
  readonly examples?: Value[];
  /** The value that applies if the member is absent. Parsing does not add this value. */
  readonly default?: Value;
  /** Section of the interface specification, for example `"2.9"`. */
  readonly spec?: string;
  /** Id of the gap, if the specification leaves the shape open. */
  readonly gap?: GapId;
  /** Set if the value is not personal data. Logs redact every leaf without this mark. */
  readonly public?: true;
  /** Set on base64 text. The schema accepts any text, and the engine checks the encoding. */
  readonly contentEncoding?: "base64";
  /**
   * How the schema changes under readings; `schemaFor` applies these forms. Without them, a request schema accepts what
   * the profile `specified` accepts, and a response schema accepts the responses of every reading.
   */
  readonly forms?: { readonly [Id in GapId]?: { readonly [R in Reading<Id>]?: Form } };
}

const allForms = new WeakMap<z.core.$ZodType, Meta["forms"]>();

/** The forms of a schema, by gap and reading. */
export const formsOf = (schema: z.core.$ZodType): Readonly<Record<string, Readonly<Record<string, Form>>>> =>
  allForms.get(schema) ?? {};

/**
 * Documents a schema in Zod's global registry. Unlike with `.meta()`, an unknown key or an example of the wrong type
 * does not compile.
 */
export function doc<S extends z.ZodType>(schema: S, { forms, ...meta }: Meta<z.input<S>>): S {
  // `.meta()` copies the schema, so each use of a shared leaf can have a different description.
  // A schema with an id has one description everywhere, so copying it would only slow down startup.
  const documented = meta.id === undefined ? schema.meta({ ...meta }) : schema;
  if (meta.id !== undefined) z.globalRegistry.add(schema, { ...meta });
  allForms.set(documented, forms ?? allForms.get(schema));
  return documented;
}

/** Documents a schema that a form shows as a field with a label. The first example is the value of a new field. */
export const field = <S extends z.ZodType>(schema: S, meta: Meta<z.input<S>> & { readonly title: string }): S =>
  doc(schema, meta);
