import { setTimeout as sleep } from "node:timers/promises";
import { memberOf } from "@journey-kit/schemas/calls";
import { CommandError, styleFor, type Terminal, toCause } from "@journey-kit/schemas/cli";
import { endpoints } from "@journey-kit/schemas/endpoints";
import { toPlain } from "@journey-kit/schemas/report";
import { parseResourceId } from "../../journeys/catalog.ts";
import { createSimulator } from "../../simulator.ts";
import { type Control, type ControlOptions, openControl } from "./control-client.ts";
import { commandOf, defaultAddress } from "./flag-values.ts";
import { accepted, type Call, type Endpoint, findOutcome, type Run, runJourney, toBrief } from "./sample-client.ts";
import { checkScenario } from "./scenario.ts";

/** Flags of `try`. */
interface TryOptions extends ControlOptions {
  readonly scenario?: string | undefined;
  readonly clientId?: string | undefined;
}

/**
 * Runs a whole journey as a client would, against a running simulator. If no simulator responds, creates one in this
 * process.
 *
 * @returns 0 if the journey completed, whatever its outcome; 1 otherwise.
 * @throws {CommandError} If a request is refused, with the problem.
 */
export async function tryJourney(journey: string, options: TryOptions, terminal: Terminal): Promise<number> {
  const { out, stop } = terminal;
  const { control, fetch, url, where } = await findSimulator(options, terminal);
  const world = options.clientId ?? `try-${crypto.randomUUID().slice(0, 8)}`;
  if (options.clientId === undefined) {
    await control.ask("changeClock", { world }, { mode: "auto" }).catch(({ message }: Error) => {
      throw new CommandError(
        `${message} Pass --client-id and set JOURNEY_CLIENT_SECRET to run as one of the simulator's clients.`,
      );
    });
  }
  const resourceId = journey.includes("@") ? journey : `${journey}@latest`;
  await checkVersion(control, resourceId);
  if (options.scenario !== undefined) {
    await checkScenario(control, world, options.scenario);
    await control.ask("arm", { world }, { scenario: options.scenario });
  }
  const calls: Call[] = [];
  const style = styleFor(out);
  const say = (line: string) => void (options.json === true || out.write(`${line}\n`));
  say(`${style("bold", toPlain(resourceId))} on ${where}, world ${toPlain(world)}\n`);

  const shown = new Map<Endpoint, string>();
  let token: string | undefined;
  const send: Run["send"] = async (endpoint, request) => {
    const call = await post(fetch, url, endpoint, request, token, stop);
    calls.push(call);
    const line = `${endpoints[endpoint].path.padEnd(38)}  ${call.status}  ${toPlain(toBrief(call))}`;
    if (isPoll(endpoint) && shown.get(endpoint) === line) return call; // already printed
    shown.set(endpoint, line);
    say(line);
    return call;
  };
  const credentials = { client_id: world, client_secret: process.env.JOURNEY_CLIENT_SECRET ?? "any" };
  const form = { grant_type: "client_credentials", scope: "service.token", ...credentials };
  const access = await accepted(send("token.requestToken", form));
  token = `${memberOf(access.response, "access_token")}`;
  calls[0] = { ...access, request: hidden, response: hidden };

  const flags = `--world ${toPlain(world)}${options.simulator === undefined ? "" : ` --simulator ${toPlain(url)}`}`;
  const clock = `${commandOf(terminal)} clock`;
  const hint = `Continue with ${clock} advance next-event ${flags}, or with ${clock} real ${flags}.`;
  const wait = createWait(control, world, { isReal: options.clientId !== undefined, hint, stop });
  const { instanceId, state } = await runJourney({ resourceId, send, wait });
  const status = `${memberOf(state.response, "status")}`;
  const outcome = findOutcome(state.response);
  if (options.json === true) {
    out.write(
      `${JSON.stringify({ resourceId, simulator: where, world, instanceId, status, outcome, calls }, null, 2)}\n`,
    );
  } else {
    const result = outcome === undefined ? status : `${status}: ${outcome}`;
    say(`\n${style(status === "Completed" ? "green" : "red", result)}`);
    const next =
      where === inProcess
        ? `No simulator responds at ${defaultAddress}, so this run used a temporary one. To use yours, pass --simulator.`
        : `Next: ${commandOf(terminal)} explain ${instanceId} ${flags}`;
    say(style("dim", next));
  }
  return status === "Completed" ? 0 : 1;
}

