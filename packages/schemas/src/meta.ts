import * as z from "zod";
import type { GapId } from "./tables/gaps/index.ts";

/** Documentation of a schema, as returned by `schema.meta()`. */
export interface Meta<Value = unknown> {
  /** Public name, used for the export, the emitted file and the OpenAPI component. */
  readonly id?: string;
  /** One or two sentences for editors and reference pages. */
  readonly description?: string;
  /** Values that the schema accepts. The array is mutable because Zod's type is mutable. */
  readonly examples?: Value[];
  /** Section of the interface specification, for example `"2.9"`. */
  readonly spec?: string;
  /** Id of the gap, if the specification leaves the shape open. */
  readonly gap?: GapId;
  /** Set if the value is not personal data. Logs redact every leaf without this mark. */
  readonly public?: true;
  /** Set on base64 text. The schema accepts any text, and the engine checks the encoding. */
  readonly contentEncoding?: "base64";
}

/**
 * Documents a schema in Zod's global registry. Unlike with `.meta()`, an unknown key or an example of the wrong type
 * does not compile.
 */
export function doc<S extends z.ZodType>(schema: S, meta: Meta<z.input<S>>): S {
  // `.meta()` copies the schema, so each use of a shared leaf can have a different description.
  if (meta.id === undefined) return schema.meta({ ...meta });
  // A schema with an id has one description everywhere, so copying it would only slow down startup.
  z.globalRegistry.add(schema, { ...meta });
  return schema;
}
