import { createConfig, lintFromString, type NormalizedProblem } from "@redocly/openapi-core";
import spectral, { type RulesetDefinition } from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { expect, test } from "vitest";
import { toControlOpenApi, toOpenApi } from "../src/emit/openapi.ts";
import { presets } from "../src/tables/profile.ts";

const cases = (["specified", "observed"] as const).flatMap((preset) =>
  (["v1", "v2", "token"] as const).map((part) => ({ preset, part, document: toOpenApi(part, presets[preset]) })),
);

const oas = rulesets.oas as RulesetDefinition; // the types of the two packages do not match

async function lintWithRedocly(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config });
  return problems.filter((one) => !isOfHealth(one)).map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

/** Whether a problem is that the health check, which refuses nothing, has no 4xx response. */
const isOfHealth = ({ ruleId, location }: NormalizedProblem): boolean =>
  ruleId === "operation-4xx-response" && location.some(({ pointer }) => pointer?.includes("journey~1health"));

async function lintWithSpectral(document: object): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[oas, "recommended"]], rules: {} });
  const problems = await linter.run(JSON.stringify(document));
  return problems.map(({ code, path, message }) => `${code} at ${path.join(".")}: ${message}`);
}

test.each(cases)("Redocly accepts the $part document for the profile `$preset` (spec 4)", async ({ document }) => {
  expect(await lintWithRedocly(document)).toEqual([]);
});

test.each(cases)("Spectral accepts the $part document for the profile `$preset` (spec 4)", async ({ document }) => {
  expect(await lintWithSpectral(document)).toEqual([]);
});

test("both linters accept the control API document", async () => {
  expect(await lintWithRedocly(toControlOpenApi())).toEqual([]);
  expect(await lintWithSpectral(toControlOpenApi())).toEqual([]);
});

test("both linters report a document without servers", async () => {
  const document = { ...toOpenApi("token", presets.specified), servers: [] };
  expect(await lintWithRedocly(document)).toEqual([expect.stringContaining("no-empty-servers")]);
  expect(await lintWithSpectral(document)).toEqual([expect.stringContaining("oas3-api-servers")]);
});
