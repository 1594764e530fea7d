import { childrenOf } from "@journey-kit/schemas";
import {
  type Endpoint,
  type EndpointName,
  endpointFor,
  endpointNames,
  endpointOf,
  endpoints,
  isDeprecated,
  notSimulated,
  pathsUnder,
  refusalsOf,
  resolveReading,
} from "@journey-kit/schemas/endpoints";
import { type GapId, gapIds, gapOf, type Profile, presets, ruleIds, ruleOf } from "@journey-kit/schemas/tables";
import * as z from "zod";
import { cases } from "../../packages/contract-tests/src/server/cases/cases.ts";
import { formsOf } from "../../packages/schemas/src/meta.ts";
import { type Body, describeBody, toFieldList } from "./fields.ts";
import {
  type ReferencePage,
  toBlock,
  toBody,
  toDetails,
  toEndpointLink,
  toErrorLink,
  toGapLink,
  toList,
  toRuleLink,
  toTag,
} from "./markdown.ts";
import { listGapsThatChange } from "./readings.ts";
import { titleOf } from "./sections.ts";

const groups: readonly (readonly [title: string, isMember: (route: Endpoint) => boolean])[] = [
  ["Access tokens", ({ apiVersion }) => apiVersion === "token"],
  ["v2", ({ apiVersion, path }) => apiVersion === "v2" && !isAdded(path)],
  ["v1", ({ apiVersion }) => apiVersion === "v1"],
  ["Hosted pages", ({ apiVersion }) => apiVersion === "hosted"],
  ["Endpoints beyond the specification", ({ apiVersion, path }) => apiVersion === "v2" && isAdded(path)],
];

const isAdded = (path: Endpoint["path"]): boolean => typeof path === "object" && path.gap === "extension-endpoints";

const address = "http://127.0.0.1:4010";

/** The page of the endpoints of the service. */
export const toEndpointsPage = (): ReferencePage => ({
  path: "reference/endpoints",
  title: "Endpoints",
  description: "Every endpoint of the journey service: paths, fields, statuses, errors, rules and gaps.",
  body: toBody(
    "The examples call a simulator at its default address. First get a token and store it in `TOKEN`. In the examples, replace `4f9c2b7e1d3a4c58` with the id of your instance, and `Zk3vQ8` with your connect token.",
    toBlock(
      "sh",
      `TOKEN=$(curl -s ${address}/as/token.oauth2 \\\n  -d grant_type=client_credentials -d client_id=my-tests -d client_secret=any -d scope=service.token |\n  node -p 'JSON.parse(require("fs").readFileSync(0)).access_token')`,
    ),
    `This page lists fields, statuses and errors under the profile ${toTag("specified")}. A line with the label ${toTag("observed")} shows what is different under that profile. To select a region, put \`/eu\`, \`/us\` or \`/au\` before the path. Every response has the header \`X-Request-ID\`, and every response of a simulator has \`X-Sim-Basis\`, which lists the rules and readings that decided the response.`,
    ...groups.map(([title, isMember]) =>
      toBody(`## ${title}`, ...endpointNames.filter((name) => isMember(endpointOf(name))).map(toSection)),
    ),
    "## Not simulated",
    `Published clients also call the v2 endpoints whose paths end as follows. The specification does not define them, and the simulator does not serve them. If gap ${toGapLink("extension-endpoints")} is \`present\`, they return 404 with the error ${toErrorLink("NOT_SIMULATED")}.`,
    toList(notSimulated.map((end) => `\`${end}\``)),
  ),
});

function toSection(name: EndpointName): string {
  const route = endpointOf(name);
  const rules = ruleIds.filter((id) => cases.some(({ rule, request }) => rule === id && request.route === name));
  const gaps = gapsOf(name);
  return toBody(
    `### \`${name}\``,
    `${route.summary} ${route.extension ?? ""}`.trim(),
    toPaths(route).join("<br>"),
    toDeprecation(name),
    toList([toAccess(route), `See section ${route.spec} of the specification, ${titleOf(route.spec)}`]),
    ...toRequest(name),
    ...toResponse(name),
    toErrors(name),
    toCurl(name),
    toExample(name),
    rules.length === 0
      ? undefined
      : toDetails(`Rules (${rules.length})`, toList(rules.map((id) => `${ruleOf(id).text} ${toRuleLink(id)}`))),
    gaps.length === 0
      ? undefined
      : toDetails(`Gaps (${gaps.length})`, toList(gaps.map((id) => `${gapOf(id).question} ${toGapLink(id)}`))),
  );
}

