import { ErrorBody } from "@journey-kit/schemas";
import { controlEndpoints } from "@journey-kit/schemas/control";
import { type ControlRouteName, controlRouteOf } from "@journey-kit/schemas/control-routes";
import type * as z from "zod";
import { readControlToken } from "./flag-values.ts";
import type { CommandLine } from "./flags.ts";
import { CommandError, type Style, styleFor, type Terminal } from "./terminal.ts";

/** Does what a command line asks for, and gives the exit code. */
export type Verb = (line: CommandLine, terminal: Terminal) => Promise<number>;

/** What an endpoint of the control plane answers with. */
export type Answered<Name extends ControlRouteName> = z.output<(typeof controlEndpoints)[Name]["response"]>;

/** The control plane of a running simulator, as a command line names it. */
export interface Remote {
  /** Asks an endpoint, its path filled in. Throws {@link CommandError}. */
  ask<Name extends ControlRouteName>(
    name: Name,
    parameters?: Readonly<Record<string, string>>,
    body?: object,
    query?: Readonly<Record<string, string>>,
  ): Promise<Answered<Name>>;
  /** The client id of `--world`; where it is left out, of the only world there is. Throws {@link CommandError}. */
  world(): Promise<string>;
}

/**
 * Makes a verb of what it asks a running simulator for and of the page that shows the answer; `--json` shows it as it
 * is. The exit code is 0 unless the answer says otherwise.
 */
export const onSimulator =
  <Body extends object>(
    act: (remote: Remote, line: CommandLine) => Promise<Body>,
    toPage: (body: Body, style: Style) => readonly string[],
    toExitCode: (body: Body, line: CommandLine) => number = () => 0,
  ): Verb =>
  async (line, { out, stop }) => {
    const body = await act(toRemote(line, stop), line);
    const text = line.values.json === true ? JSON.stringify(body, null, 2) : toPage(body, styleFor(out)).join("\n");
    out.write(`${text}\n`);
    return toExitCode(body, line);
  };

function toRemote({ values }: CommandLine, stop: AbortSignal): Remote {
  const url = readAddress(values.simulator ?? "http://127.0.0.1:4010");
  const token = readControlToken(values);
  const ask: Remote["ask"] = async (name, parameters = {}, body, query = {}) => {
    const { method, path } = controlRouteOf(name);
    const target = path.replaceAll(/:(\w+)/g, (_, part: string) => encodeURIComponent(parameters[part] ?? ""));
    const asked = Object.keys(query).length === 0 ? "" : `?${new URLSearchParams(query)}`;
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    const init = { method, headers, redirect: "manual" as const, ...(body && { body: JSON.stringify(body) }) };
    const { isOk, value } = await receive(url, target + asked, init, stop);
    const parsed = controlEndpoints[name].response.safeParse(value);
    if (isOk && parsed.success) return parsed.data as Answered<typeof name>; // what the row's own schema gave
    throw new CommandError(toProblem(value) ?? `What answers at ${url} is no simulator of this version.`);
  };
  return { ask, world: async () => values.world ?? onlyWorld(await ask("listWorlds")) };
}

function readAddress(text: string): string {
  const url = URL.parse(text);
  const isGood = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  if (!isGood) throw new CommandError("--simulator takes an address such as http://127.0.0.1:4010.", 2);
  return text.replace(/\/+$/, "");
}

const patience = 10_000;

async function receive(url: string, target: string, init: RequestInit, stop: AbortSignal) {
  const late = AbortSignal.timeout(patience);
  try {
    const response = await fetch(url + target, { ...init, signal: AbortSignal.any([stop, late]) });
    const text = await response.text();
    return { isOk: response.ok, value: parse(text) };
  } catch {
    if (stop.aborted) throw new CommandError("Ended before the simulator had answered.");
    if (late.aborted) throw new CommandError(`${url} has not answered within ${patience / 1_000} seconds.`);
    throw new CommandError(
      `No simulator answers at ${url}. Start one with journey-sim, or say where with --simulator.`,
    );
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a refusal says, in one line. */
function toProblem(value: unknown): string | undefined {
  const parsed = ErrorBody.safeParse(value);
  return parsed.success ? parsed.data.errors.map(({ problem }) => problem).join(" ") : undefined;
}

function onlyWorld({ worlds }: Answered<"listWorlds">): string {
  const [only, ...more] = worlds.map(({ world }) => world);
  if (only === undefined)
    throw new CommandError("No client has called yet; name the client id of a world with --world.");
  if (more.length === 0) return only;
  throw new CommandError(
    `There are ${worlds.length} worlds; name one with --world. journey-sim world list shows them.`,
  );
}
