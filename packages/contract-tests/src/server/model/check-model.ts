import type { JourneyDefinition } from "@journey-kit/schemas";
import fc from "fast-check";
import { advanceOf, type Target } from "../../service/target.ts";
import type { Command } from "./command.ts";
import { deviceCommands } from "./device.ts";
import { fetchCommands } from "./fetch.ts";
import { createModelRun } from "./model-run.ts";
import { type JourneyOptions, resolveJourneys, withDefaults } from "./property.ts";
import { startCommands } from "./start.ts";
import { submitCommands } from "./submit.ts";
import { taskCommands } from "./task.ts";
import { testerCommands } from "./tester.ts";
import { timeCommands } from "./time.ts";

/**
 * Options for {@link checkModel}, and the parameters of fast-check. `numRuns` is the number of command sequences, default
 * 1,000.
 */
export interface ModelOptions extends fc.Parameters<[Iterable<Command>]>, JourneyOptions {
  /** Maximum commands per sequence; default 60. */
  readonly maxCommands?: number;
  /** The `replayPath` that an earlier failure printed. */
  readonly replayPath?: string;
}

/** Number of responses by `<endpoint> <status>`. */
export type Tally = Readonly<Record<string, number>>;

/**
 * Sends generated sequences of commands to a target, on several concurrent instances of both API versions, and compares
 * every response with a model of the specification. Spec 3, 4, 7.
 *
 * Calls `makeTarget` once at the start and once per sequence; it must return a target with a new client id each time.
 * If the target has neither `advance` nor `control`, the clock must be frozen or all modules must finish immediately.
 *
 * @throws {Error} With seed, path and `replayPath`, the smallest failing sequence, and the responses. Pass the three as
 * options to replay it.
 * @example
 * await checkModel((run) => ({ baseUrl, clientId: `run-${run}`, clientSecret: "secret" }), { journeys });
 */
export async function checkModel(
  makeTarget: (run: number) => Target | Promise<Target>,
  options: ModelOptions,
): Promise<Tally> {
  const { maxCommands = 60, replayPath } = options;
  const journeys = resolveJourneys(options);
  const tally: Record<string, number> = {};
  let run = 0;
  const setup = async () => {
    run += 1;
    const real = createModelRun(await makeTarget(run), tally);
    return { model: real.model, real };
  };
  const target = await makeTarget(0);
  const replay = replayPath === undefined ? {} : { replayPath };
  const commands = fc.commands(commandsFor(target, journeys), { maxCommands, size: "max", ...replay });
  const property = fc.asyncProperty(commands, (sequence) => fc.asyncModelRun(setup, sequence));
  await fc.assert(property, withDefaults(options, 1_000));
  return tally;
}

/**
 * Returns the commands that a target supports; some need a movable clock, the control API or devices. A command that is
 * listed twice is generated twice as often.
 */
const commandsFor = (target: Target, journeys: readonly JourneyDefinition[]): fc.Arbitrary<Command>[] => [
  ...startCommands(journeys, target.control !== undefined),
  ...submitCommands,
  ...taskCommands,
  ...fetchCommands,
  ...(target.profile?.["device-start"] === "absent" ? [] : deviceCommands),
  ...(advanceOf(target) === undefined ? [] : timeCommands(journeys)),
  ...(target.control === undefined ? [] : testerCommands),
];
