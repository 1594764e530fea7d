import { createSimulatorControl, type SimulatorControl } from "@journey-kit/client/control";
import { controlRouteNames, controlRouteOf } from "@journey-kit/schemas/calls";
import type { World } from "@journey-kit/schemas/control";
import { suggest, toPlain } from "@journey-kit/schemas/report";
import type * as z from "zod";
import { checkShape, parseJson, readJson } from "../terminal/files.ts";
import { type ControlFlags, defaultAddress, type ReachFlags } from "../terminal/flags.ts";
import { CommandError, findCause, type Style, styleFor, type Terminal } from "../terminal/terminal.ts";

export type Fetch = (request: Request) => Promise<Response>;
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

/** Formats a body as lines for a terminal. */
export type RenderPage<Body> = (body: Body, style: Style) => readonly string[];

export type Open = (flags: ControlFlags) => ReturnType<typeof openControl>;

/** Connects to a running simulator. If none responds, the `cause` of a method's error is a {@link CommandError}. */
export function connect(
  { simulator: url = defaultAddress, controlToken }: ReachFlags,
  { command, stop }: Pick<Terminal, "command" | "stop">,
  fetch: Fetch = globalThis.fetch,
): SimulatorControl {
  const receive = async (request: Request, timeout: number) => {
    const late = AbortSignal.timeout(timeout);
    try {
      const response = await fetch(new Request(request, { signal: AbortSignal.any([stop, late]) }));
      return { response, text: await response.text() };
    } catch (error) {
      if (stop.aborted) throw new CommandError("Stopped before the simulator responded.");
      const advice = `Start one with ${command} serve, or pass an address with --simulator.`;
      throw new CommandError(
        late.aborted
          ? `The simulator at ${url} did not respond within ${timeout / 1_000} seconds.`
          : `No simulator responds at ${url} (${findCause(error)}). ${advice}`,
      );
    }
  };
  const call: Fetch = async (request) => {
    const name = controlRouteNames.find((one) => isRouteOf(request, one)) ?? "readHealth";
    const { response, text } = await receive(request, controlRouteOf(name).isLong ? 120_000 : 10_000);
    const { status, headers } = response;
    const schema = response.ok
      ? (await loadSchemas()).controlEndpoints[name].response
      : (await import("@journey-kit/schemas")).ErrorBody;
    if (schema.safeParse(parseJson(text)).success) return new Response(text, { status, headers });
    throw new CommandError(
      `The server at ${url} is not a simulator, or its version differs from this command's. Check the address and both versions.`,
    );
  };
  return createSimulatorControl({ baseUrl: url, token: controlToken, fetch: call });
}

function isRouteOf({ method, url }: Request, name: (typeof controlRouteNames)[number]): boolean {
  const route = controlRouteOf(name);
  return (
    route.method === method &&
    new RegExp(`${route.path.replaceAll(/:\w+/g, "[^/]+")}$`).test(URL.parse(url)?.pathname ?? "")
  );
}

/** Opens the control API of the simulator that a command's flags select. */
export function openControl({ world: named, json, ...flags }: ControlFlags, terminal: Terminal, fetch?: Fetch) {
  const simulator = connect(flags, terminal, fetch);
  const { out, err, command } = terminal;

  /** Finds a world. If `mayBeNew`, it need not exist. Lists the worlds only if none is named, or the named one has no instance. */
  const findWorld = async (
    chosen = named,
    mayBeNew = false,
  ): Promise<{ readonly name: string; readonly note: string }> => {
    if (chosen !== undefined && (await simulator.world(chosen).summary()).instances > 0)
      return { name: chosen, note: "" };
    const worlds = (await simulator.worlds()).worlds.map(({ world }) => world);
    const [only, ...more] = worlds;
    if (chosen !== undefined) {
      if (worlds.includes(chosen)) return { name: chosen, note: "" };
      const hint = suggest(chosen, worlds);
      if (mayBeNew)
        return { name: chosen, note: `Created world "${toPlain(chosen)}". No client has used it yet.${hint}\n` };
      throw new CommandError(
        `There is no world "${toPlain(chosen)}".${hint || ` List the worlds with ${command} world list.`}`,
      );
    }
    if (only === undefined)
      throw new CommandError("No client has sent a request yet. Choose a world with --world CLIENT-ID.");
    if (more.length === 0) return { name: only, note: "" };
    throw new CommandError(
      `There are ${worlds.length} worlds. Choose one with --world, or list them with ${command} world list.`,
    );
  };

  /** Prints a body as the lines that `render` returns, or as JSON with `--json`. */
  const print = <Body>(body: Body, render: RenderPage<Body>, note = ""): void => {
    const page =
      json === true ? JSON.stringify(body, null, 2).split("\n").map(toPlain) : render(clean(body), styleFor(out));
    out.write(`${page.join("\n")}\n`);
    err.write(note);
  };

  /** Returns the world of `--world`, or the only world. The world must exist. */
  const world = async (chosen?: string): Promise<World & { readonly name: string }> => {
    const { name } = await findWorld(chosen);
    return { ...simulator.world(name), name };
  };

  return {
    simulator,
    print,
    world,
    /** Calls the world, and prints its response. */
    show: async <Body>(act: (world: World) => Promise<Body>, render: RenderPage<Body>): Promise<void> =>
      print(await act(await world()), render),
    /** Like `show`, for a world that need not exist. If it is new, reports that it was created. */
    change: async <Body>(
      act: (world: World, name: string) => Promise<Body>,
      render: RenderPage<Body>,
      preferred?: string,
    ): Promise<void> => {
      const { name, note } = await findWorld(named ?? preferred, true);
      print(await act(simulator.world(name), name), render, note);
    },
  };
}

/** Escapes every text for a terminal, because callers choose client ids and paths. */
const clean = <Body>(body: Body): Body =>
  JSON.parse(JSON.stringify(body), (_, value) => (typeof value === "string" ? toPlain(value) : value));
