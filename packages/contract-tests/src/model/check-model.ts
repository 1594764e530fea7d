import fc from "fast-check";
import type { Target } from "../target.ts";
import { commandsOf } from "./commands.ts";
import type { Journey } from "./journey.ts";
import { createModel } from "./model.ts";
import { createSession } from "./session.ts";

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
 * @throws {Error} With seed, path, the smallest failing sequence and what was answered.
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
  await fc.assert(property, {
    numRuns: runs,
    includeErrorInReport: true,
    ...(seed !== undefined && { seed }),
    ...(path !== undefined && { path }),
  });
  return tally;
}
