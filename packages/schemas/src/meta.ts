import * as z from "zod";
import type { GapId } from "./tables/gaps/index.ts";

/** Documentation of a schema. `schema.meta()` reads it. */
export interface Meta<Value = unknown> {
  /** Public name: the name of the export, of the emitted file and of the OpenAPI component. */
  readonly id?: string;
  /** One or two sentences for editors and reference pages. */
  readonly description?: string;
  /** Values that the schema accepts. Mutable, like Zod's own type. */
  readonly examples?: Value[];
  /** Section of the interface specification, for example `"2.9"`. */
  readonly spec?: string;
  /** Id in the gap register, where the specification leaves the shape open. */
  readonly gap?: GapId;
  /** Marks a value that is not personal, so that logs may keep it. A leaf without this mark counts as personal. */
  readonly public?: true;
  /** Marks base64 text. The schema accepts any text; the engine decodes it. */
  readonly contentEncoding?: "base64";
}

/**
 * Documents a schema in Zod's global registry. Unlike `.meta()`, it rejects unknown keys and examples of another type.
 */
export function doc<S extends z.ZodType>(schema: S, meta: Meta<z.input<S>>): S {
  // `.meta()` documents a copy, so that each use of a shared leaf has its own text.
  if (meta.id === undefined) return schema.meta({ ...meta });
  // A schema with an id has the same text everywhere, so a copy would only slow down start-up.
  z.globalRegistry.add(schema, { ...meta });
  return schema;
}
