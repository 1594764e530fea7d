import type { ClientAdapter } from "../service/client-adapter.ts";
import { type ClientReport, checkClient } from "./check.ts";
import type { FailedRun, Failure } from "./explain.ts";
import { requirementsOf } from "./judge.ts";
import { type CheckOptions, checkOptions } from "./options.ts";
import { renderFailure } from "./report.ts";

/** Options for {@link describeClient}. */
export interface SuiteOptions extends Omit<CheckOptions, "onFailure" | "onProgress" | "signal"> {
  /** Writes a file that shows a failure and returns its path, for the message of the test: `createRunWriter(folder)`. */
  readonly writeRun?: ((failure: Failure, run: FailedRun | undefined) => Promise<string | undefined>) | undefined;
  /** The functions of the test runner; by default the global ones. */
  readonly runner?: TestRunner | undefined;
}

/** The functions of a test runner such as Vitest, Jest or `node:test`. */
export interface TestRunner {
  describe(name: string, define: () => void): unknown;
  test(name: string, run: (context?: unknown) => Promise<void>, options?: unknown): unknown;
  /** Skips a running test, given the first argument of its function. By default, the suite prints the reason. */
  readonly skip?: (context: unknown, reason: string) => void;
  /** The last argument of `test` for a time limit in milliseconds. By default the number itself, as in Jest. */
  readonly timeout?: (ms: number) => unknown;
}

/**
 * Defines a test suite for a client, with a test for each requirement. The first test runs the check, and the others
 * report what it found. A `must` requirement fails its test if it fails or stays untested.
 *
 * @throws {TypeError} When an option has an invalid value, or there is no global `describe` and `test`.
 * @example
 * describeClient("our client", adapter); // Jest
 */
export function describeClient(
  name: string,
  adapter: ClientAdapter,
  { runner = globalRunner(), writeRun, ...options }: SuiteOptions = {},
): void {
  checkOptions(options);
  const { only, except = [], allowUntested = [] } = options;
  let checked: Promise<ClientReport> | undefined;
  const files = new Map<Failure, string>();
  const onFailure = async (failure: Failure, run: FailedRun | undefined) => {
    const file = await writeRun?.(failure, run);
    if (file !== undefined) files.set(failure, file);
  };
  const check = () => {
    checked ??= checkClient(adapter, { ...options, ...(writeRun && { onFailure }) });
    return checked;
  };
  const skip = runner.skip ?? ((_: unknown, reason: string) => console.warn(reason));
  const timeout = runner.timeout ?? ((ms: number) => ms);
  runner.describe(name, () => {
    for (const [id, { text, spec, strength = "must" }] of requirementsOf(options.apiVersion ?? "v2")) {
      if (except.includes(id) || only?.includes(id) === false) continue;
      const run = async (context?: unknown) => {
        const { results, failures, why } = await check();
        const result = results.find((one) => one.id === id);
        const own = failures.filter((one) => one.id === id);
        const report = own
          .flatMap((one) => [...renderFailure(one, undefined, files.get(one)), ""])
          .join("\n")
          .trim();
        if (own.length > 0 && strength === "must") throw new Error(report);
        if (own.length > 0) return skip(context, report);
        if (result?.status === "pass") return undefined;
        const reason = [`${id} was not tested. ${text} (spec ${spec})`, ...(result?.reasons ?? []), why ?? ""]
          .join("\n")
          .trim();
        if (strength === "must" && why !== undefined && !allowUntested.includes(id)) throw new Error(reason);
        return skip(context, reason);
      };
      runner.test(`${id}: ${text} (spec ${spec})`, run, timeout(30 * 60_000));
    }
  });
}

function globalRunner(): TestRunner {
  const { describe, test } = globalThis as Partial<TestRunner>; // the test runner defines them
  if (describe === undefined || test === undefined)
    throw new TypeError("runner: There is no global describe and test. Pass those of your test runner.");
  return { describe, test };
}
