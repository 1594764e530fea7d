import type { RuleId } from "@journey-kit/schemas/rules";
import { describe, expect, test } from "vitest";
import { worldMatchers } from "./client/matchers.ts";
import { type ClientSuiteOptions, describeClient } from "./client/suite.ts";
import type { ClientAdapter } from "./target/client-adapter.ts";
import { openWorld, type SimulatorAddress, type WorldOptions } from "./target/world.ts";

export type { ClientSuiteOptions } from "./client/suite.ts";

declare global {
  namespace Chai {
    // Not Vitest's own `Matchers`: its type parameters differ between Vitest 4 and 5.
    interface Assertion {
      /** Passes if a request in the world covered a rule of the specification. */
      toHaveMetRule(rule: RuleId): Promise<void>;
      /** Passes if the world's coverage is at least this percentage. */
      toHaveReached(min: number): Promise<void>;
    }
  }
}

expect.extend(worldMatchers);

/**
 * Tests a client: its journeys under both presets, its requirements and, with `readings`, every pair of readings of the
 * specification. Warnings and requirements that were not shown count as skipped.
 *
 * @example
 * describeJourneyClient("our client", adapter, { simulator: { baseUrl: "http://127.0.0.1:4010" }, readings: true });
 */
export function describeJourneyClient(name: string, adapter: ClientAdapter, options: ClientSuiteOptions): void {
  const runner = {
    describe: (title: string, define: () => void) => void describe(title, define),
    test: (title: string, run: () => Promise<string | undefined>, timeout: number) =>
      test(title, { timeout }, async ({ skip }) => {
        const reason = await run();
        if (reason !== undefined) skip(reason);
      }),
  };
  describeClient(runner, name, adapter, options);
}

/**
 * Creates a `test` that gives each test its own world and closes it afterwards. Override `worldOptions` for a suite.
 * `expect(world)` supports `toHaveMetRule` and `toHaveReached`.
 *
 * @example
 * const test = createWorldTest({ baseUrl: "http://127.0.0.1:4010" });
 * test.override({ worldOptions: { scenario: "referred" } });
 * test("asks a reviewer", async ({ world }) => {
 *   await check(world.service);
 *   await expect(world).toHaveMetRule("outcome-values");
 * });
 */
export const createWorldTest = (simulator: SimulatorAddress) =>
  test
    .extend("worldOptions", (): WorldOptions => ({}))
    .extend("world", async ({ worldOptions }, { onCleanup }) => {
      const world = await openWorld(simulator, worldOptions);
      onCleanup(world.close);
      return world;
    });
