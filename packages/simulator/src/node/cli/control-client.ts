import { ErrorBody } from "@journey-kit/schemas";
import { controlEndpoints } from "@journey-kit/schemas/control";
import { type ControlRouteName, controlRouteOf } from "@journey-kit/schemas/control-routes";
import { suggest, toPlain } from "@journey-kit/schemas/report";
import type * as z from "zod";
import { CommandError, type Style, styleFor, type Terminal } from "./terminal.ts";

/** Where a simulator is usually found. */
export const defaultAddress = "http://127.0.0.1:4010";

/** What the flags of a command say about the simulator and the world it works on. */
export interface ControlOptions {
  readonly simulator?: string | undefined;
  readonly controlToken?: string | undefined;
  readonly world?: string | undefined;
  readonly json?: true | undefined;
}

/** What an endpoint of the control plane answers with. */
export type Answered<Name extends ControlRouteName> = z.output<(typeof controlEndpoints)[Name]["response"]>;

/** The control plane of a running simulator. Every method throws {@link CommandError}. */
export interface Control {
  /** Asks an endpoint, its path filled in. */
  ask<Name extends ControlRouteName>(
    name: Name,
    parameters?: Readonly<Record<string, string>>,
    body?: object,
    query?: Readonly<Record<string, string>>,
  ): Promise<Answered<Name>>;
  /** The world of `--world`, which must exist; if left out, the only world there is. */
  world(): Promise<string>;
  /** The same for a command that may create the world. It says so once the answer is printed. */
  worldToChange(): Promise<string>;
  /** Prints an answer as a page, or as JSON with `--json`. */
  print<Body extends object>(body: Body, toPage: (body: Body, style: Style) => readonly string[]): void;
}

/** Opens the control plane that the flags of a command name. */
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
    const asked = Object.keys(query).length === 0 ? "" : `?${new URLSearchParams(query)}`;
    const headers = {
      ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    const init = { method, headers, redirect: "manual" as const, ...(body && { body: JSON.stringify(body) }) };
    const { isOk, value } = await receive(fetch, url, target + asked, init, stop);
    const parsed = controlEndpoints[name].response.safeParse(value);
    if (isOk && parsed.success) return parsed.data as Answered<typeof name>; // what the row's own schema gave
    throw new CommandError(toProblem(value) ?? `The server at ${url} is not a simulator of this version.`);
  };
  const listWorlds = async () => (await ask("listWorlds")).worlds.map(({ world }) => world);
  return {
    ask,
    world: async () => findWorld(named, await listWorlds()),
    worldToChange: async () => {
      const known = await listWorlds();
      if (named === undefined || known.includes(named)) return findWorld(named, known);
      created = named;
      return named;
    },
    print: (body, toPage) => {
      const page =
        json === true ? JSON.stringify(body, null, 2).split("\n").map(toPlain) : toPage(clean(body), styleFor(out));
      out.write(`${page.join("\n")}\n`);
      if (created !== undefined) err.write(`Created world "${toPlain(created)}": no client has used it yet.\n`);
    },
  };
}

const timeout = 10_000;

async function receive(
  fetch: (target: string, init: RequestInit) => Promise<Response>,
  url: string,
  target: string,
  init: RequestInit,
  stop: AbortSignal,
) {
  const late = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url + target, { ...init, signal: AbortSignal.any([stop, late]) });
    const text = await response.text();
    return { isOk: response.ok, value: parse(text) };
  } catch (error) {
    if (stop.aborted) throw new CommandError("Stopped before the simulator answered.");
    if (late.aborted) throw new CommandError(`${url} did not answer within ${timeout / 1_000} seconds.`);
    throw new CommandError(
      `No simulator answers at ${url} (${toCause(error)}). Start one with journey-sim, or pass its address with --simulator.`,
    );
  }
}

/** Why a request could not be sent. `fetch` itself says no more than that it failed. */
function toCause(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return String(cause);
  if (cause.message === "bad port") return "fetch refuses to call this port; serve on another one";
  return "code" in cause && cause.code === "ECONNREFUSED" ? "connection refused" : toPlain(cause.message);
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
  return parsed.success ? toPlain(parsed.data.errors.map(({ problem }) => problem).join(" ")) : undefined;
}

/** The same answer, with every text in it fit for a terminal: client ids and paths are the callers' own. */
const clean = <Body extends object>(body: Body): Body =>
  JSON.parse(JSON.stringify(body), (_, value) => (typeof value === "string" ? toPlain(value) : value));

function findWorld(named: string | undefined, known: readonly string[]): string {
  const [only, ...more] = known;
  if (named !== undefined) {
    if (known.includes(named)) return named;
    const hint = suggest(named, known) || " journey-sim world list shows the worlds that exist.";
    throw new CommandError(`There is no world "${toPlain(named)}".${hint}`);
  }
  if (only === undefined) throw new CommandError("No client has called yet. Name a world with --world CLIENT-ID.");
  if (more.length === 0) return only;
  throw new CommandError(
    `There are ${known.length} worlds. Choose one with --world; journey-sim world list shows them.`,
  );
}
