import type { RuleId } from "@journey-kit/schemas/tables";
import { describe, expect, type TestContext, test } from "vitest";
import { worldMatchers } from "./client/matchers.ts";
import { describeClient as describeWith, type SuiteOptions } from "./client/suite.ts";
import { createRunWriter } from "./run-writer.ts";
import type { ClientAdapter } from "./service/client-adapter.ts";
import { useSimulator } from "./service/start-simulator.ts";
import { openWorld, type SimulatorAddress, type WorldOptions } from "./service/world.ts";

export type { SuiteOptions } from "./client/suite.ts";

/** Options of {@link describeClient} in Vitest. */
export interface VitestSuiteOptions extends SuiteOptions {
  /**
   * A folder for the `run.html` of each failure. The default is the environment variable `JOURNEY_SHARE`; without it,
   * nothing is written.
   */
  readonly share?: string | undefined;
}

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
 * Tests a client against the requirements of the specification, with a test for each requirement. Starts a simulator
 * unless you pass one. A warning, and an untested requirement in `allowUntested`, count as skipped.
 *
 * @example
 * describeClient("our client", adapter);
 */
export function describeClient(
  name: string,
  adapter: ClientAdapter,
  { share = process.env.JOURNEY_SHARE, ...options }: VitestSuiteOptions = {},
): void {
  describeWith(name, adapter, {
    ...(share !== undefined && share !== "" && { writeRun: createRunWriter(share) }),
    runner: {
      describe,
      test: (title, run, limit) => test(title, { timeout: Number(limit) }, run),
      skip: (context, reason) => (context as TestContext).skip(reason), // Vitest passes its context
    },
    ...options,
  });
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
