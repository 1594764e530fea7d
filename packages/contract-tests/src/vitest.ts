import type { RuleId } from "@journey-kit/schemas/rules";
import { afterAll, describe, expect, test } from "vitest";
import { worldMatchers } from "./client/matchers.ts";
import { type ClientSuiteOptions, describeClient, type SuiteRunner } from "./client/suite.ts";
import type { ClientAdapter } from "./service/client-adapter.ts";
import { useSimulator } from "./service/start-simulator.ts";
import { openWorld, type SimulatorAddress, type WorldOptions } from "./service/world.ts";

export type { ClientSuiteOptions } from "./client/suite.ts";

declare global {
  namespace Chai {
    // Not Vitest's own `Matchers`: its type parameters differ between Vitest 4 and 5.
    interface Assertion {
      /** Passes if a request in the world covered a rule of the specification. */
      toHaveCoveredRule(rule: RuleId): Promise<void>;
      /** Passes if the world's coverage is at least this percentage. */
      toHaveCoverage(min: number): Promise<void>;
    }
  }
}

expect.extend(worldMatchers);

/**
 * Tests a client: runs journeys under both built-in profiles, checks the requirements and, with `readings`, tests every
 * pair of readings. Starts a simulator unless you pass one. Broken requirements of strength `warning`, and requirements
 * that the run never tests, count as skipped tests.
 *
 * @example
 * describeJourneyClient("our client", adapter);
 */
export function describeJourneyClient(name: string, adapter: ClientAdapter, options?: ClientSuiteOptions): void {
  const suite: SuiteRunner = {
    canSkip: true,
    describe: (title, define) => void describe(title, define),
    test: (title, run, timeout) =>
      void test(title, { timeout }, async ({ skip }) => {
        const reason = await run();
        if (reason !== undefined) skip(reason);
      }),
    afterAll: (run) => void afterAll(run),
  };
  describeClient(suite, name, adapter, options);
}

/**
 * Creates a `test` that gives each test its own world and closes it afterwards. Starts a simulator unless you pass one.
 * To set the options of a suite's worlds, call `test.override({ worldOptions })`. `expect(world)` supports
 * `toHaveCoveredRule` and `toHaveCoverage`.
 *
 * @example
 * const test = createWorldTest();
 * test.override({ worldOptions: { scenario: "referred" } });
 * test("waits for a reviewer", async ({ world }) => {
 *   await check(world.settings);
 *   await expect(world).toHaveCoveredRule("outcome-values");
 * });
 */
export const createWorldTest = (simulator?: SimulatorAddress) =>
  test
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures that it needs from this pattern.
    .extend("simulator", { scope: "file" }, async ({}, { onCleanup }): Promise<SimulatorAddress> => {
      const used = await useSimulator(simulator);
      onCleanup(used.close);
      return used.simulator;
    })
    .extend("worldOptions", (): WorldOptions => ({}))
    .extend("world", async ({ simulator: reached, worldOptions }, { onCleanup }) => {
      const world = await openWorld(reached, worldOptions);
      onCleanup(world.close);
      return world;
    });
