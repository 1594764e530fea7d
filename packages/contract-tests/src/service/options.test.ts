import { expect, test } from "vitest";
import { ourClient } from "../../test/our-client.ts";
import { checkClient } from "../client/check-client.ts";
import { checkRequirements } from "../client/check-requirements.ts";
import { describeClient } from "../client/suite.ts";
import { runUnderReadings } from "../profiles/run-profiles.ts";

/** Passes options as a caller without type checks would. */
const untyped = (options: object): never => options as never; // the tests pass wrong types

test.each([
  [{ generations: [] }, /^generations: /],
  [{ generations: "v1" }, /^generations: /],
  [{ generations: ["v3"] }, /^generations\.0: /],
  [{ replay: null }, /^replay: /],
  [{ pollIntervalMs: 0 }, /^pollIntervalMs: /],
  [{ timeoutMs: "1s" }, /^timeoutMs: /],
  [{ simulator: "http://127.0.0.1:4010" }, /^simulator: /],
  [{ runs: -1 }, /^runs: /],
  [{ parallel: 0 }, /^parallel: /],
  [{ parallel: 1.5 }, /^parallel: /],
  [{ seed: 0.5 }, /^seed: /],
  [{ limitMs: -1 }, /^limitMs: /],
])("checkClient refuses the options %j and names the wrong one", async (options, message) => {
  const checking = checkClient(ourClient, untyped(options));
  await expect(checking).rejects.toThrow(TypeError);
  await expect(checking).rejects.toThrow(message);
});

test.each([
  ["checkRequirements", checkRequirements],
  ["runUnderReadings", runUnderReadings],
])("%s needs a simulator", async (_, check) => {
  const checking = check(ourClient, untyped({}));
  await expect(checking).rejects.toThrow(/^simulator: /);
  await expect(checking).rejects.toThrow(TypeError);
});

test("describeClient refuses invalid options when the suite is defined", () => {
  const suite = { describe: () => undefined, test: () => undefined, afterAll: () => undefined };
  expect(() => describeClient(suite, "client", ourClient, untyped({ generations: [] }))).toThrow(/^generations: /);
});