const hidden = "not shown";

/** Throws {@link CommandError} if a journey is published, but not in the version of a resource id. */
async function checkVersion(control: Control, resourceId: string): Promise<void> {
  const { id, version = "latest" } = parseResourceId(resourceId) ?? {};
  if (version === "latest") return;
  const { journeys } = await control.ask("listJourneys");
  const published = journeys.filter(({ environments }) =>
    Object.values(environments).some((place) => place?.resourceId === id),
  );
  const versions = [...new Set(["latest", ...published.map((one) => one.version)])];
  if (published.length === 0 || versions.includes(version)) return;
  const list = versions.map((one) => `${id}@${one}`).join(", ");
  throw new CommandError(toPlain(`There is no version "${version}" of "${id}". Known versions: ${list}.`));
}

/** Whether an endpoint only reads. A client polls such an endpoint. */
const isPoll = (endpoint: Endpoint): boolean => /\.(fetch|list)/.test(endpoint);

const inProcess = "a simulator in this process";

async function findSimulator(options: TryOptions, terminal: Terminal) {
  const { simulator: named } = options;
  const url = named ?? defaultAddress;
  const control = openControl(options, terminal);
  const health = await control.ask("readHealth").catch((error: unknown) => {
    if (named !== undefined) throw error;
  });
  if (health !== undefined) return { control, fetch: globalThis.fetch, url, where: url };
  const { fetch } = createSimulator();
  const local = { ...options, simulator: "http://simulator.localhost" };
  return { control: openControl(local, terminal, fetch), fetch, url: local.simulator, where: inProcess };
}

async function post(
  fetch: (target: string, init?: RequestInit) => Promise<Response>,
  url: string,
  endpoint: Endpoint,
  request: object,
  token: string | undefined,
  stop: AbortSignal,
): Promise<Call> {
  const isForm = token === undefined;
  const response = await fetch(url + endpoints[endpoint].path, {
    method: "POST",
    headers: isForm
      ? { "content-type": "application/x-www-form-urlencoded" }
      : { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: isForm ? `${new URLSearchParams(Object.entries(request))}` : JSON.stringify(request),
    signal: stop,
  }).catch((error: unknown) => {
    if (stop.aborted) throw new CommandError("Stopped before the journey ended.");
    throw new CommandError(`${url} sent no response to ${endpoints[endpoint].path} (${toCause(error)}).`);
  });
  return { endpoint, request, status: response.status, response: await response.json().catch(() => undefined) };
}

interface Waiting {
  readonly isReal: boolean;
  /** Says how to continue if the clock is frozen. */
  readonly hint: string;
  readonly stop: AbortSignal;
  /** Waits in real time; a test replaces it. */
  readonly pause?: typeof sleep;
}

/**
 * Creates the wait between two polls. An `auto` clock jumps with each poll; any other clock needs real time or is
 * frozen.
 */
export function createWait(
  control: Control,
  world: string,
  { isReal, hint, stop, pause = sleep }: Waiting,
): Run["wait"] {
  const maxPolls = isReal ? 120 : 50;
  let [unchanged, last] = [0, ""];
  return async ({ response }) => {
    const now = JSON.stringify(response);
    unchanged = now === last ? unchanged + 1 : 0;
    last = now;
    const explain = () => control.ask("explainInstance", { world, instance: `${memberOf(response, "instanceId")}` });
    if (unchanged === maxPolls) {
      const { waitingFor } = await explain();
      throw new CommandError(`The journey is stuck. It is waiting for ${toPlain(waitingFor.join("; "))}.`);
    }
    if (!isReal) return;
    if (unchanged === 0) {
      const { nextEvent, waitingFor } = await explain();
      if (nextEvent !== undefined && (await control.ask("readClock", { world })).mode === "frozen") {
        const what = toPlain(waitingFor.join("; "));
        throw new CommandError(
          `The clock of world ${toPlain(world)} is frozen. The journey is waiting for ${what}. ${hint}`,
        );
      }
    }
    await pause(1_000, undefined, { signal: stop }).catch(() => undefined);
  };
}
