import { JourneyDefinition } from "@journey-kit/schemas";
import type { FaultPlan } from "@journey-kit/schemas/control";
import { type ProfileChoice, resolveProfile } from "@journey-kit/schemas/profile";
import fc from "fast-check";
import {
  type GeneratedSituation,
  type Generation,
  generatedSituation,
  toSituationLines,
  waitingSituation,
} from "../arbitraries/situation.ts";
import type { ClientAdapter } from "../service/client-adapter.ts";
import { checkOptions } from "../service/options.ts";
import { packToken, unpackToken } from "../service/packed-token.ts";
import { now } from "../service/real-time.ts";
import { createClientRunner, type RunnerOptions, toCalls } from "../service/run-client.ts";
import { useSimulator } from "../service/start-simulator.ts";
import type { SimulatorAddress } from "../service/world.ts";
import { type CheckId, checksOfSent, findViolation, type Observation, type Violation } from "./generated-checks.ts";
import { type Recording, startRecording } from "./recording.ts";

/** Options for {@link checkClient}. */
export interface CheckClientOptions extends Pick<RunnerOptions, "pollIntervalMs" | "signal"> {
  /** A running simulator, on which at most 250 journeys per generation are published; by default a temporary one. */
  readonly simulator?: SimulatorAddress;
  /** Number of situations; default 200. */
  readonly runs?: number;
  /** The same seed repeats the same situations; default a random seed. */
  readonly seed?: number | undefined;
  /** The generations of the generated journeys; default `["v2"]`. */
  readonly generations?: readonly Generation[];
  /**
   * Fixed readings for all situations. By default, each situation has its own readings. Set this option for a client
   * that supports only one profile.
   */
  readonly profile?: ProfileChoice;
  /** Requirements to ignore. */
  readonly except?: readonly CheckId[];
  /** Time limit per situation in milliseconds of real time; default 60,000. */
  readonly timeoutMs?: number;
  /**
   * Time limit of the search in milliseconds of real time; default none. At the limit, the result covers the runs so far.
   */
  readonly limitMs?: number;
  /** Number of parallel searches, each with its own seed; default 1. */
  readonly parallel?: number;
  /** The replay token of a failure, to run only that situation. */
  readonly replay?: string;
  /** Called after each situation with the number of situations so far, excluding those that simplify a failure. */
  readonly onRun?: (runs: number) => void;
}

/** A situation in which the client breaks a requirement. */
export interface ClientFailure extends Violation {
  /** The simplest situation that was found. */
  readonly situation: GeneratedSituation;
  /** The requests of the run, one per line. */
  readonly calls: readonly string[];
  /** Replays the situation: `checkClient(adapter, { replay })`. */
  readonly replay: string;
  /**
   * Where the search found the failure: `checkClient(adapter, { seed, runs: run })` with the same `generations` and
   * `profile` finds it again. Undefined for a replay.
   */
  readonly found?: Found;
}

interface Found {
  /** The seed of the search. Each of several parallel searches has its own. */
  readonly seed: number;
  /** The number of the situation in its search, from 1. */
  readonly run: number;
}

/** The result of {@link checkClient}. */
export interface ClientCheck {
  /** Whether the client ran in at least one situation, sent a request, and broke no requirement. */
  readonly passed: boolean;
  /** Number of situations, excluding those that simplified a failure. */
  readonly runs: number;
  /** Number of requests in these situations. */
  readonly requests: number;
  /** Requirements that were not checked, because the client sent no request to the base URL in its settings. */
  readonly notChecked: readonly CheckId[];
  readonly seed: number;
  readonly failure?: ClientFailure;
}

const mark = "c1.";

/** Whether a replay token is from {@link checkClient}. */
export const isClientToken = (token: string): boolean => token.trim().startsWith(mark);

/**
 * Runs a client in generated situations: people, journeys, outcomes, faults, readings and concurrent journeys. Compares
 * the client's reports with the simulator's state, and checks the requirements. If the client fails in a situation,
 * tries up to 300 simpler ones within a minute, and returns a replay token. Spec 2.7, 2.8, 3.1, 4.2, 4.4, 5.
 *
 * @throws {TypeError} When an option has an invalid value.
 * @throws {ReplayTokenError} When `replay` is not a replay token, or comes from another version of `checkClient`.
 * @throws When the simulator stops responding. The error says why.
 * @example
 * const result = await checkClient(adapter, { runs: 500 });
 * if (!result.passed) throw new Error(toClientCheckText(result));
 */
