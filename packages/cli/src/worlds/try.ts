import { setTimeout as pause } from "node:timers/promises";
import { ApiError, AuthError, createJourneyClient, runJourney } from "@journey-kit/client";
import * as v1 from "@journey-kit/client/v1";
import { memberOf } from "@journey-kit/schemas/calls";
import type { World } from "@journey-kit/schemas/control";
import { describeWaits, toPlain } from "@journey-kit/schemas/report";
import { describeFault } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import { type ControlFlags, defaultAddress } from "../terminal/flags.ts";
import { renderProblem } from "../terminal/help.ts";
import { CommandError, findCause, styleFor, type Terminal } from "../terminal/terminal.ts";
import { connect, type Fetch } from "./control.ts";
import { findJourney } from "./journeys.ts";
import { collectSample } from "./sample-person.ts";
import { checkScenario } from "./scenario.ts";
import { type Call, createTracer } from "./trace.ts";

interface TryFlags extends ControlFlags {
  readonly scenario?: string | undefined;
  readonly clientId?: string | undefined;
}

/**
 * Runs a whole journey with the client, against a running simulator. If no simulator responds, creates one in this
 * process.
 *
 * @param given Replaces the global `fetch`, if the simulator at the address is in this process.
 * @returns 0 if the journey completed, whatever its outcome; 1 otherwise.
 * @throws {CommandError} If the journey cannot be started.
 */
export async function tryJourney(journey: string, flags: TryFlags, terminal: Terminal, given?: Fetch): Promise<number> {
  const { out, err, stop, command } = terminal;
  const { control, fetch, url, where } = await findSimulator(flags, terminal, given);
  const clientId = flags.clientId ?? `try-${crypto.randomUUID().slice(0, 8)}`;
  const world = control.world(clientId);
  if (flags.clientId === undefined) {
    await world.clock.set({ mode: "auto" }).catch((error: unknown) => {
      const advice = "Pass --client-id and set JOURNEY_CLIENT_SECRET to run as one of the simulator's clients.";
      throw new CommandError(`${renderProblem(error)} ${advice}`);
    });
  }
  const { resourceId, apiVersion } = findJourney(await control.journeys(), journey);
  if (flags.scenario !== undefined) {
    await checkScenario(world, flags.scenario);
    await world.scenarios.arm({ scenario: flags.scenario });
  }
  const style = styleFor(out);
  const say = (line: string) => void (flags.json === true || out.write(`${line}\n`));
  say(`${style("bold", toPlain(resourceId))} on ${where}, world ${toPlain(clientId)}\n`);

  const on = `--world ${toPlain(clientId)}${flags.simulator === undefined ? "" : ` --simulator ${toPlain(url)}`}`;
  const hint = `Next: ${command} clock advance next-event ${on}, or ${command} clock real ${on}`;
  const calls: Call[] = [];
  const client = createJourneyClient({
    ...{ baseUrl: url, authUrl: url, fetch: createTracer(fetch, calls, say) },
    auth: { clientId, clientSecret: process.env.JOURNEY_CLIENT_SECRET ?? "any" },
    sleep: createWait(world, calls, { isReal: flags.clientId !== undefined, hint, stop }),
  });
  const run = apiVersion === "v1" ? v1.runJourney : runJourney;
  const options = { resourceId, collect: collectSample, signal: stop, intervalMs: 1_000 };
  const result = await run(client, options).catch(async (error: unknown) => {
    if (stop.aborted) throw new CommandError("Stopped before the journey ended.");
    err.write(`journey: ${await explain(error, world, command, on)}\n`);
  });
  if (result === undefined) return 1;
  const { instanceId, status, outcome, rawOutcome } = result;
  if (flags.json === true) {
    const body = { resourceId, simulator: where, world: clientId, instanceId, status, outcome, calls };
    out.write(`${JSON.stringify(body, null, 2)}\n`);
  } else {
    const word = outcome === "unknown" ? rawOutcome : outcome;
    const end = rawOutcome === undefined ? status : `${status}: ${word}`;
    say(`\n${style(status === "Completed" ? "green" : "red", end)}`);
    const faults = (await describeHits(world)).map((line) => style("yellow", line));
    const next =
      where === inProcess
        ? `No simulator responds at ${defaultAddress}, so this run used a temporary one. To use yours, pass --simulator.`
        : `Next: ${command} explain ${instanceId} ${on}`;
    say([...faults, style("dim", next)].join("\n"));
  }
  return status === "Completed" ? 0 : 1;
}

