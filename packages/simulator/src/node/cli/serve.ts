import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "@commander-js/extra-typings";
import {
  CommandError,
  example,
  number,
  oneOf,
  readProfile,
  readText,
  repeated,
  styleFor,
  type Terminal,
  text,
} from "@journey-kit/schemas/cli";
import { regions } from "@journey-kit/schemas/tables";
import { reportTo } from "../../context/context.ts";
import { createShippedCatalog } from "../../journeys/shipped.ts";
import type { SimulatorOptions } from "../../service.ts";
import { nodeDigest } from "../digest.ts";
import type { OpenStorage } from "../open-storage.ts";
import { createMetrics, type ServeOptions, serveSimulator } from "../serve.ts";
import {
  commandOf,
  controlTokenOption,
  host,
  journeysOption,
  limit,
  origin,
  profileOption,
  store,
} from "./flag-values.ts";
import { createLog } from "./log.ts";
import { toScreen } from "./start-screen.ts";

/** Adds the flags of a simulator, which `serve` and `exec` share. */
export const simulatorFlags = (command: Command) =>
  command
    .addOption(profileOption)
    .option(
      "--latency <ms>",
      "duration of every module in milliseconds; overrides the durations in the journeys",
      number("--latency", 0, 3_600_000),
    )
    .addOption(journeysOption)
    .option("--clients <file>", "JSON file with API clients; by default, any client id is accepted", text("--clients"))
    .option(
      "--region <region>",
      "region for request paths without a region prefix",
      oneOf("--region", regions),
      "eu" as const,
    )
    .option(
      "--cors <origin>",
      "origin of web pages that may call the simulator, or * for all; loopback origins are always allowed; repeatable",
      repeated(origin("--cors")),
    )
    .option(
      "--embed <origin>",
      "origin of web pages that may show hosted pages in a frame, or * for all; loopback origins are always allowed; repeatable",
      repeated(origin("--embed")),
    )
    .option(
      "--limit <name=value>",
      "change a limit, such as instances=1000 or store-bytes=2GiB; repeatable",
      repeated(limit("--limit")),
    )
    .option("--seed <number>", "seed for all random choices", number("--seed", 0, Number.MAX_SAFE_INTEGER), 1);

/** The values of these flags. */
export type SimulatorFlags = ReturnType<ReturnType<typeof simulatorFlags>["opts"]>;

const addServeFlags = (program: Command) =>
  simulatorFlags(program.command("serve"))
    .description("start a simulator (default)")
    .option("--port <port>", "port to listen on; 0 picks a free one", number("--port", 0, 65_535), 4010)
    .option("--host <host>", "address to bind to", host("--host"), "127.0.0.1")
    .option(
      "--allow-host <host>",
      "host to accept in the Host header, in addition to loopback hosts; repeatable",
      repeated(host("--allow-host")),
    )
    .addOption(controlTokenOption("bearer token that other machines must send to use the control API"))
    .option(
      "--playground <dir>",
      "folder with web pages to serve at / instead of the built-in playground",
      text("--playground"),
    )
    .option("--tls-cert <file>", "PEM certificate for HTTPS", text("--tls-cert"))
    .option("--tls-key <file>", "PEM private key of the certificate", text("--tls-key"))
    .option("--metrics", "serve Prometheus metrics for requests and the store at /_sim/metrics")
    .option(
      "--drain <seconds>",
      "seconds that pending requests may take when the simulator stops; 0 ends them immediately",
      number("--drain", 0, 3_600),
      10,
    )
    .option(
      "--store <address>",
      "keep worlds in sqlite:FILE or postgres://…; by default, worlds are lost when the simulator stops",
      store("--store"),
    )
    .option("--quiet", "do not log requests")
    .option("--log <format>", "log format: text or json", oneOf("--log", ["text", "json"]), "text" as const)
    .addHelpText("after", example("journey-sim serve --port 0 --latency 0 --profile observed"));

type ServeFlags = ReturnType<ReturnType<typeof addServeFlags>["opts"]>;

/** Adds the command that starts a simulator. */
export const addServe = (program: Command, terminal: Terminal): void =>
  void addServeFlags(program).action((options) => serve(options, terminal));

type Hooks = Pick<SimulatorOptions, "onRequest" | "onError" | "metrics" | "storage">;

/**
 * Creates a simulator from flags.
 *
 * @throws {CommandError} If a file is invalid, with the path of the file and the problem.
 */
