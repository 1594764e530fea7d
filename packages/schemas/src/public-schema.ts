import * as z from "zod";
import * as exported from "./index.ts";
import { type WireMeta, wire } from "./wire.ts";

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
