import { controlSchemas, type JsonSchema, toControlJsonSchemas, toJsonSchemas } from "@journey-kit/schemas/emit";
import { fileSchemaNames, toSchemaPath } from "@journey-kit/schemas/tables";
import { pathOfSchema, toFieldList, toFields } from "./fields.ts";
import { type ReferencePage, toAnchor, toBlock, toBody, toTable } from "./markdown.ts";

const folder = "node_modules/@journey-kit/schemas/json";

/** The pages of the JSON Schemas, of the service and of the control API. */
export const toSchemaPages = (): readonly ReferencePage[] => [
  {
    path: "reference/json-schemas",
    title: "JSON Schemas and OpenAPI",
    description: "The JSON Schemas and OpenAPI documents of the journey service, and the fields of every schema.",
    contents: 2,
    body: toBody(
      `The package \`@journey-kit/schemas\` describes the service as JSON Schema draft-07 and as OpenAPI 3.1, in the folder \`${folder}\`. To get an OpenAPI document for other readings, run \`journey openapi\` with a [profile](/guides/profiles/).`,
      "## Files",
      toTable(
        ["file", "contents"],
        [
          [
            "`<name>.json`",
            "A JSON Schema. There is one file for each schema on this page and on [Schemas of the control API](/reference/control-schemas/).",
          ],
          ["`bundle.json`", "All schemas of the service in one file, under `definitions`."],
          [
            "`openapi-v1.json`, `openapi-v2.json`, `openapi-token.json`",
            "The OpenAPI documents of the service under the profile `specified`.",
          ],
          [
            "`observed/openapi-v1.json`, `observed/openapi-v2.json`, `observed/openapi-token.json`",
            "The same documents under the profile `observed`.",
          ],
          ["`openapi-control.json`", "The OpenAPI document of the [control API](/reference/control-api/)."],
        ],
      ),
      "A request schema accepts what a server with the profile `specified` accepts. A response schema accepts every response that a server can send, whatever its readings.",
      "In TypeScript, import the Zod schemas by the same names:",
      toBlock(
        "ts",
        'import { V2StartRequest } from "@journey-kit/schemas";\n\nV2StartRequest.safeParse({ resourceId: "age-check@latest" });',
      ),
      "## Schemas of the service",
      ...Object.entries(toJsonSchemas()).map(toSection),
    ),
  },
  {
    path: "reference/control-schemas",
    title: "Schemas of the control API",
    description: "The JSON Schemas of the control API, and of scenario, fault, journey and profile files.",
    contents: 2,
    body: toBody(
      `These schemas describe the files that you write for a simulator and the bodies of the [control API](/reference/control-api/). Set \`$schema\` in a file, and your editor completes and checks it:`,
      toBlock(
        "json",
        `{\n  "$schema": "${toSchemaPath("Scenario")}",\n  "name": "rejected",\n  "rules": [],\n  "otherwise": { "outcome": "reject" }\n}`,
      ),
      toTable(
        ["file", "`$schema`"],
        fileSchemaNames.map((name) => [
          `[${files[name]}](/${pathOfSchema(name)}/#${toAnchor(name)})`,
          `\`${toSchemaPath(name)}\``,
        ]),
      ),
      "A running simulator also serves the schemas of these files, for example at `http://127.0.0.1:4010/_sim/schemas/Scenario.json`.",
      "## Schemas",
      ...Object.entries(toControlJsonSchemas())
        .filter(([file]) => controlSchemas.has(file.replace(".json", "")))
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(toSection),
    ),
  },
];

/** What each file that users write contains. */
const files = {
  Scenario: "Scenario",
  FaultPlan: "Fault plan",
  JourneyDefinition: "Journey",
  ProfileFile: "Profile",
} as const;

const toSection = ([file, schema]: readonly [string, JsonSchema]): string =>
  toBody(`### ${file.replace(".json", "")}`, schema.description, toFieldList(toFields(schema)));
