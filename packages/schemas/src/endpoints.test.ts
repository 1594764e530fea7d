import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { callsFile, toCalls } from "../scripts/emission.ts";
import { toJsonSchemas } from "./emit/json-schema.ts";
import { endpointNames, endpointOf, pathsOf, refusalsOf } from "./endpoints.ts";
import { presets } from "./tables/profile.ts";

const rows = endpointNames.map((name) => ({ name, ...endpointOf(name) }));
const emitted = JSON.parse(JSON.stringify(toJsonSchemas()));

test("the file for clients contains the endpoints as they are", () => {
  expect(readFileSync(callsFile, "utf8"), "Run `pnpm emit`.").toBe(toCalls());
});

test.each(rows)("$name issues a token exactly if its response has one (spec 5)", ({ issuesToken, response }) => {
  const members = Object.keys(emitted[`${response.meta()?.id}.json`]?.properties ?? {});
  expect(members.some((member) => /token$/i.test(member))).toBe(issuesToken === true);
});

test.each(rows)("$name is replaced by an endpoint, if at all (spec 4.2, 4.3, 9)", (row) => {
  const isOld = row.apiVersion === "v1" || row.deprecated !== undefined;
  expect(row.replacedBy !== undefined).toBe(isOld);
  if (row.replacedBy !== undefined) expect(endpointNames).toContain(row.replacedBy);
});

test.each(rows)("$name needs a bearer token exactly if its world comes from one (spec 5)", (row) => {
  const isOpen = row.path === "/journey/:instanceId" || row.world !== "bearer" || row.method === "GET";
  expect(row.security === "none").toBe(isOpen);
});

test("no two endpoints have the same path and method", () => {
  const places = rows.flatMap((row) => pathsOf(row).map((path) => `${row.method} ${path}`));
  expect(new Set(places).size).toBe(places.length);
});

test.each([
  ["a reading applies", "v1.startJourney", "OPEN_TASKS", "v1-sync-open-tasks", "refused", "accepted"],
  ["another reading applies", "v2.connectDevice", "MISSING_TOKEN", "connect-token-place", "header", "body"],
  ["the rate is limited", "v2.submitInteraction", "RATE_LIMITED", "rate-limit", "limited", "none"],
  [
    "its status is an error",
    "v2.fetchInteraction",
    "NO_INTERACTION",
    "interaction-while-running",
    "conflict",
    "processing",
  ],
] as const)("a refusal is possible only if %s (spec 7)", (_, name, refusal, gap, possible, impossible) => {
  const refusals = (reading: string) =>
    [...refusalsOf(endpointOf(name), { ...presets.specified, [gap]: reading }).values()].flat();
  expect(refusals(possible)).toContain(refusal);
  expect(refusals(impossible)).not.toContain(refusal);
});