/** The method and the path. If the path depends on a gap, adds the reading that it requires. */
function toPaths({ method, path, alias }: Endpoint): readonly string[] {
  return [path, ...(alias === undefined ? [] : [alias])].flatMap((one) =>
    typeof one === "string"
      ? [`**\`${method} ${one}\`**`]
      : Object.entries(one.by).map(
          ([reading, value]) => `**\`${method} ${value}\`** if gap ${toGapLink(one.gap)} is \`${reading}\``,
        ),
  );
}

function toDeprecation(name: EndpointName): string | undefined {
  const { deprecated, replacedBy } = endpointOf(name);
  if (replacedBy === undefined) return undefined;
  const replacement = `Use ${toEndpointLink(replacedBy)} instead.`;
  if (deprecated === undefined) return `On v2, use ${toEndpointLink(replacedBy)}.`;
  const date = new Date(deprecated.since * 1_000).toISOString().slice(0, 10);
  const condition =
    deprecated.when === undefined ? "" : ` if gap ${toGapLink(deprecated.when.gap)} is \`${deprecated.when.reading}\``;
  return `**Deprecated** since ${date}${condition}. ${replacement}`;
}

function toAccess({ security, permission }: Endpoint): string {
  const needed =
    permission === undefined
      ? ""
      : typeof permission === "string"
        ? `, with the permission \`${permission}\``
        : `, with the permission ${Object.entries(permission.by)
            .map(([reading, one], i) =>
              i === 0 ? `\`${one}\`` : `\`${one}\` if gap ${toGapLink(permission.gap)} is \`${reading}\``,
            )
            .join(", or ")}`;
  switch (security) {
    case "none":
      return "Requires no bearer token";
    case "customer":
      return `Requires the API client's token${needed}`;
    case "interaction":
      return `Requires the API client's token or an end-user token${needed}`;
  }
}

const bodyUnder = (name: EndpointName, part: "request" | "response", profile: Profile): Body | undefined => {
  const schema = endpointFor(name, profile)[part];
  return schema instanceof z.ZodUndefined ? undefined : describeBody(schema);
};

function toRequest(name: EndpointName): readonly string[] {
  const body = bodyUnder(name, "request", presets.specified);
  if (body === undefined) return ["**Request**: no body."];
  return [
    "**Request**",
    toFieldList([...body.fields, ...toChanges(body, bodyUnder(name, "request", presets.observed))]),
  ];
}

function toResponse(name: EndpointName): readonly string[] {
  const body = bodyUnder(name, "response", presets.specified);
  const statuses = [presets.specified, presets.observed].map((profile) =>
    resolveReading(profile, endpointOf(name).status),
  );
  const [specified, observed] = statuses;
  const difference = specified === observed ? "" : ` (${toTag("observed")} ${observed})`;
  if (endpointOf(name).apiVersion === "hosted") return [`**Response** ${specified}: an HTML page.`];
  return [
    `**Response** ${specified}${difference}`,
    ...(body === undefined
      ? []
      : [toFieldList([...body.fields, ...toChanges(body, bodyUnder(name, "response", presets.observed))])]),
  ];
}

/** The fields that differ under the profile `observed`. */
function toChanges(specified: Body, observed: Body | undefined): readonly string[] {
  const added = (observed?.fields ?? []).filter((field) => !specified.fields.includes(field));
  const paths = new Set((observed?.fields ?? []).map(pathOf));
  const removed = specified.fields.map(pathOf).filter((path) => !paths.has(path));
  const withoutChoice = (line: string) => line.replace(/^(either|or) /, "");
  return [...added.map(withoutChoice), ...removed.map((path) => `without ${withoutChoice(path)}`)].map(
    (line) => `${toTag("observed")} ${line}`,
  );
}

