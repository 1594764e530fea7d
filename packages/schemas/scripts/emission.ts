import { readdirSync, readFileSync } from "node:fs";
import { toJsonSchemaBundle, toJsonSchemas } from "../src/json-schema.ts";

/** Where the emitted files are kept. */
export const folder = new URL("../json/", import.meta.url);

/** Every file that is emitted, as text by file name. */
export function toFiles(): Record<string, string> {
  const files = { ...toJsonSchemas(), "bundle.json": toJsonSchemaBundle() };
  return Object.fromEntries(Object.entries(files).map(([name, file]) => [name, `${JSON.stringify(file, null, 2)}\n`]));
}

/** Every file in the folder, as text by file name. */
export function readFiles(): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]));
}
