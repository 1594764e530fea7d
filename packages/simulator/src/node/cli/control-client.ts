import { ErrorBody } from "@journey-kit/schemas";
import { CommandError, type Style, styleFor, type Terminal, toCause } from "@journey-kit/schemas/cli";
import { controlEndpoints } from "@journey-kit/schemas/control";
import { type ControlRouteName, controlRouteOf } from "@journey-kit/schemas/control-routes";
import { suggest, toPlain } from "@journey-kit/schemas/report";
import type * as z from "zod";
import { defaultAddress } from "./flag-values.ts";

/** Flags that select the simulator and the world of a command. */
export interface ControlOptions {
  readonly simulator?: string | undefined;
  readonly controlToken?: string | undefined;
  readonly world?: string | undefined;
  readonly json?: true | undefined;
}

/** The response body of a control plane endpoint. */
export type ControlResponse<Name extends ControlRouteName> = z.output<(typeof controlEndpoints)[Name]["response"]>;

/** The control plane of a running simulator. If a request fails, the method throws {@link CommandError}. */
export interface Control {
  /** Sends a request to an endpoint. `parameters` replace the placeholders in the path. */
  ask<Name extends ControlRouteName>(
    name: Name,
    parameters?: Readonly<Record<string, string>>,
    body?: object,
    query?: Readonly<Record<string, string>>,
  ): Promise<ControlResponse<Name>>;
  /** Returns the world of `--world`, which must exist, or the only world if the flag is omitted. */
  world(): Promise<string>;
  /** Returns the named worlds, which must exist, or all worlds, of which there must be at least one. */
  worlds(named?: readonly string[]): Promise<readonly string[]>;
  /**
   * Like `world`, but the world need not exist. If the world is new, `print` reports that it was created. If the flag
   * is omitted, uses `preferred` or, without it, the only world.
   */
  worldToChange(preferred?: string): Promise<string>;
  /** Prints a response as the lines that `toPage` returns, or as JSON with `--json`. */
  print<Body extends object>(body: Body, toPage: (body: Body, style: Style) => readonly string[]): void;
}

/** Opens the control plane that a command's flags select. */
export function openControl(
  options: ControlOptions,
  { out, err, stop }: Terminal,
  fetch: (target: string, init: RequestInit) => Promise<Response> = globalThis.fetch,
): Control {
  const { simulator: url = defaultAddress, controlToken, world: named, json } = options;
  let created: string | undefined;
  const ask: Control["ask"] = async (name, parameters = {}, body, query = {}) => {
    const { method, path } = controlRouteOf(name);
    const target = path.replaceAll(/:(\w+)/g, (_, part: string) => encodeURIComponent(parameters[part] ?? ""));
    const search = Object.keys(query).length === 0 ? "" : `?${new URLSearchParams(query)}`;
    const headers = {
      ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    const init = { method, headers, redirect: "manual" as const, ...(body && { body: JSON.stringify(body) }) };
    const { isOk, value } = await receive(fetch, url, target + search, init, stop, timeoutOf(name));
    const parsed = controlEndpoints[name].response.safeParse(value);
    if (isOk && parsed.success) return parsed.data as ControlResponse<typeof name>; // parsed by the schema of this row
    throw new CommandError(toProblem(value) ?? `The server at ${url} is not a simulator, or has a different version.`);
  };
  const listWorlds = async () => (await ask("listWorlds")).worlds.map(({ world }) => world);
  return {
    ask,
    world: async () => findWorld(named, await listWorlds()),
    worlds: async (some) => {
      const known = await listWorlds();
      if (known.length === 0) findWorld(undefined, known);
      return some?.map((name) => findWorld(name, known)) ?? known;
    },
    worldToChange: async (preferred) => {
      const worlds = await listWorlds();
      const chosen = named ?? preferred;
      if (chosen === undefined || worlds.includes(chosen)) return findWorld(chosen, worlds);
      created = chosen;
      return chosen;
    },
    print: (body, toPage) => {
      const page =
        json === true ? JSON.stringify(body, null, 2).split("\n").map(toPlain) : toPage(clean(body), styleFor(out));
      out.write(`${page.join("\n")}\n`);
      if (created !== undefined) err.write(`Created world "${toPlain(created)}". No client has used it yet.\n`);
    },
  };
}

// Saving or rebuilding a large world takes seconds.
const timeoutOf = (name: ControlRouteName): number => (name.endsWith("Situation") ? 120_000 : 10_000);

async function receive(
  fetch: (target: string, init: RequestInit) => Promise<Response>,
  url: string,
  target: string,
  init: RequestInit,
  stop: AbortSignal,
  timeout: number,
) {
  const late = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url + target, { ...init, signal: AbortSignal.any([stop, late]) });
    const text = await response.text();
    return { isOk: response.ok, value: parse(text) };
  } catch (error) {
    if (stop.aborted) throw new CommandError("Stopped before the simulator responded.");
    if (late.aborted) throw new CommandError(`${url} did not respond within ${timeout / 1_000} seconds.`);
    throw new CommandError(
      `No simulator responds at ${url} (${toCause(error)}). Start one with journey-sim, or pass an address with --simulator.`,
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

/** The problems of an error body in one line. */
function toProblem(value: unknown): string | undefined {
  const parsed = ErrorBody.safeParse(value);
  return parsed.success ? toPlain(parsed.data.errors.map(({ problem }) => problem).join(" ")) : undefined;
}

/** Escapes every text for a terminal, because callers choose client ids and paths. */
const clean = <Body extends object>(body: Body): Body =>
  JSON.parse(JSON.stringify(body), (_, value) => (typeof value === "string" ? toPlain(value) : value));

function findWorld(named: string | undefined, worlds: readonly string[]): string {
  const [only, ...more] = worlds;
  if (named !== undefined) {
    if (worlds.includes(named)) return named;
    const hint = suggest(named, worlds) || " List the worlds with journey-sim world list.";
    throw new CommandError(`There is no world "${toPlain(named)}".${hint}`);
  }
  if (only === undefined)
    throw new CommandError("No client has sent a request yet. Choose a world with --world CLIENT-ID.");
  if (more.length === 0) return only;
  throw new CommandError(
    `There are ${worlds.length} worlds. Choose one with --world, or list them with journey-sim world list.`,
  );
}
