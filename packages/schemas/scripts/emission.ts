import { globSync, readFileSync } from "node:fs";
import { toControlJsonSchemas, toJsonSchemaBundle, toJsonSchemas } from "../src/emit/json-schema.ts";
import { openApiParts, toControlOpenApi, toOpenApi } from "../src/emit/openapi.ts";
import type { Endpoint } from "../src/endpoint.ts";
import { endpointNames, endpointOf } from "../src/endpoints.ts";
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

/** The source file with what a client needs of the endpoints. */
export const callsFile = new URL("../src/tables/calls.ts", import.meta.url);

/** The text of {@link callsFile}. */
export function toCalls(): string {
  const rows = endpointNames
    .map((name) => [name, endpointOf(name)] as const)
    .filter(([, { apiVersion, path }]) => {
      const isAdded = typeof path === "object" && path.gap === "extension-endpoints";
      return apiVersion !== "hosted" && !isAdded;
    });
  const toTable = (columnOf: (row: Endpoint) => unknown) =>
    rows
      .filter(([, row]) => columnOf(row) !== undefined)
      .map(([name, row]) => `  ${JSON.stringify(name)}: ${JSON.stringify(columnOf(row))},\n`)
      .join("");
  const replacements = rows.flatMap(([from, { replacedBy: to, deprecated, spec }]) =>
    to === undefined ? [] : [`  ${JSON.stringify({ from, to, deprecated: deprecated !== undefined, spec })},\n`],
  );
  const listing = rows.filter(([, row]) => row.listsOutstanding).map(([name]) => name);
  return `// biome-ignore-all format: \`pnpm emit\` writes this file from the endpoints, for clients that load no schemas.

/** Path of each endpoint that a client calls, relative to the regional address. */
export const paths = {
${toTable(({ path }) => path)}} as const;

/** What to do if the response of an endpoint is lost, unless the request may simply be repeated. Spec 4.2, 4.4. */
export const retries = {
${toTable(({ retry }) => retry)}} as const;

/** The endpoints whose responses list what an instance is waiting for. */
export const listing: readonly string[] = ${JSON.stringify(listing)};

/** Every v1 endpoint and every deprecated one, with the endpoint to call instead. Spec 4.2, 4.3, 9. */
export const replacements = [
${replacements.join("")}] as const;
`;
}
