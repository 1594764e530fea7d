import { endpointOf } from "@journey-kit/schemas/endpoints";
import { presets, type RuleId, ruleIds, ruleOf } from "@journey-kit/schemas/tables";
import type { Case, CaseRequest, Expectation, Given } from "../../packages/contract-tests/src/server/cases/case.ts";
import { cases } from "../../packages/contract-tests/src/server/cases/cases.ts";
import { renderShape } from "../../packages/contract-tests/src/server/cases/shape.ts";
import { type ReferencePage, toAnchor, toBody, toEndpointLink, toList, toRuleLink, toTable } from "./markdown.ts";
import { chapterOf, titleOf } from "./sections.ts";

const longest = 400;

const chapters: readonly string[] = [...new Set(cases.map(({ rule }) => chapterOf(ruleOf(rule).spec)))];
const casesOf = (chapter: string) => cases.filter(({ rule }) => chapterOf(ruleOf(rule).spec) === chapter);
const pathOf = (chapter: string): string => `reference/cases/${toAnchor(titleOf(chapter))}`;

/** Links to the cases of a rule. */
export const toCasesLink = (rule: RuleId, text: string): string =>
  `[${text}](/${pathOf(chapterOf(ruleOf(rule).spec))}/#${toAnchor(rule)})`;

/** The pages of the cases: an overview, and one page for each chapter of the specification. */
export const toCasePages = (): readonly ReferencePage[] => [
  {
    path: "reference/cases",
    title: "Cases",
    description: "The cases that check whether a server follows the specification.",
    body: toBody(
      "Each case checks one rule of the specification with one request. `journey server` runs all cases against a simulator, and `runCases(target)` runs them against any server ([guide](/guides/test-a-server/)).",
      toTable(
        ["chapter", "rules", "cases"],
        chapters.map((chapter) => [
          `[${chapter} ${titleOf(chapter)}](/${pathOf(chapter)}/)`,
          `${new Set(casesOf(chapter).map(({ rule }) => rule)).size}`,
          `${casesOf(chapter).length}`,
        ]),
      ),
      "## How to read a case",
      toList([
        "**Given** lists what happens before the request.",
        "**Request** is the request that the case checks.",
        "**Response** is the expected response under the profile `specified`. **Under `observed`** is the response under that profile, if it is different.",
      ]),
      "Every response must match its schema and have an `X-Request-ID` header.",
      "Journeys whose names start with `kit-` are not built into the simulator. To run their cases, publish [`caseJourneys`](/guides/test-a-server/).",
      "Strings that start with `$` are placeholders:",
      toTable(
        ["placeholder", "value"],
        [
          ["`$instance`", "the id of the latest instance"],
          ["`$interaction`", "the id of the current interaction"],
          ["`$task`", "the id of the first open task"],
          ["`$resource:…`", "the resource id of the journey with this id"],
          ["`$token`", "an access token of the client"],
          ["`$client`, `$secret`, `$username`, `$password`", "the credentials of the client"],
          ["`$basic`", "the client id and secret, encoded for HTTP Basic authentication"],
          ["any other", "a value that a step under **Given** saved under this name"],
        ],
      ),
      "## Rules without a case",
      "No request can show whether a server follows these rules.",
      toList(
        ruleIds.flatMap((id) => (ruleOf(id).observable === false ? [`${toRuleLink(id)}: ${ruleOf(id).why}`] : [])),
      ),
    ),
  },
  ...chapters.map(toChapterPage),
];

function toChapterPage(chapter: string): ReferencePage {
  const own = casesOf(chapter);
  const sections = [...new Set(own.map(({ rule }) => ruleOf(rule).spec))];
  return {
    path: pathOf(chapter),
    title: `Cases: ${titleOf(chapter)}`,
    description: `The cases that check chapter ${chapter} of the specification, ${titleOf(chapter)}.`,
    contents: 2,
    body: toBody(
      "[How to read a case](/reference/cases/#how-to-read-a-case)",
      ...sections.map((section) =>
        toBody(
          `## ${section} ${titleOf(section)}`,
          ...ruleIds.filter((id) => ruleOf(id).spec === section).map((id) => toRule(id, own)),
        ),
      ),
    ),
  };
}

