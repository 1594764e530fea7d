// Writes the JSON Schemas of the files that users write to `json`, where an editor finds them in the installed package.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { toFileJsonSchemas } from "@journey-kit/schemas/emit";

const folder = new URL("../json/", import.meta.url);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const [name, schema] of Object.entries(toFileJsonSchemas())) {
  writeFileSync(new URL(name, folder), `${JSON.stringify(schema, null, 2)}\n`);
}
