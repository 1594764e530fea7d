import type { Coverage } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { type CoveragePart, findRows, gapOfRow, stateOf, whyUnreachable } from "./rows.ts";

const partOf = async (name: CoveragePart["part"], readings: Readonly<Record<string, string>> = {}) => {
  const simulator = createSimulator({ profile: { preset: "specified", readings } });
  const body = new URLSearchParams({ grant_type: "client_credentials", client_id: "acme", client_secret: "s" });
  const address = "http://simulator.localhost/as/token.oauth2";
  await simulator.fetch(new Request(address, { method: "POST", body }));
  const coverage: Coverage = await simulator.world("acme").coverage();
  return coverage.parts.find(({ part }) => part === name) ?? { part: name, covered: 0, reachable: 0, rows: [] };
};

const all = { text: "", onlyUncovered: false };

test("lists uncovered rows before covered and unreachable ones", async () => {
  const states = findRows(await partOf("endpoints"), all).map(stateOf);
  expect(new Set(states)).toEqual(new Set(["uncovered", "covered", "unreachable"]));
  expect(states.indexOf("covered")).toBe(states.filter((state) => state === "uncovered").length);
  expect(states.at(-1)).toBe("unreachable");
});

test("hides covered and unreachable rows on request", async () => {
  const rows = findRows(await partOf("endpoints"), { text: "", onlyUncovered: true });
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map(stateOf))).toEqual(new Set(["uncovered"]));
});

test("finds rows whose id or text contains every word, in upper or lower case", async () => {
  const rules = await partOf("rules");
  const ids = findRows(rules, { text: "Characters INSTANCE-id", onlyUncovered: false }).map(({ id }) => id);
  expect(ids).toContain("instance-id-length");
  expect(findRows(rules, { text: "characters nowhere", onlyUncovered: false })).toEqual([]);
});

test("finds the gap behind a reading, and behind an endpoint that exists only under some readings", async () => {
  const row = (id: string) => ({ id, text: "", times: 0, reachable: true });
  expect(gapOfRow("readings", row("submit-status=created"))).toBe("submit-status");
  expect(gapOfRow("endpoints", row("v2.startDevice"))).toBe("device-start");
  expect(gapOfRow("endpoints", row("v2.startJourney"))).toBeUndefined();
  expect(gapOfRow("rules", row("instance-id-length"))).toBeUndefined();
});

test("explains an unreachable reading by naming the reading that the world uses", async () => {
  const readings = await partOf("readings", { "submit-status": "created" });
  const row = readings.rows.find(({ id }) => id === "submit-status=ok");
  expect(row && whyUnreachable(readings, row)).toBe("This world uses created.");
});

test("says that an endpoint cannot be covered because a reading removes it", async () => {
  const endpoints = await partOf("endpoints");
  const row = endpoints.rows.find(({ id }) => id === "v2.checkHealth");
  expect(row && stateOf(row)).toBe("unreachable");
  expect(row && whyUnreachable(endpoints, row)).toContain("reading removes it");
});
