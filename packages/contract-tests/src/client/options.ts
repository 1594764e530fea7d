import type { FaultPlan, Scenario } from "@journey-kit/schemas/control";
import type { ProfileInput } from "@journey-kit/schemas/tables";
import { z } from "zod";
import type { JourneyRun } from "../service/client-adapter.ts";
import type { Condition } from "../service/condition.ts";
import type { SimulatorAddress } from "../service/world.ts";
import type { FailedRun, Failure } from "./explain.ts";
import type { RequirementId } from "./requirements.ts";

/** Options for `checkClient`. */
export interface CheckOptions {
  /** A running simulator, on which the check publishes journeys; by default a temporary one. */
  readonly simulator?: SimulatorAddress | undefined;
  /** The requirements to check; default all. */
  readonly only?: readonly RequirementId[] | undefined;
  /** Requirements to ignore. */
  readonly except?: readonly RequirementId[] | undefined;
  /** Requirements that may stay untested. By default, the check does not pass if a `must` requirement does. */
  readonly allowUntested?: readonly RequirementId[] | undefined;
  /** The API version of the journeys; default `v2`. */
  readonly apiVersion?: "v1" | "v2" | undefined;
  /** The readings of the service, unless a condition requires others; default `specified`. */
  readonly profile?: ProfileInput | undefined;
  /** The journey to run under most conditions; default `document-and-selfie@latest` with data for every element. */
  readonly run?: JourneyRun | undefined;
  /** The scenario and the faults of your own condition, `custom`. */
  readonly custom?: { readonly scenario: string | Scenario; readonly faults?: FaultPlan | undefined } | undefined;
  /** Number of generated conditions; default 0. */
  readonly generate?: number | undefined;
  /** The same seed generates the same conditions; default a random seed. */
  readonly seed?: number | undefined;
  /** Whether to run every built-in journey under every pair of readings. */
  readonly everyReading?: boolean | undefined;
  /** Run every schedule of at most this many faults. Only for clients that call `settings.sleep` and `settings.now`. */
  readonly exhaustive?: number | undefined;
  /** Your own conditions, instead of those of the table. */
  readonly conditions?: readonly Condition[] | undefined;
  /** The replay token of a failure, to run only its condition. */
  readonly replay?: string | undefined;
  /** Time limit for the whole check in seconds of real time; default none. */
  readonly seconds?: number | undefined;
  /** Number of conditions that run at the same time; default 6, and 1 for a client that calls `settings.sleep`. */
  readonly parallel?: number | undefined;
  /** Time limit for a condition in milliseconds of real time; default 60,000. Where a tester counts polls, each poll starts it anew. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds between two polls; by default 10,000 for a client that calls `settings.sleep`, otherwise 100. */
  readonly pollIntervalMs?: number | undefined;
  /** The required coverage in percent. */
  readonly min?: number | undefined;
  /** Stops the check. The report covers what was run until then. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with each failure and the world that shows it, without personal data; a promise that it returns is awaited.
   * There is no world if the conditions of `exhaustive` shared it.
   */
  readonly onFailure?: ((failure: Failure, run: FailedRun | undefined) => unknown) | undefined;
  /** Called after each step. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The progress of a check. */
export interface Progress {
  readonly done: number;
  /** Steps in total. It can grow while readings or schedules are searched. */
  readonly total: number;
  readonly failed: number;
  /** What was done last. */
  readonly line: string;
}

const milliseconds = z.number().positive();
const run = z.object({ resourceId: z.string(), apiVersion: z.enum(["v1", "v2"]) });

const shared = z
  .object({
    simulator: z.object({ baseUrl: z.string() }),
    apiVersion: run.shape.apiVersion,
    run,
    generate: z.int().min(0).max(100_000),
    exhaustive: z.int().min(0).max(5),
    everyReading: z.boolean(),
    replay: z.string(),
    only: z.array(z.string()),
    except: z.array(z.string()),
    allowUntested: z.array(z.string()),
    conditions: z.array(z.object({ id: z.string(), runs: z.array(run).min(1) })),
    parallel: z.int().positive(),
    seed: z.int(),
    min: z.number(),
    seconds: z.number().positive(),
    timeoutMs: milliseconds,
    pollIntervalMs: milliseconds,
  })
  .partial();

/**
 * Checks the options of a caller without type checks.
 *
 * @throws {TypeError} When an option has an invalid value. The message names the option.
 */
export function checkOptions(options: object): void {
  const { error } = shared.safeParse(options);
  const [issue] = error?.issues ?? [];
  if (issue !== undefined) throw new TypeError(`${issue.path.join(".") || "options"}: ${issue.message}`);
}
