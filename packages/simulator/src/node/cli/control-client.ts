import type { Command } from "@commander-js/extra-typings";
import { type ControlRouteName, controlRouteOf } from "@journey-kit/schemas/calls";
import {
  CommandError,
  checkShape,
  readJson,
  type Style,
  styleFor,
  type Terminal,
  toCause,
} from "@journey-kit/schemas/cli";
import { suggest, toPlain } from "@journey-kit/schemas/report";
import type * as z from "zod";
import { clientId, controlTokenOption, defaultAddress, simulatorOption } from "./flag-values.ts";

/** Adds the flags that select a simulator. */
export const onSimulator = (command: Command) =>
  command
    .addOption(simulatorOption("address of the simulator (default: 127.0.0.1:4010)"))
    .addOption(controlTokenOption("control token of a simulator on another machine"))
    .option("--json", "print JSON");

/** Adds the flags that select a simulator and a world. */
export const onWorld = (command: Command, meaning = "client id of the world; optional if there is only one world") =>
  onSimulator(command).option("--world <client-id>", meaning, clientId("--world"));

/** The values of these flags. */
export type ControlOptions = Partial<ReturnType<ReturnType<typeof onWorld>["opts"]>>;

type Schemas = typeof import("@journey-kit/schemas/control");

// Help and `exec` need no schemas.
const loadSchemas = (): Promise<Schemas> => import("@journey-kit/schemas/control");

/**
 * Reads the body of a request from a JSON file.
 *
 * @throws {CommandError} If the file is invalid, with the path of the file and of each invalid value.
 */
export const readBody = async <Schema extends z.ZodType>(file: string, choose: (schemas: Schemas) => Schema) =>
  checkShape(choose(await loadSchemas()), file, await readJson(file));

/** The response body of a control API endpoint. */
export type ControlResponse<Name extends ControlRouteName> = z.output<Schemas["controlEndpoints"][Name]["response"]>;

/** Formats a body as lines for a terminal. */
type ToPage<Body> = (body: Body, style: Style) => readonly string[];

type PathParameters = Readonly<Record<string, string>>;
type Query = Readonly<Record<string, string | number | undefined>>;
type Fetch = (target: string, init: RequestInit) => Promise<Response>;

/** The control API of a running simulator. If a request fails, the method throws {@link CommandError}. */
export type Control = ReturnType<typeof openControl>;

/** What a command calls to get its {@link Control}. */
export type Open = (options: ControlOptions) => Control;

/** Opens the control API that a command's flags select. */
export function openControl(
  { simulator: url = defaultAddress, controlToken, world: named, json }: ControlOptions,
  { out, err, stop }: Terminal,
  fetch: Fetch = globalThis.fetch,
) {
  let created = "";

  const receive = async (target: string, init: RequestInit, timeout: number) => {
    const late = AbortSignal.timeout(timeout);
    try {
      const response = await fetch(url + target, { ...init, signal: AbortSignal.any([stop, late]) });
      return { isOk: response.ok, value: parse(await response.text()) };
    } catch (error) {
      if (stop.aborted) throw new CommandError("Stopped before the simulator responded.");
      if (late.aborted)
        throw new CommandError(`The simulator at ${url} did not respond within ${timeout / 1_000} seconds.`);
      throw new CommandError(
        `No simulator responds at ${url} (${toCause(error)}). Start one with journey-sim, or pass an address with --simulator.`,
      );
    }
  };

  /** Sends a request to an endpoint. `parameters` replace the placeholders in the path. */
  const ask = async <Name extends ControlRouteName>(
    name: Name,
    parameters: PathParameters = {},
    body?: object,
    query: Query = {},
  ): Promise<ControlResponse<Name>> => {
    const { method, path, isLong } = controlRouteOf(name);
    const target = path.replaceAll(/:(\w+)/g, (_, part: string) => encodeURIComponent(parameters[part] ?? ""));
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) if (value !== undefined) search.append(key, `${value}`);
    const headers = {
      ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    const init = { method, headers, redirect: "manual" as const, ...(body && { body: JSON.stringify(body) }) };
    const timeout = isLong ? 120_000 : 10_000;
    const { isOk, value } = await receive(search.size === 0 ? target : `${target}?${search}`, init, timeout);
    const parsed = (await loadSchemas()).controlEndpoints[name].response.safeParse(value);
    if (isOk && parsed.success) return parsed.data as ControlResponse<Name>; // parsed by the schema of this row
    const { ErrorBody } = await import("@journey-kit/schemas");
    const { data: refused } = ErrorBody.safeParse(value);
    const problem = refused && toPlain(refused.errors.map(({ problem }) => problem).join(" "));
    throw new CommandError(
      problem ??
        `The server at ${url} is not a simulator, or its version differs from this command's. Check the address and both versions.`,
    );
  };

  const listWorlds = async () => (await ask("listWorlds")).worlds.map(({ world }) => world);

  /** Returns the world of `--world`, which must exist, or the only world if the flag is omitted. */
  const world = async (): Promise<string> => findWorld(named, await listWorlds());

  /** Returns the named worlds, which must exist, or all worlds, of which there must be at least one. */
  const worlds = async (some?: readonly string[]): Promise<readonly string[]> => {
    const known = await listWorlds();
    if (known.length === 0) findWorld(undefined, known);
    return some?.map((name) => findWorld(name, known)) ?? known;
  };

  /**
   * Like `world`, but the world need not exist. If the world is new, `print` reports that it was created and
   * suggests a known world with a similar name. If the flag is omitted, uses `preferred` or, without it, the only world.
   * Lists the worlds only if none is named, or if the named one has no instance and so may be new.
   */
  const worldToChange = async (preferred?: string): Promise<string> => {
    const chosen = named ?? preferred;
    if (chosen !== undefined && (await ask("readWorld", { world: chosen })).instances > 0) return chosen;
    const known = await listWorlds();
    if (chosen === undefined || known.includes(chosen)) return findWorld(chosen, known);
    created = `Created world "${toPlain(chosen)}". No client has used it yet.${suggest(chosen, known)}\n`;
    return chosen;
  };

  /** Prints a body as the lines that `toPage` returns, or as JSON with `--json`. */
  const print = <Body>(body: Body, toPage: ToPage<Body>): void => {
    const page =
      json === true ? JSON.stringify(body, null, 2).split("\n").map(toPlain) : toPage(clean(body), styleFor(out));
    out.write(`${page.join("\n")}\n`);
    err.write(created);
  };

  /** Sends a request to an endpoint, and prints the response. The endpoint gets the world of `world` if it needs one. */
  const show = async <Name extends ControlRouteName>(
    name: Name,
    toPage: ToPage<ControlResponse<Name>>,
    parameters: PathParameters = {},
    body?: object,
    query?: Query,
  ): Promise<void> => {
    const needsWorld = controlRouteOf(name).path.includes(":world") && parameters.world === undefined;
    const found = needsWorld ? { ...parameters, world: await world() } : parameters;
    print(await ask(name, found, body, query), toPage);
  };

  /** Sends a request that changes the world of `worldToChange`, and prints the response. */
  const change = async <Name extends ControlRouteName>(
    name: Name,
    toPage: ToPage<ControlResponse<Name>>,
    body: object,
  ): Promise<void> => show(name, toPage, { world: await worldToChange() }, body);

  return { ask, world, worlds, worldToChange, print, show, change };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Escapes every text for a terminal, because callers choose client ids and paths. */
const clean = <Body>(body: Body): Body =>
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
