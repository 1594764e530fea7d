import { expect, test } from "vitest";
import { ourClient } from "../../test/our-client.ts";
import { checkClient } from "./check.ts";
import { checkOptions } from "./options.ts";
import { describeClient } from "./suite.ts";

/** Passes options as a caller without type checks would. */
const untyped = (options: object): never => options as never; // the tests pass wrong types

test.each([
  [{ apiVersion: [] }, /^apiVersion: /],
  [{ apiVersion: "v3" }, /^apiVersion: /],
  [{ run: "kit@latest" }, /^run: /],
  [{ run: { resourceId: "kit@latest", apiVersion: "v3" } }, /^run\.apiVersion: /],
  [{ replay: null }, /^replay: /],
  [{ only: "ends" }, /^only: /],
  [{ except: [1] }, /^except\.0: /],
  [{ allowUntested: "ends" }, /^allowUntested: /],
  [{ pollIntervalMs: 0 }, /^pollIntervalMs: /],
  [{ timeoutMs: "1s" }, /^timeoutMs: /],
  [{ simulator: "http://127.0.0.1:4010" }, /^simulator: /],
  [{ generate: -1 }, /^generate: /],
  [{ generate: 1.5 }, /^generate: /],
  [{ exhaustive: 6 }, /^exhaustive: /],
  [{ everyReading: "yes" }, /^everyReading: /],
  [{ conditions: [{ id: "mine", runs: [] }] }, /^conditions\.0\.runs: /],
  [{ parallel: 0 }, /^parallel: /],
  [{ parallel: 1.5 }, /^parallel: /],
  [{ seed: 0.5 }, /^seed: /],
  [{ min: "70" }, /^min: /],
  [{ seconds: 0 }, /^seconds: /],
])("checkClient refuses the options %j and names the wrong one", async (options, message) => {
  const checking = checkClient(ourClient, untyped(options));
  await expect(checking).rejects.toThrow(TypeError);
  await expect(checking).rejects.toThrow(message);
});

test("accepts no options, undefined ones and all valid ones", () => {
  const all = {
    apiVersion: "v1",
    generate: 0,
    exhaustive: 5,
    only: [],
    seed: -1,
    min: 70.5,
    seconds: 0.1,
    parallel: 1,
  };
  for (const options of [{}, { seed: undefined, simulator: undefined }, all, { onProgress: () => undefined }])
    expect(() => checkOptions(options)).not.toThrow();
});

test("describeClient refuses invalid options when the suite is defined", () => {
  const runner = { describe: () => undefined, test: () => undefined };
  const define = () => describeClient("client", ourClient, untyped({ runner, apiVersion: [] }));
  expect(define).toThrow(/^apiVersion: /);
  expect(define).toThrow(TypeError);
});
