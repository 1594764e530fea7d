import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { CommandError, readProfile, readText, styleFor, type Terminal } from "@journey-kit/schemas/cli";
import type { LimitName } from "@journey-kit/schemas/limits";
import type { Profile } from "@journey-kit/schemas/profile";
import type { Region } from "@journey-kit/schemas/regions";
import type { AnsweredRequest } from "../../context/context.ts";
import type { Publication } from "../../journeys/catalog.ts";
import { createShippedCatalog } from "../../journeys/shipped.ts";
import type { SimulatorOptions } from "../../service.ts";
import type { ApiClient } from "../../world/permissions.ts";
import { nodeDigest } from "../digest.ts";
import type { OpenStorage } from "../open-storage.ts";
import { createMetrics, type ServeOptions, serveSimulator } from "../serve.ts";
import { commandOf } from "./flag-values.ts";
import { createLazyApp, type LazyApp } from "./lazy-app.ts";
import { createLog } from "./log.ts";
import { toScreen } from "./start-screen.ts";

/** Flags of a simulator, shared by `serve` and `exec`. */
export interface SimulatorFlags {
  readonly profile?: string | undefined;
  readonly journeys?: string | undefined;
  readonly clients?: string | undefined;
  readonly latency?: number | undefined;
  readonly seed?: number | undefined;
  readonly cors?: readonly string[] | undefined;
  readonly limit?: readonly (readonly [LimitName, number])[] | undefined;
  readonly region: Region;
}

/** Flags of `serve`. */
interface ServeFlags extends SimulatorFlags {
  readonly port: number;
  readonly host: string;
  readonly allowHost?: readonly string[] | undefined;
  readonly controlToken?: string | undefined;
  readonly playground?: string | undefined;
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
  readonly quiet?: true | undefined;
  readonly log: "text" | "json";
  readonly metrics?: true | undefined;
  readonly store?: string | undefined;
  /** Seconds. */
  readonly drain: number;
}

interface Prepared {
  readonly app: LazyApp;
  readonly profile: Profile;
  readonly published: readonly Publication[];
  readonly clients: readonly ApiClient[] | undefined;
}

interface Hooks extends Pick<SimulatorOptions, "onRequest" | "onError" | "metrics" | "storage"> {
  /** Called when the service is loaded. */
  readonly onLoad?: () => void;
}

/**
 * Creates a simulator from flags.
 *
 * @throws {CommandError} If a file is invalid, with the path of the file and the problem.
 */
export async function prepareSimulator(flags: SimulatorFlags, { onLoad, ...hooks }: Hooks = {}): Promise<Prepared> {
  const { region, latency, seed, journeys, cors = [], limit = [] } = flags;
  const profile = await readProfile(flags.profile);
  const loadFiles = () => import("./load-files.ts"); // loads schemas, which are seldom needed this early
  const clients = flags.clients === undefined ? undefined : await (await loadFiles()).readClients(flags.clients);
  const catalog = createShippedCatalog(profile);
  if (journeys !== undefined) await (await loadFiles()).publishFolder(catalog, journeys);
  const app = createLazyApp(
    async () => {
      const { createService } = await import("../../service.ts");
      const options: SimulatorOptions = {
        profile: { readings: profile },
        region,
        digest: nodeDigest,
        cors,
        limits: Object.fromEntries(limit),
        ...(clients !== undefined && { clients }),
        ...(latency !== undefined && { latency }),
        ...(seed !== undefined && { seed }),
        ...hooks,
      };
      const { app } = createService(options, catalog);
      onLoad?.();
      return app;
    },
    { ...hooks, onRequest: reportTo(hooks) },
  );
  return { app, profile, published: catalog.list(), clients };
}

/** Reports a request that does not reach the service to the log and the metrics. */
const reportTo =
  ({ onRequest, metrics }: Pick<SimulatorOptions, "onRequest" | "metrics">) =>
  (request: AnsweredRequest) => {
    onRequest?.(request);
    metrics?.recordRequest(request);
  };

/**
 * Milliseconds after launch until the service is loaded without a request, so that an early health check gets a fast
 * response.
 */
const loadDelay = 50;

/** Serves a simulator until it is stopped, and logs each request. */
export async function serve(flags: ServeFlags, { out, err, stop, version, npmScript }: Terminal): Promise<void> {
  const { port, host, region, controlToken, drain: seconds, allowHost = [] } = flags;
  const log = createLog({ out, err }, flags.log);
  const metrics = flags.metrics === true ? await createMetrics() : undefined;
  const storage = flags.store === undefined ? undefined : await openStore(flags.store);
  const store = flags.store?.split(":", 1)[0] ?? "memory";
  const hooks = {
    onLoad: () => log.event({ event: "ready", store }),
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
  const screen = {
    url,
    version,
    region,
    profile,
    published,
    clients,
    hasPlayground,
    store,
    command: commandOf({ npmScript }),
    style: styleFor(out),
  };
  log.event({ event: "start", url, version, screen: toScreen(screen) });
  setTimeout(app.load, loadDelay).unref();
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
  throw new CommandError(`--playground: ${folder} has no index.html.`);
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
      return new CommandError(`You do not have permission to listen on port ${port}.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new CommandError(`--host ${host} is not an address of this machine.`);
    default:
      if (tls === undefined || !code.startsWith("ERR_OSSL")) return error;
      return new CommandError("--tls-cert and --tls-key must be a PEM certificate and its private key.");
  }
}
