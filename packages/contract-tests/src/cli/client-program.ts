import { ApiError } from "@journey-kit/client";
import type { SimulatorControl } from "@journey-kit/client/control";
import { CommandError, type Terminal } from "@journey-kit/schemas/cli";
import type { Coverage } from "@journey-kit/schemas/control";
import { suggest, toPlain } from "@journey-kit/schemas/report";
import type { ClientAdapter, JourneyRun } from "../service/client-adapter.ts";
import type { SimulatorAddress } from "../service/world.ts";
import { reachSimulator, type SimulatorFlags } from "./flags.ts";
import { programClient } from "./program-client.ts";

/** Flags for a program that is run as a client. `pollSeconds` and `timeout` are in milliseconds. */
export interface ProgramFlags extends SimulatorFlags {
  /** A client in this process, instead of a program. */
  readonly adapter?: ClientAdapter | undefined;
  readonly pollSeconds?: number | undefined;
  readonly timeout: number;
  /** Resource ids of journeys on the simulator. Without a version, the latest one is used. */
  readonly journey?: string | readonly string[] | undefined;
  /** Name of a scenario on the simulator, or path of a JSON file. */
  readonly scenario?: string | undefined;
}

/** Milliseconds between two polls of a program. */
const usualPollMs = 200;

type ProgramJourney = Pick<JourneyRun, "resourceId" | "generation">;

/** A client that runs a program, and the simulator that the program calls. */
interface Client {
  readonly adapter: ClientAdapter;
  /** The journeys selected with `--journey`. */
  readonly journeys: readonly ProgramJourney[];
  /** The options of every run. `signal` aborts when the user stops the command or the program cannot be started. */
  readonly options: {
    readonly simulator: SimulatorAddress;
    readonly timeoutMs: number;
    /** Undefined for a client in this process, unless it is a flag. */
    readonly pollIntervalMs: number | undefined;
    readonly signal: AbortSignal;
  };
  /** @throws {CommandError} If the program cannot be started. */
  readonly checkStarted: () => void;
}

/**
 * Runs an action with a program as the client. The flags select a simulator; by default, a temporary one is started.
 *
 * @throws {CommandError} If the simulator does not respond or refuses new client ids, a journey or scenario is unknown,
 *   the program cannot be started, or the user stops the command.
 */
export async function withClient(
  command: readonly string[],
  flags: ProgramFlags,
  { stop }: Terminal,
  act: (client: Client) => Promise<number>,
): Promise<number> {
  const simulator = await reachSimulator(flags);
  const missing = new AbortController();
  const adapter = flags.adapter ?? programClient(command, (problem) => missing.abort(problem));
  try {
    const journeys = await findJourneys(simulator.control, [flags.journey ?? []].flat());
    await checkScenario(simulator.control, flags.scenario);
    const signal = AbortSignal.any([stop, missing.signal]);
    const { timeout: timeoutMs } = flags;
    const pollIntervalMs = flags.pollSeconds ?? (flags.adapter === undefined ? usualPollMs : undefined);
    return await act({
      adapter,
      journeys,
      options: { simulator: simulator.address, timeoutMs, pollIntervalMs, signal },
      checkStarted: () => {
        if (missing.signal.aborted) throw new CommandError(missing.signal.reason);
      },
    });
  } catch (error) {
    if (isUnlisted(error))
      throw new CommandError(
        `The simulator at ${flags.simulator} accepts only the clients it was started with, but this command uses new client ids. Use a simulator without --clients, or omit --simulator.`,
      );
    throw error;
  } finally {
    await simulator.close();
  }
}

/** Whether a simulator refused a new client id because it accepts only the clients it was started with. */
const isUnlisted = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404 && /no such client/.test(error.message);

async function findJourneys(
  control: SimulatorControl,
  resourceIds: readonly string[],
): Promise<readonly ProgramJourney[]> {
  if (resourceIds.length === 0) return [];
  const { journeys } = await control.journeys();
  return resourceIds.map((resourceId) => {
    const [id = "", version = "latest"] = resourceId.split("@");
    const known = journeys.filter((journey) => journey.id === id);
    const [journey] = known;
    if (journey === undefined) {
      const ids = journeys.map((one) => one.id);
      throw new CommandError(`--journey: unknown journey "${resourceId}".${suggest(id, ids)}`, 2);
    }
    const versions = [...new Set(["latest", ...known.map((one) => one.version)])];
    if (!versions.includes(version)) {
      const list = versions.map((one) => `${id}@${one}`).join(", ");
      throw new CommandError(`--journey: unknown version "${resourceId}". Known versions: ${list}.`, 2);
    }
    return { resourceId: `${id}@${version}`, generation: journey.generation };
  });
}

/** Throws {@link CommandError} if the simulator has no scenario with this name. */
async function checkScenario(control: SimulatorControl, scenario: string | undefined): Promise<void> {
  if (scenario === undefined || isScenarioFile(scenario)) return;
  const { scenarios } = await control.world(`kit-${crypto.randomUUID()}`).scenarios.list();
  const names = scenarios.map(({ name }) => name);
  if (names.includes(scenario)) return;
  const hint = suggest(scenario, names) || " To list the scenarios, run journey-sim scenario list.";
  throw new CommandError(`There is no scenario "${toPlain(scenario)}".${hint}`);
}

/** Whether the value of `--scenario` is a file, not a name. */
export const isScenarioFile = (scenario: string): boolean => scenario.endsWith(".json");

/** Whether the program sent a request. If not, prints a hint; the command then fails even if nothing is broken. */
export function hasCalled({ requests }: Pick<Coverage, "requests">, { err }: Terminal): boolean {
  if (requests > 0) return true;
  err.write("journey-contract: The program sent no request. Does it read JOURNEY_BASE_URL?\n");
  return false;
}
