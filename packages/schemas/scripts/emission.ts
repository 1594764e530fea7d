import { globSync, readFileSync } from "node:fs";
import { toControlJsonSchemas, toJsonSchemaBundle, toJsonSchemas } from "../src/emit/json-schema.ts";
import { openApiParts, toControlOpenApi, toOpenApi } from "../src/emit/openapi.ts";
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
    ...Object.fromEntries(
      openApiParts.flatMap((part) => [
        [`openapi-${part}.json`, toOpenApi(part, presets.specified)],
        [`observed/openapi-${part}.json`, toOpenApi(part, presets.observed)],
      ]),
    ),
  };
  return Object.fromEntries(Object.entries(files).map(([name, file]) => [name, `${JSON.stringify(file, null, 2)}\n`]));
}

/** The text of every JSON file in the folder, by its path in the folder. */
export function readFiles(): Record<string, string> {
  return Object.fromEntries(
    globSync("**/*.json", { cwd: folder })
      .map((name) => name.replaceAll("\\", "/"))
      .map((name) => [name, readFileSync(new URL(name, folder), "utf8")]),
  );
}