const inProcess = "a simulator in this process";

async function findSimulator(flags: TryFlags, terminal: Terminal, given: Fetch = globalThis.fetch) {
  const { simulator: named } = flags;
  const url = named ?? defaultAddress;
  const control = connect(flags, terminal, given);
  const health = await control.health().catch((error: unknown) => {
    if (named !== undefined) throw error;
  });
  if (health !== undefined) return { control, fetch: given, url, where: url };
  const { fetch } = createSimulator();
  const local = "http://simulator.localhost";
  return { control: connect({ simulator: local }, terminal, fetch), fetch, url: local, where: inProcess };
}

const describeHits = async (world: World): Promise<readonly string[]> =>
  (await world.faults.hits()).hits.map(
    ({ rule, endpoint, action }) => `The fault ${toPlain(`${rule} (${describeFault(action)})`)} hit ${endpoint}.`,
  );

/** Explains why a run failed: the problem, the faults that hit the run, and the next command. */
async function explain(error: unknown, world: World, command: string, on: string): Promise<string> {
  if (error instanceof CommandError) return error.message;
  const hits = await describeHits(world).catch(() => []);
  const next = hits.length === 0 ? `requests ${on}` : `fault hits ${on}`;
  return [renderRunProblem(error), ...new Set(hits), `Next: ${command} ${next}`].join(" ");
}

function renderRunProblem(error: unknown): string {
  if (error instanceof AuthError)
    return `token.requestToken failed with status ${error.status}: ${toPlain(error.message)}`;
  if (!(error instanceof ApiError)) return findCause(error);
  const problems = error.errors.map(({ problem }) => problem);
  return `${error.route} failed with status ${error.status}: ${toPlain(problems.join(" "))}`;
}

interface Waiting {
  readonly isReal: boolean;
  /** Says how to continue if the clock is frozen. */
  readonly hint: string;
  readonly stop: AbortSignal;
  /** Waits in real time; a test replaces it. */
  readonly sleep?: typeof pause;
}

/**
 * Creates the wait between two polls. An `auto` clock jumps with each poll; any other clock needs real time or is
 * frozen. Throws {@link CommandError} if the journey is stuck.
 */
export function createWait(
  world: World,
  calls: readonly Pick<Call, "request" | "response">[],
  { isReal, hint, stop, sleep = pause }: Waiting,
): (duration: number) => Promise<void> {
  const maxPolls = isReal ? 120 : 50;
  let [unchanged, last] = [0, ""];
  return async (duration) => {
    const { request, response } = calls.at(-1) ?? {};
    const now = JSON.stringify(response) ?? "";
    unchanged = now === last ? unchanged + 1 : 0;
    last = now;
    const explain = () => world.instance(`${memberOf(request, "instanceId")}`).explain();
    if (unchanged === maxPolls) {
      const { waitingFor } = await explain();
      throw new CommandError(
        `The journey is stuck. It is waiting for ${toPlain(describeWaits(waitingFor).join("; "))}.`,
      );
    }
    if (!isReal) return;
    if (unchanged === 0 && memberOf(request, "instanceId") !== undefined) {
      const { nextEvent, waitingFor } = await explain();
      if (nextEvent !== undefined && (await world.clock.read()).mode === "frozen") {
        const what = toPlain(describeWaits(waitingFor).join("; "));
        throw new CommandError(`The clock of the world is frozen. The journey is waiting for ${what}. ${hint}`);
      }
    }
    await sleep(duration, undefined, { signal: stop }).catch(() => undefined);
  };
}
