import { presets } from "@journey-kit/schemas/profile";
import { routeOf } from "@journey-kit/schemas/routes";
import { ruleIds, ruleOf } from "@journey-kit/schemas/rules";
import type { Case, CaseRequest, Expectation } from "./case.ts";
import { cases } from "./cases.ts";
import { describeGiven } from "./given.ts";
import { toWords } from "./shape.ts";

const longest = 400;
const sections: readonly string[] = [...new Set(cases.map(({ rule }) => ruleOf(rule).spec))];

/** Renders the cases as a Markdown page with one table for each section of the specification. */
export const toCasePage = (): string => `---
title: Cases
---

Each case checks one rule of the specification with one request. The preparations in the column *given* come first. \`runCases(target)\` runs all cases against a server, and \`journey-contract cases\` does the same from the command line ([guide](/guides/test-a-server/)). \`pnpm emit\` generates this page from the cases, and a test keeps it up to date.

Strings that start with \`$\` are placeholders. \`$instance\` is the id of the latest instance, \`$interaction\` the id of the current interaction, \`$task\` the id of the first open task, and \`$resource:…\` the resource id of a journey. The last column shows the expected response under the profile \`specified\`, and the response under \`observed\` if it is different. Every response must match its schema and have an \`X-Request-ID\` header.

${sections.map(toSection).join("\n\n")}

## Rules without a case

${toTable(
  ["rule", "reason"],
  ruleIds.flatMap((id) => (ruleOf(id).observable === false ? [[`\`${id}\``, ruleOf(id).why ?? ""]] : [])),
)}
`;

function toSection(spec: string): string {
  const rows = cases.filter(({ rule }) => ruleOf(rule).spec === spec).map((one, i, all) => toRow(one, all[i - 1]));
  return `## Spec ${spec}\n\n${toTable(["case", "rule", "given", "request", "response"], rows)}`;
}

const toRow = (one: Case, before: Case | undefined): readonly string[] => [
  `\`${one.id}\``,
  one.rule === before?.rule ? "" : ruleOf(one.rule).text,
  one.given.map(describeGiven).join("; "),
  toRequest(one.request),
  toAnswers(one),
];

function toRequest({ route, method, path, body, text, headers, authorization, client, region }: CaseRequest): string {
  const where = path === undefined ? route : `${route} at ${path}`;
  const parts = [
    `\`${method === undefined ? "" : `${method} `}${where}\``,
    ...(method === "GET" ? [] : [toCode(text ?? JSON.stringify(body))]),
    ...Object.entries(headers ?? {}).map(([name, value]) => `\`${name}: ${value}\``),
    ...(authorization === undefined ? [] : [authorization === null ? "no token" : toCode(authorization)]),
    ...(client === undefined ? [] : [`by ${clientTexts[client]}`]),
    ...(region === undefined ? [] : [`in region ${region}`]),
    ...(routeOf(route).deprecated === undefined ? [] : ["(deprecated)"]),
  ];
  return parts.join(" ");
}

function toAnswers(one: Case): string {
  const [specified, observed] = [presets.specified, presets.observed].map((profile) => {
    const hidden = one.hidden?.(profile);
    return hidden === undefined ? toAnswer(one.response(profile, one.request)) : `not checked: ${hidden}`;
  });
  return specified === observed ? `${specified}` : `${specified}<br>observed: ${observed}`;
}

const clientTexts = {
  reader: "a client that may only read",
  writer: "a client that may start and submit, but not read",
  withoutV2: "a client without v2",
} as const;

const toAnswer = ({ status, shows = {}, headers = {} }: Expectation): string =>
  [
    `**${status}**`,
    ...Object.entries(headers).map(([name, shape]) => `${name}: ${toCode(toWords(shape))}`),
    ...Object.entries(shows).map(([place, shape]) => `${place}: ${toCode(toWords(shape))}`),
  ].join("<br>");

const toCode = (text: string): string =>
  `\`${text.length > longest ? `${text.slice(0, 60)}… (${text.length} characters)` : text || " "}\``;

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const guarded = (cell: string) => cell.replaceAll("|", "\\|");
  return [head, head.map(() => "---"), ...rows.map((row) => row.map(guarded))]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}