const pathOf = (field: string): string => field.split(":", 1)[0] ?? field;

function toErrors(name: EndpointName): string | undefined {
  const toLines = (profile: Profile) =>
    [...refusalsOf(endpointOf(name), profile)].map(
      ([status, names]) => `${status}: ${names.map(toErrorLink).join(", ")}`,
    );
  const specified = toLines(presets.specified);
  const observed = toLines(presets.observed).filter((line) => !specified.includes(line));
  if (!hasErrors(name)) return undefined;
  return toBody("**Errors**", toList([...specified, ...observed.map((line) => `${toTag("observed")} ${line}`)]));
}

/** Whether callers of an endpoint receive its errors as documented: it is not a page and not the health check. */
export const hasErrors = (name: EndpointName): boolean =>
  endpointOf(name).apiVersion !== "hosted" && endpointOf(name).method !== "GET";

function toCurl(name: EndpointName): string | undefined {
  const { apiVersion, method, security } = endpointOf(name);
  const [path] = pathsUnder(presets.specified, endpointOf(name));
  const example = bodyUnder(name, "request", presets.specified)?.example;
  if (path === undefined || apiVersion === "hosted" || example === undefined) return undefined;
  if (apiVersion === "token") return undefined; // the introduction shows the request
  const lines = [
    `curl ${method === "POST" ? "" : `-X ${method} `}${address}${path}`,
    ...(security === "none" ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    '-H "Content-Type: application/json"',
    `-d '${JSON.stringify(example)}'`,
  ];
  return toBlock("sh", lines.join(" \\\n  "));
}

/** Formats JSON. A value that fits into a line stays on that line. */
function toJson(value: unknown, indent = ""): string {
  const line = JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, " ");
  if (typeof value !== "object" || value === null || indent.length + line.length <= 100) return line;
  const deeper = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((entry) => toJson(entry, deeper))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${toJson(member, deeper)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${deeper}${entries.join(`,\n${deeper}`)}\n${indent}${close}`;
}

const interactionId = "document-and-selfie:interaction:person@latest";
const v1Variant = "data-verification-v1";

/** An example of the response. */
function toExample(name: EndpointName): string | undefined {
  const example = bodyUnder(name, "response", presets.specified)?.example;
  if (example === undefined) return undefined;
  const text = toJson(example);
  // On v2, a task is the current interaction.
  const isOnV2 = endpointOf(name).apiVersion === "v2";
  const own = isOnV2 ? text.replaceAll(/"\w+\.1"/g, `"${interactionId}"`).replaceAll(v1Variant, "person") : text;
  return toBody("Example response:", toBlock("json", own));
}

/** The gaps that change an endpoint: its path, its status, its errors, its bodies, or the response of a case. */
function gapsOf(name: EndpointName): readonly GapId[] {
  const forms = new Set([...formsIn(endpoints[name].request), ...formsIn(endpoints[name].response)]);
  const changing = listGapsThatChange((profile) => toBehaviour(name, profile));
  return gapIds.filter((id) => forms.has(id) || changing.includes(id));
}

/** Everything about an endpoint that depends on a profile, as text to compare. */
function toBehaviour(name: EndpointName, profile: Profile): string {
  const route = endpointOf(name);
  return JSON.stringify([
    pathsUnder(profile, route),
    resolveReading(profile, route.status),
    route.permission === undefined ? undefined : resolveReading(profile, route.permission),
    isDeprecated(profile, route),
    [...refusalsOf(endpointOf(name), profile)],
    cases
      .filter(({ request }) => request.route === name)
      .map(({ request, response, hidden }) => hidden?.(profile) ?? response(profile, request)),
  ]);
}

/** The gaps that change a schema or a part of it. */
function formsIn(
  schema: z.core.$ZodType,
  found = new Set<string>(),
  seen = new Set<z.core.$ZodType>(),
): ReadonlySet<string> {
  if (seen.has(schema)) return found;
  seen.add(schema);
  for (const gap of Object.keys(formsOf(schema))) found.add(gap);
  for (const part of childrenOf(schema)) formsIn(part, found, seen);
  return found;
}