function toRule(id: RuleId, own: readonly Case[]): string | undefined {
  const checks = own.filter(({ rule }) => rule === id);
  return checks.length === 0 ? undefined : toBody(`### \`${id}\``, ruleOf(id).text, toList(checks.map(toCase)));
}

/** Renders a case as an entry of a list, with its parts on separate lines. */
function toCase(one: Case): string {
  const [specified, observed] = [presets.specified, presets.observed].map((profile) => {
    const hidden = one.hidden?.(profile);
    return hidden === undefined
      ? toResponse(one.response(profile, one.request))
      : `not checked: ${hidden.replace(/under (\S+)=(\S+)$/, "if gap `$1` is `$2`")}`;
  });
  return [
    `**\`${one.id}\`**`,
    ...(one.given.length === 0 ? [] : [`Given: ${one.given.map(toGiven).join("; ")}`]),
    `Request: ${toRequest(one.request)}`,
    `Response: ${specified}`,
    ...(specified === observed ? [] : [`Under \`observed\`: ${observed}`]),
  ].join("<br>");
}

function toRequest({ route, method, path, body, text, headers, authorization, client, region }: CaseRequest): string {
  return [
    ...(method === undefined ? [] : [`\`${method}\``]),
    toEndpointLink(route),
    ...(path === undefined ? [] : [`at \`${path}\``]),
    ...(method === "GET" ? [] : [toCode(text ?? JSON.stringify(body))]),
    ...Object.entries(headers ?? {}).map(([name, value]) => `with the header \`${name}: ${value}\``),
    ...(authorization === undefined ? [] : [toAuthorization(authorization)]),
    ...(client === undefined ? [] : [`from ${clientTexts[client]}`]),
    ...(region === undefined ? [] : [`in the region \`${region}\``]),
    ...(endpointOf(route).deprecated === undefined ? [] : ["(deprecated)"]),
  ].join(" ");
}

const toAuthorization = (header: string | null): string =>
  header === null ? "without a token" : `with the header \`authorization: ${header}\``;

const clientTexts = {
  reader: "a client that may only read",
  writer: "a client that may start and submit but not read",
  withoutV2: "a client that may not use v2",
} as const;

const toResponse = ({ status, shows = {}, headers = {} }: Expectation): string =>
  [
    `**${status}**`,
    ...Object.entries(headers).map(([name, shape]) => `header \`${name}\`: ${toCode(renderShape(shape))}`),
    ...Object.entries(shows).map(([place, shape]) => `\`${place}\`: ${toCode(renderShape(shape))}`),
  ].join(", ");

const toCode = (text: string): string =>
  `\`${text.length > longest ? `${text.slice(0, 60)}… (${text.length} characters)` : text || " "}\``;

/** Describes a preparation. The words of the command line are short: "a v2 age-check". */
function toGiven(given: Given): string {
  const { text } = given;
  switch (given.do) {
    case "start":
      if (given.request.client !== undefined) return `an instance was started by ${clientTexts[given.request.client]}`;
      return text
        .replace(/^a (v[12]) (\S+)/, "an instance of `$2` was started on $1")
        .replace(/^a synchronous (v[12]) (\S+)/, "an instance of `$2` was started synchronously on $1")
        .replace(/ with ([A-Z]\w+(?:, [A-Z]\w+)*)$/, " with prefill for $1")
        .replace(/ with (config|subject) (\{.*\})/, " with $1 `$2`");
    case "arm":
      return typeof given.scenario === "string"
        ? `the scenario \`${given.scenario}\` was armed`
        : `a scenario was armed: "${given.scenario.description?.replace(/\.$/, "")}"`;
    case "pass":
      return `${(given.by / 1_000).toLocaleString("en-GB")} seconds passed`;
    case "pause":
      return "the instance was paused";
    case "settle":
      return text;
    default:
      return `the client ${text}`;
  }
}
