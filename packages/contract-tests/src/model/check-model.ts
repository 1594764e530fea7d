import fc from "fast-check";
import type { Target } from "../target/target.ts";
import type { Command } from "./command.ts";
import { commandsFor } from "./commands.ts";
import { createContext } from "./context.ts";
import type { Journey } from "./journey.ts";
import { createModel, type Model } from "./model.ts";
import { type PropertyOptions, toParameters } from "./property.ts";
import { toReadings, toReplayToken } from "./replay-token.ts";

/** Options of {@link checkModel}; `runs` is the number of command sequences, default 1,000. */
export interface ModelOptions extends PropertyOptions {
  /** The published journeys to run. They must accept every person unless `control` scripts another outcome. */
  readonly journeys: readonly Journey[];
  /** Maximum commands per sequence; default 60. */
  readonly maxCommands?: number;
  /** The `replayPath` that an earlier failure printed. */
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
  options: ModelOptions,
): Promise<Tally> {
  const { journeys, maxCommands = 60, replayPath } = options;
  const tally: Record<string, number> = {};
  const count = (name: string, status: number) => {
    tally[`${name} ${status}`] = (tally[`${name} ${status}`] ?? 0) + 1;
  };
  let run = 0;
  const setup = async () => {
    run += 1;
    const target = await makeTarget(run);
    const model = createModel(target, journeys);
    return { model, real: createContext(target, model, count) };
  };
  const initial = createModel(await makeTarget(0), journeys);
  const replay = replayPath === undefined ? {} : { replayPath };
  const commands = fc.commands(commandsFor(initial), { maxCommands, size: "max", ...replay });
  const property = fc.asyncProperty(commands, (sequence) => fc.asyncModelRun(setup, sequence));
  const details = await fc.check(property, toParameters(options, 1_000));
  if (details.failed) throw new Error(await describeFailure(details, initial, maxCommands));
  return tally;
}

/** The report of fast-check, and a token that replays the failure. */
async function describeFailure(
  details: fc.RunDetails<[Iterable<Command>]>,
  { journeys, profile, isTimed, isControlled }: Model,
  maxCommands: number,
): Promise<string> {
  const report = fc.defaultReportMessage(details) ?? "The model failed.";
  const [, replayPath] = /replayPath="([^"]+)"/.exec(String(details.counterexample?.[0])) ?? [];
  if (details.counterexamplePath === null || replayPath === undefined) return report;
  const how = { seed: details.seed, path: details.counterexamplePath, replayPath, maxCommands };
  const token = await toReplayToken({ ...how, journeys, readings: toReadings(profile), isTimed, isControlled });
  return `${report}\n\nTo replay this failure: journey-contract replay ${token}`;
}
