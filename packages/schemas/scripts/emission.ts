import { readdirSync, readFileSync } from "node:fs";
import { toControlJsonSchemas, toJsonSchemaBundle, toJsonSchemas } from "../src/emit/json-schema.ts";
import { toControlOpenApi, toOpenApi } from "../src/emit/openapi.ts";
import { presets } from "../src/tables/profile.ts";

/** Where the emitted files are kept. */
export const folder = new URL("../json/", import.meta.url);

/** Every file that is emitted, as text by file name. */
export function toFiles(): Record<string, string> {
  const files = {
    ...toJsonSchemas(),
    ...toControlJsonSchemas(),
    "bundle.json": toJsonSchemaBundle(),
    "openapi-control.json": toControlOpenApi(),
    "openapi-token.json": toOpenApi("token", presets.specified),
    "openapi-v1.json": toOpenApi("v1", presets.specified),
    "openapi-v2.json": toOpenApi("v2", presets.specified),
  };
  return Object.fromEntries(Object.entries(files).map(([name, file]) => [name, `${JSON.stringify(file, null, 2)}\n`]));
}

/** Every file in the folder, as text by file name. */
export function readFiles(): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]));
}
