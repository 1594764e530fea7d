import {
  gapIds,
  gapOf,
  type ProfileInput,
  presets,
  resolveProfile,
  ruleIds,
  ruleOf,
} from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { describe, expect, test } from "vitest";
import { isThorough } from "../../../vitest.shared.ts";
import type { CaseResult } from "../src/server/cases/case.ts";
import { cases } from "../src/server/cases/cases.ts";
import { runCases } from "../src/server/cases/run-cases.ts";
import type { Target } from "../src/service/target.ts";
import { openTarget, toCaseOptions, toSimulatorOptions, toTarget } from "./case-target.ts";

const timeout = 120_000;

/** Every reading that differs from `specified`, with the readings that it requires. */
const single: readonly (readonly [string, ProfileInput])[] = gapIds.flatMap((id) =>
  Object.keys(gapOf(id).options)
    .filter((reading) => reading !== gapOf(id).specified)
    .map((reading) => {
      const needed = Object.entries(gapOf(id).requires?.[reading] ?? {}).map(([other, [first]]) => [other, first]);
      const readings = Object.fromEntries([...needed, [id, reading]]);
      return [`${id}=${reading}`, { readings } as ProfileInput] as const; // the readings come from the register
    }),
);

/** In `npm test`, three readings together that affect many cases. In CI, each reading alone. */
const several: ProfileInput = {
  readings: { "interaction-token": "end-user", "missing-element": "of-interaction", "v1-error-body": "errors" },
};
const tried = isThorough ? single : [["end-user, of-interaction and errors", several] as const];

const only = (results: readonly CaseResult[], status: CaseResult["status"]) =>
  results.filter((result) => result.status === status).map(({ line }) => line);

async function runUnder(choice: ProfileInput): Promise<readonly CaseResult[]> {
  const { target, options } = openTarget(choice);
  return runCases(target, options);
}

test("every rule that a single request can test has a case, and no other rule has one", () => {
  const shown = new Set(cases.map(({ rule }) => rule));
  expect(ruleIds.filter((id) => (ruleOf(id).observable !== false) !== shown.has(id))).toEqual([]);
});

test("no two cases share an id", () => {
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});

describe("the simulator passes every case", () => {
  test.each(["specified", "observed"] as const)("under the profile %s (spec 1 to 9)", { timeout }, async (preset) => {
    const results = await runUnder(preset);
    expect(only(results, "failed")).toEqual([]);
    expect(only(results, "passed").length).toBeGreaterThan(280);
    for (const line of only(results, "skipped"))
      expect(line).toMatch(/no response can show the rule under|the selfie again/);
  });

  test.each(tried)("under the reading %s", { timeout }, async (_, choice) => {
    expect(only(await runUnder(choice), "failed")).toEqual([]);
  });
});

test.runIf(isThorough)("every case has the same result over HTTP and in process", { timeout }, async () => {
  const { url, close } = await serveSimulator(createSimulator(toSimulatorOptions("specified")), { port: 0 });
  const served = await runCases(toTarget(url, "specified"), toCaseOptions(url)).finally(close);
  expect(served).toEqual(await runUnder("specified"));
});

test("without options, each case passes, or is skipped with a reason", {
  timeout,
}, async () => {
  const { fetch } = createSimulator({ latency: 0 });
  const results = await runCases({ baseUrl: "http://127.0.0.1", clientId: "kit", clientSecret: "any", fetch });
  expect(only(results, "failed")).toEqual([]);
  expect(only(results, "passed").length).toBeGreaterThan(240);
  const reasons = results.filter(({ status }) => status === "skipped").map(({ line }) => line.replace(/^.*?\): /, ""));
  expect([...new Set(reasons)].toSorted()).toEqual([
    "needs a longer timeoutMs, or advance in the target to move the clock",
    "needs a simulator: set control in the target",
    "needs an address in the option regions.au",
    "needs an address in the option regions.eu",
    "needs an address in the option regions.us",
    "needs credentials in the option clients.reader",
    "needs credentials in the option clients.withoutV2",
    "needs credentials in the option clients.writer",
    "needs the journey kit-europe@latest: publish caseJourneys",
    "needs the journey kit-extras@latest: publish caseJourneys",
    "needs the journey kit-leaves@latest: publish caseJourneys",
    "needs the journey kit-older-in-us@latest: publish caseJourneys",
    "needs the journey kit-outcomes@latest: publish caseJourneys",
    "needs the journey kit-screened-v1@latest: publish caseJourneys",
    "needs the journey kit-screened@latest: publish caseJourneys",
    "needs the journey kit-variants-v1@latest: publish caseJourneys",
    "needs the journey kit-versions@1: publish caseJourneys",
    "needs the journey kit-versions@latest: publish caseJourneys",
    "needs the option burst, because the case sends more than 60 starts within a minute",
    "no response can show the rule under extension-endpoints=absent",
    "no response can show the rule under interaction-fetch-layout=flat",
    "no response can show the rule under prefill-covers=required",
  ]);
});

test.each([400, 404])(
  "a case is skipped if a service refuses an unknown journey with %d (spec 4.2)",
  async (status) => {
    const { fetch } = createSimulator({ latency: 0 });
    const refuse = async (request: Request) => {
      const response = await fetch(request);
      return response.status === 404 ? new Response(response.body, { status, headers: response.headers }) : response;
    };
    const target = { baseUrl: "http://127.0.0.1", clientId: "kit", clientSecret: "any", fetch: refuse };
    const lines = (await runCases(target, { only: ["resource-id-latest"] })).map((result) => result.line);
    expect(lines.filter((line) => line.includes("kit-versions"))).toEqual([
      expect.stringMatching(/: needs the journey kit-versions@latest: publish caseJourneys$/),
    ]);
  },
);

test("a case also reports a broken rule about all responses, such as a missing X-Request-ID (spec 7)", async () => {
  const { target, options } = openTarget("specified");
  const nameless: NonNullable<Target["fetch"]> = async (request) => {
    const { status, body } = await (target.fetch ?? fetch)(request);
    return new Response(body, { status });
  };
  const [result] = await runCases({ ...target, fetch: nameless }, { ...options, only: ["submit-success-body"] });
  expect(result).toMatchObject({ status: "failed", rule: "request-id-always", spec: "7" });
  expect(result?.line).toContain("request-id-always, seen in submit-success-body (spec 7)");
});

test("uses the target's own resource ids to start journeys (spec 2.1)", async () => {
  const { fetch } = createSimulator({ latency: 0 });
  const seen: string[] = [];
  const watched = async (request: Request) => {
    seen.push(await request.clone().text());
    return fetch(request);
  };
  const target = { baseUrl: "http://127.0.0.1", clientId: "kit", clientSecret: "any", fetch: watched };
  await runCases(target, { only: ["delivery-api-no-url"], journeys: { "age-check": "age-check-preview" } });
  expect(seen.some((text) => text.includes('"resourceId":"age-check-preview@latest"'))).toBe(true);
});

test("the target's readings determine the expected response", async () => {
  const { target, options } = openTarget({ readings: { "duplicate-element": "replaces" } });
  const asked = { ...options, only: ["submit-duplicate-refused"] as const };
  const mistaken = await runCases({ ...target, profile: presets.specified }, asked);
  expect(only(mistaken, "failed").length).toBeGreaterThan(0);
  expect(resolveProfile({ readings: { "duplicate-element": "replaces" } })).toEqual(target.profile);
  expect(only(await runCases(target, asked), "failed")).toEqual([]);
});
