import type { JsonSchema } from "./json-schema.ts";
import { type Json, toComponentRef } from "./openapi-body.ts";

/** What every document begins with. `address` says whose address the server is. */
export const headOf = (title: string, notes: string, address: string) => ({
  openapi: "3.1.0" as const,
  info: {
    title,
    version: "1.0.0",
    description: `Emitted from the endpoint table of @journey-kit/schemas${notes}.`,
    contact: { name: "journey-kit" },
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [
    {
      url: "{address}",
      description: address,
      variables: { address: { default: "http://127.0.0.1:4010", description: address } },
    },
  ] as readonly Json[],
});

/** The schemas that some paths refer to, and those that these refer to. */
export function schemasFor(
  paths: object,
  all: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, JsonSchema>> {
  const needed = new Set(refsIn(paths, toComponentRef("")));
  for (const name of needed) for (const other of refsIn(all[name], toComponentRef(""))) needed.add(other); // grows as it goes
  return only(all, [...needed]);
}

/** Names what a value refers to below a prefix such as `#/components/headers/`. */
export function refsIn(value: unknown, prefix: string): string[] {
  const found = JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g);
  return [...found].flatMap(([, ref = ""]) => (ref.startsWith(prefix) ? [ref.slice(prefix.length)] : []));
}

/** The rows of a table that are named. */
export const only = <T>(table: Readonly<Record<string, T>>, names: readonly string[]): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(table).filter(([name]) => names.includes(name)));