export async function prepareSimulator(flags: SimulatorFlags, hooks: Hooks = {}) {
  const { region, latency, seed, journeys, cors = [], embed = [], limit = [] } = flags;
  const profile = await readProfile(flags.profile);
  const loadFiles = () => import("./load-files.ts"); // loads schemas, which are seldom needed this early
  const clients = flags.clients === undefined ? undefined : await (await loadFiles()).readClients(flags.clients);
  const catalog = createShippedCatalog(profile);
  if (journeys !== undefined) await (await loadFiles()).publishFolder(catalog, journeys);
  const options: SimulatorOptions = {
    profile: { readings: profile },
    region,
    digest: nodeDigest,
    cors,
    embed,
    limits: Object.fromEntries(limit),
    ...(clients !== undefined && { clients }),
    seed,
    ...(latency !== undefined && { latency }),
    ...hooks,
  };
  const { createService } = await import("../../service.ts"); // most commands do not need it
  const { app } = createService(options, catalog);
  return { app, profile, published: catalog.list(), clients };
}

/** Serves a simulator until it is stopped, and logs each request. */
async function serve(flags: ServeFlags, { out, err, stop, version, npmScript }: Terminal): Promise<void> {
  const { port, host, region, controlToken, drain: seconds, allowHost = [] } = flags;
  const log = createLog({ out, err }, flags.log);
  const metrics = flags.metrics === true ? await createMetrics() : undefined;
  const storage = flags.store === undefined ? undefined : await openStore(flags.store);
  const store = flags.store?.split(":", 1)[0] ?? "memory";
  const hooks = {
    onError: (error: unknown, id?: string) => log.event({ event: "error", error, id }),
    ...(flags.quiet !== true && { onRequest: log.request }),
    ...(metrics !== undefined && { metrics }),
    ...(storage !== undefined && { storage }),
  };
  const { app, profile, published, clients } = await prepareSimulator(flags, hooks);
  const playground = findPlayground(flags.playground);
  const tls = await readTls(flags);
  const options: ServeOptions = {
    port,
    host,
    allowedHosts: allowHost,
    profile,
    onRequest: reportTo(hooks),
    ...(tls !== undefined && { tls }),
    ...(playground !== undefined && { playground }),
    ...(controlToken !== undefined && { controlToken }),
  };
  const served = await serveSimulator({ app }, options).catch((error: unknown) => {
    throw toListenError(error, options);
  });
  const { url } = served;
  const hasPlayground = playground !== undefined;
  const command = commandOf({ npmScript });
  const style = styleFor(out);
  const screen = toScreen({ url, version, region, profile, published, clients, store, hasPlayground, command, style });
  log.event({ event: "start", url, version, screen });
  log.event({ event: "ready", store });
  if (!stop.aborted) await once(stop, "abort");
  log.event({ event: "drain", requests: served.underWay(), seconds });
  await served.close({ drain: seconds * 1_000 });
  await storage?.close();
  log.event({ event: "stop" });
}

async function openStore(address: string): Promise<OpenStorage> {
  const { openStorage } = await import("../open-storage.ts");
  try {
    return await openStorage(address);
  } catch (error) {
    throw new CommandError(`--store: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The folder of `--playground`, or the one next to the bundled program. */
function findPlayground(folder: string | undefined): string | undefined {
  const bundled = join(import.meta.dirname, "..", "playground");
  if (folder === undefined) return existsSync(join(bundled, "index.html")) ? bundled : undefined;
  if (existsSync(join(folder, "index.html"))) return folder;
  throw new CommandError(`--playground: the folder ${folder} has no index.html.`);
}

async function readTls({ tlsCert, tlsKey }: ServeFlags): Promise<ServeOptions["tls"]> {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new CommandError("Use --tls-cert and --tls-key together.", 2);
  }
  return { cert: await readText(tlsCert), key: await readText(tlsKey) };
}

function toListenError(error: unknown, { port, host, tls }: ServeOptions): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  switch (code) {
    case "EADDRINUSE":
      return new CommandError(
        `Port ${port} on ${host} is already in use. Choose another with --port, or use 0 for a free port.`,
      );
    case "EACCES":
      return new CommandError(`You do not have permission to listen on port ${port}. Choose another with --port.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new CommandError(`--host ${host} is not an address of this machine.`);
    default:
      if (tls === undefined || !code.startsWith("ERR_OSSL")) return error;
      return new CommandError("--tls-cert and --tls-key must be a PEM certificate and its private key.");
  }
}