export async function checkClient(adapter: ClientAdapter, options: CheckClientOptions = {}): Promise<ClientCheck> {
  checkOptions(options);
  const { seed = Math.trunc(Math.random() * 2 ** 31), replay } = options;
  const { situation, canSleep } = replay === undefined ? {} : await unpackToken(mark, replay, parseReplay);
  const { simulator, close } = await useSimulator(options.simulator);
  const observe = createObserver(adapter, simulator, { ...options, canSleep });
  try {
    // Detects whether the client calls `settings.sleep`.
    if (canSleep === undefined) await observe(waitingSituation(options.generations?.[0] ?? "v2"));
    if (situation !== undefined) {
      const observation = await observe(situation);
      const { exchanges, sent } = observation;
      const notChecked = sent.length > 0 ? [] : checksOfSent;
      return toResult({ runs: 1, requests: exchanges.length, notChecked, seed }, observation, options);
    }
    return await search(observe, seed, options);
  } finally {
    await close();
  }
}

/** What a replay token contains. Without `canSleep`, the client runs once more to find out. */
interface Replay {
  readonly situation: GeneratedSituation;
  readonly canSleep?: boolean | undefined;
}

function parseReplay(value: unknown): Replay {
  // The simulator refuses a malformed situation.
  const { canSleep, ...situation } = value as GeneratedSituation & Pick<Replay, "canSleep">;
  resolveProfile({ readings: situation.readings }); // throws for an unknown gap or reading
  const journeys = situation.journeys.map((journey) => JourneyDefinition.parse(journey));
  return { situation: { ...situation, journeys }, canSleep };
}

type Observe = (situation: GeneratedSituation) => Promise<Observation & Replay>;

/** Creates a function that runs the client in a situation, each time in a new world. */
function createObserver(
  adapter: ClientAdapter,
  simulator: SimulatorAddress,
  options: CheckClientOptions & Pick<Replay, "canSleep">,
): Observe {
  const { timeoutMs = 60_000, pollIntervalMs, signal } = options;
  const published = new Set<string>();
  const recordings = new Map<string, Recording>();
  const recorded: ClientAdapter = {
    connect: async (settings) => {
      const recording = await startRecording(settings);
      recordings.set(settings.clientId, recording);
      return adapter.connect(recording.settings);
    },
  };
  const runner = createClientRunner(recorded, { simulator, pollIntervalMs, timeoutMs, signal }, options.canSleep);
  return async (situation) => {
    for (const journey of situation.journeys) {
      if (!published.has(journey.id)) await runner.publish(journey);
      published.add(journey.id);
    }
    const { readings, scenario, review, pauseAfter, region } = situation;
    const canSleep = runner.canSleep();
    const faults = canSleep ? situation.faults : withoutRetryAfter(situation.faults);
    const clientId = `check-${crypto.randomUUID()}`;
    const runs = situation.runs.map(({ journey: n, subject }) => {
      const { id = "", generation = "v2" } = situation.journeys[n] ?? {};
      return { resourceId: `${id}@1`, generation, subject };
    });
    const world = { clientId, profile: { readings }, scenario, faults, region };
    const run = await runner.run(runs, { world, review, pauseAfter }).finally(() => recordings.get(clientId)?.close());
    const { sent = [] } = recordings.get(clientId) ?? {};
    recordings.delete(clientId);
    return { ...run, situation, sent, canSleep };
  };
}

/** Removes `Retry-After`, because a client with its own timers would really wait that long. */
const withoutRetryAfter = ({ rules }: FaultPlan): FaultPlan => ({
  rules: rules.map(({ when, then }) => ({ when, then: "status" in then ? { status: then.status } : then })),
});

const minute = 60_000;

