import fc from "fast-check";
import type { Target } from "../target.ts";
import { commandsOf } from "./commands.ts";
import type { Journey } from "./journey.ts";
import { createModel, type Model } from "./model.ts";
import { toReadings, toReplayToken } from "./replay-token.ts";
import { createSession, type Session } from "./session.ts";

/** What the model checks, and how long. */
export interface ModelOptions {
  /** The published journeys to run; every person sent must come to accept, but where `control` scripts otherwise. */
  readonly journeys: readonly Journey[];
  /** Number of command sequences; 1,000 where left out. */
  readonly runs?: number;
  /** Longest sequence; 60 commands where left out. */
  readonly maxCommands?: number;
  /** Seed, path and `replayPath` that an earlier failure printed. */
  readonly seed?: number;
  readonly path?: string;
  readonly replayPath?: string;
}

/** How often an endpoint answered with a status, by `<endpoint> <status>`. */
export type Tally = Readonly<Record<string, number>>;

/**
 * Drives a target with generated sequences of commands on several instances of both generations at once, and holds
 * every answer to a model of the specification under the `specified` readings. Spec 3, 4, 7.
 *
 * `makeTarget` is called once for each sequence and should give a client id of its own each time. Where a target has no
 * `advance`, its clock must stand still or the journeys' modules must take no time.
 *
 * @throws {Error} With seed, path, the smallest failing sequence, what was answered, and a token for
 *   `journey-contract replay`.
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

/** What fast-check tells of a failure, and a word with which it is played again. */
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
