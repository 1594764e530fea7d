import { type ControlRouteName, controlRouteNames } from "@journey-kit/schemas/calls";
import { type ControlEndpoint, controlEndpoints } from "@journey-kit/schemas/control";
import { type OpenApiDocument, toControlOpenApi } from "@journey-kit/schemas/emit";
import { describeBody, toFieldList } from "./fields.ts";
import { type ReferencePage, toBlock, toBody, toCodes, toTable } from "./markdown.ts";

type Operation = NonNullable<NonNullable<OpenApiDocument["paths"]>[string]["get"]>;

const openApi = toControlOpenApi();

/** The order of the groups. The groups that testers use most come first. */
const groups: readonly (readonly [tag: string, title: string])[] = [
  ["scenario", "Scenarios"],
  ["clock", "Clock"],
  ["fault", "Faults"],
  ["instance", "Instances"],
  ["journal", "Requests and coverage"],
  ["world", "Worlds"],
  ["simulator", "The simulator"],
];

/** The page of the control API of a simulator. */
export const toControlApiPage = (): ReferencePage => ({
  path: "reference/control-api",
  title: "Control API",
  description: "Every endpoint below /_sim: scenarios, clock, faults, instances, recorded requests and worlds.",
  body: toBody(
    "A test in any language can control a running simulator through the control API. In TypeScript, use `createSimulatorControl` from `@journey-kit/client/control` instead. On the command line, use [`journey`](/reference/command-line/).",
    "All paths start with `/_sim`. In a path, `:world` is the client id that the world belongs to. Bodies are JSON. From another machine, send the value of `--control-token` as a bearer token.",
    toBlock(
      "sh",
      `curl http://127.0.0.1:4010/_sim/worlds/my-tests/clock/advance \\\n  -H "Content-Type: application/json" -d '{"ms":86400000}'`,
    ),
    "## Errors",
    "Errors have the [same form as those of the service](/reference/errors/). If a member is wrong, the error also has its `path`, such as `rules[0].then.outcome`.",
    toTable(
      ["status", "meaning"],
      Object.entries(errorMeanings()).map(([status, meaning]) => [status, meaning]),
    ),
    ...groups.map(([tag, title]) =>
      toBody(
        `## ${title}`,
        openApi.tags?.find(({ name }) => name === tag)?.description,
        ...controlRouteNames.filter((name) => controlEndpoints[name].tag === tag).map(toSection),
      ),
    ),
  ),
});

function operationOf(name: ControlRouteName): Operation {
  const operations = Object.values(openApi.paths ?? {}).flatMap(({ get, post, put, patch, delete: remove }) => [
    get,
    post,
    put,
    patch,
    remove,
  ]);
  const operation = operations.find((one) => one?.operationId === name);
  if (operation === undefined) throw new Error(`The OpenAPI document has no operation ${name}.`);
  return operation;
}

/** The error statuses of an operation, with their descriptions. */
const errorsOf = (name: ControlRouteName): readonly (readonly [status: string, description: string])[] =>
  Object.entries(operationOf(name).responses ?? {}).flatMap(([status, response]) =>
    Number(status) >= 400 && response !== undefined && "description" in response
      ? [[status, response.description ?? ""] as const]
      : [],
  );

/** What each error status means, as the operations describe it that have no refusals of their own. */
function errorMeanings(): Readonly<Record<string, string>> {
  const meanings: Record<string, string> = {};
  for (const name of controlRouteNames) {
    const { refusals }: ControlEndpoint = controlEndpoints[name];
    if (refusals !== undefined) continue;
    for (const [status, meaning] of errorsOf(name)) meanings[status] ??= meaning;
  }
  return meanings;
}

function toSection(name: ControlRouteName): string {
  const { method, path, summary, status, query, request, response, tool }: ControlEndpoint = controlEndpoints[name];
  const answer = describeBody(response);
  const body = request === undefined ? undefined : describeBody(request);
  return toBody(
    `### \`${name}\``,
    summary,
    tool === undefined ? undefined : `**Tool** of [\`journey mcp\`](/guides/agents/): ${tool}`,
    `**\`${method} ${path}\`**`,
    ...(query === undefined ? [] : ["**Query**", toFieldList(describeBody(query).fields)]),
    ...(body === undefined || body.fields.length === 0 ? [] : ["**Body**", toFieldList(body.fields)]),
    `**Response** ${status}: ${answer.link}. ${answer.description ?? ""}`.trim(),
    `**Errors** ${toCodes(errorsOf(name).map(([one]) => one))}`,
    toBlock("sh", toCurl(method, path, body?.example)),
  );
}

/** Values of the parameters of a path, for examples. */
const parameters: Readonly<Record<string, string>> = {
  ":world": "my-tests",
  ":scenario": "rejected",
  ":journey": "age-check",
  ":document": "v2.json",
  ":schema": "Scenario.json",
  ":checkpoint": "$CHECKPOINT",
  ":instance": "$INSTANCE",
  ":module": "Age%20Verification",
};

function toCurl(method: string, path: string, example: unknown): string {
  const address = path.replaceAll(/:\w+/g, (parameter) => parameters[parameter] ?? parameter);
  const isUsual = method === "GET" || (method === "POST" && example !== undefined);
  return [
    `curl ${isUsual ? "" : `-X ${method} `}"http://127.0.0.1:4010${address}"`,
    ...(example === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(example)}'`]),
  ].join(" \\\n  ");
}