/** Tries generated situations until the client fails in one or a limit is reached, and simplifies the failure. */
async function search(observe: Observe, seed: number, options: CheckClientOptions): Promise<ClientCheck> {
  const { runs = 200, parallel = 1, limitMs = Number.POSITIVE_INFINITY, signal } = options;
  const { generations, profile, except, onRun } = options;
  const situations = generatedSituation({ generations, profile: profile && resolveProfile(profile) });
  const endsAt = now() + limitMs;
  let [done, requests, sent] = [0, 0, 0];
  let hasFailed = false;
  const errors: unknown[] = []; // why a situation could not be run
  const searchOne = async (n: number) => {
    let found: Awaited<ReturnType<Observe>> | undefined;
    let run = 0;
    let broken: CheckId | undefined;
    let shrinksLeft = 300;
    let until = endsAt;
    const isOver = () => now() > until || (found === undefined ? hasFailed : shrinksLeft <= 0);
    const property = fc.asyncProperty(situations, async (situation) => {
      signal?.throwIfAborted();
      if (isOver()) throw new fc.PreconditionFailure(true); // ends the search
      const observation = await observe(situation).catch((error: unknown) => {
        hasFailed = true;
        errors.push(error);
        throw new fc.PreconditionFailure(true);
      });
      const violation = findViolation(observation, except);
      if (found !== undefined) {
        shrinksLeft -= 1;
        if (violation?.id !== broken) return;
      } else {
        run += 1;
        done += 1;
        requests += observation.exchanges.length;
        sent += observation.sent.length;
        onRun?.(done);
        if (violation !== undefined) until = now() + minute;
      }
      if (violation === undefined) return;
      hasFailed = true;
      found = observation;
      broken = violation.id;
      throw new Error(violation.problem);
    });
    const numRuns = Math.ceil((runs - n) / parallel);
    await fc.check(property, { seed: seed + n, numRuns });
    signal?.throwIfAborted();
    return found && { ...found, found: { seed: seed + n, run } };
  };
  const results = await Promise.all(Array.from({ length: parallel }, (_, n) => searchOne(n)));
  const found = results.find((one) => one !== undefined);
  if (found === undefined && errors.length > 0) throw errors[0];
  const counts = { runs: done, requests, notChecked: sent > 0 ? [] : checksOfSent, seed };
  return found === undefined ? toPassed(counts) : toResult(counts, found, options);
}

type Counts = Omit<ClientCheck, "passed" | "failure">;

/** The result without a failure. A client that sent no request broke no requirement, but did not pass either. */
const toPassed = (counts: Counts): ClientCheck => ({ ...counts, passed: counts.requests > 0 });

async function toResult(
  counts: Counts,
  observation: Observation & Replay & Pick<ClientFailure, "found">,
  { except }: CheckClientOptions,
): Promise<ClientCheck> {
  const violation = findViolation(observation, except);
  if (violation === undefined) return toPassed(counts);
  const { exchanges, situation, canSleep, found } = observation;
  const calls = toCalls(exchanges, undefined, exchanges.length);
  return {
    ...counts,
    passed: false,
    failure: {
      ...violation,
      situation,
      calls,
      replay: await packToken(mark, { ...situation, canSleep }),
      ...(found && { found }),
    },
  };
}

/** Number of lines to show from each end of a long list. */
const shownCalls = 20;

function withoutMiddle(calls: readonly string[]): readonly string[] {
  if (calls.length - 2 * shownCalls < 2) return calls;
  const [first, last] = [calls.slice(0, shownCalls), calls.slice(-shownCalls)];
  const omitted = numberOf(last[0]) - numberOf(first.at(-1)) - 1; // includes requests that the simulator has dropped
  return [...first, `… ${omitted} more requests …`, ...last];
}

/** The number of a request in the client's world, such as 7 in `#7 13:43:00 v2.fetchState 200`. */
const numberOf = (call = ""): number => Number(/^#(\d+)/.exec(call)?.[1]);

const toReplayCall = (token: string): string => `checkClient(adapter, { replay: "${token}" })`;

/**
 * Formats a result for a terminal: the broken requirement, the situation, its first and last requests, and how to
 * replay it.
 */
export function toClientCheckText(check: ClientCheck, toReplay = toReplayCall): string {
  const { passed, runs, notChecked, seed, failure } = check;
  if (runs === 0) return "No situation was run.\n";
  if (failure === undefined) {
    const result = passed ? "passed" : "sent no request";
    const reason = "because the client sent no request to the base URL in its settings";
    return [
      `The client ${result} in ${runs} generated situations (seed ${seed}).\n`,
      ...(passed && notChecked.length > 0 ? [`Not checked: ${notChecked.join(" and ")}, ${reason}.\n`] : []),
    ].join("");
  }
  const { id, text, spec, problem, situation, calls, replay, found } = failure;
  return [
    `BROKEN  ${id}: ${text} (spec ${spec})`,
    `  ${problem}`,
    found === undefined
      ? "The situation:"
      : `Found in run ${found.run} with seed ${found.seed}. The simplest situation:`,
    ...toSituationLines(situation).map((line) => `  ${line}`),
    "Its requests:",
    ...withoutMiddle(calls).map((call) => `  ${call}`),
    `Replay it: ${toReplay(replay)}`,
    "",
  ].join("\n");
}
