import fc from "fast-check";
import type { Target } from "../target/target.ts";
import { commandsOf } from "./commands.ts";
import type { Journey } from "./journey.ts";
import { createModel, type Model } from "./model.ts";
import { toReadings, toReplayToken } from "./replay-token.ts";
import { createSession, type Session } from "./session.ts";

/** Options of {@link checkModel}. */
export interface ModelOptions {
  /** The published journeys to run. They must accept every person unless `control` scripts another outcome. */
  readonly journeys: readonly Journey[];
  /** Number of command sequences; default 1,000. */
  readonly runs?: number;
  /** Maximum commands per sequence; default 60. */
  readonly maxCommands?: number;
  /** Seed, path and `replayPath` of an earlier failure. */
  readonly seed?: number;
  readonly path?: string;
  readonly replayPath?: string;
}

/** Number of responses by `<endpoint> <status>`. */
export type Tally = Readonly<Record<string, number>>;

/**
 * Sends generated sequences of commands to a target, on several instances of both generations at once, and compares
 * every response with a model of the specification. Spec 3, 4, 7.
 *
 * Calls `makeTarget` once per sequence; return a new client id each time. If a target has no `advance`, its clock must
 * be frozen or the journeys' modules must take no time.
 *
 * @throws {Error} With seed, path, the smallest failing sequence, the responses, and a token for `journey-contract
 *   replay`.
 * @example
 * await checkModel((run) => ({ baseUrl, clientId: `run-${run}`, clientSecret: "secret" }), { journeys });
 */
export async function checkModel(
  makeTarget: (run: number) => Target | Promise<Target>,
  { journeys, runs = 1_000, maxCommands = 60, seed, path, replayPath }: ModelOptions,
): Promise<Tally> {
  const tally: Record<string, number> = {};
  const count = (name: string, status: number) => {
    tally[`${name} ${status}`] = (tally[`${name} ${status}`] ?? 0) + 1;
  };
  let run = 0;
  const setup = async () => {
    run += 1;
    const target = await makeTarget(run);
    const model = createModel(target, journeys);
    return { model, real: createSession(target, model, count) };
  };
  const means = createModel(await makeTarget(0), journeys);
  const commands = fc.commands(commandsOf(means), {
    maxCommands,
    size: "max",
    ...(replayPath !== undefined && { replayPath }),
  });
  const property = fc.asyncProperty(commands, (sequence) => fc.asyncModelRun(setup, sequence));
  const details = await fc.check(property, {
    numRuns: runs,
    includeErrorInReport: true,
    ...(seed !== undefined && { seed }),
    ...(path !== undefined && { path }),
  });
  if (details.failed) throw new Error(await toFailure(details, means, maxCommands));
  return tally;
}

/** The fast-check report of a failure, and a token that replays it. */
async function toFailure(
  details: fc.RunDetails<[Iterable<fc.AsyncCommand<Model, Session>>]>,
  { journeys, profile, isTimed, isControlled }: Model,
  maxCommands: number,
): Promise<string> {
  const report = fc.defaultReportMessage(details) ?? "The model failed.";
  const [, replayPath] = /replayPath="([^"]+)"/.exec(String(details.counterexample?.[0])) ?? [];
  if (details.counterexamplePath === null || replayPath === undefined) return report;
  const how = { seed: details.seed, path: details.counterexamplePath, replayPath, maxCommands };
  const token = await toReplayToken({ ...how, journeys, readings: toReadings(profile), isTimed, isControlled });
  return `${report}\n\nPlay it again: journey-contract replay ${token}`;
}
