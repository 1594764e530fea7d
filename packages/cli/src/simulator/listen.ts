import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  createMetrics,
  type OpenStorage,
  openStorage,
  type ServeOptions,
  serveSimulator,
} from "@journey-kit/simulator/node";
import { readText } from "../terminal/files.ts";
import { explainListenError } from "../terminal/listen-error.ts";
import { messageOf } from "../terminal/load-module.ts";
import { CommandError, styleFor, type Terminal, usageError } from "../terminal/terminal.ts";
import type { ServeFlags } from "./flags.ts";
import { watchClients } from "./hints.ts";
import { createLog } from "./log.ts";
import { prepareSimulator, prepareTraces } from "./prepare.ts";
import { renderScreen } from "./start-screen.ts";

/** Serves a simulator until it is stopped, and logs each request. */
export async function serve(flags: ServeFlags, terminal: Terminal): Promise<void> {
  const { out, err, stop, version, command } = terminal;
  const { port, host, region, controlToken, drain: seconds, allowHost = [] } = flags;
  const log = createLog({ out, err }, flags.log);
  const metrics = flags.metrics === true ? await createMetrics() : undefined;
  const onFailure = (problem: string) => log.event({ event: "warning", problem });
  const tracing = await prepareTraces(flags, { version, onFailure });
  const storage = flags.store === undefined ? undefined : await openStore(flags.store);
  const store = flags.store?.split(":", 1)[0] ?? "memory";
  let handleTools: Promise<(request: Request) => Promise<Response>> | undefined;
  const hooks = {
    onError: (error: unknown, id?: string) => log.event({ event: "error", error, id }),
    ...(flags.quiet !== true && { onRequest: log.request }),
    ...(metrics !== undefined && { metrics }),
    ...(tracing !== undefined && { traces: tracing.traces }),
    ...(storage !== undefined && { storage }),
    callTool: async (request: Request) => {
      handleTools ??= import("../mcp/http.ts").then(({ createToolHandler }) =>
        createToolHandler(
          { flags: { simulator: new URL(request.url).origin }, fetch: async (own) => app.fetch(own) },
          terminal,
        ),
      );
      return (await handleTools)(request);
    },
  };
  const { app, profile, published, clients, opened, ...recorded } = await prepareSimulator(flags, hooks);
  const judgeRest =
    flags.quiet === true ? undefined : watchClients(recorded, (hint) => log.event({ event: "hint", ...hint }));
  const playground = findPlayground(flags.playground);
  const tls = await readTls(flags);
  const options: ServeOptions = {
    port,
    host,
    allowedHosts: allowHost,
    profile,
    onRequest: (request) => {
      metrics?.recordRequest(request);
      hooks.onRequest?.(request);
    },
    ...(tls !== undefined && { tls }),
    ...(playground !== undefined && { playground }),
    ...(controlToken !== undefined && { controlToken }),
  };
  const served = await serveSimulator({ app }, options).catch((error: unknown) => {
    throw explainError(error, options);
  });
  const { url } = served;
  const hasPlayground = playground !== undefined;
  const style = styleFor(out);
  const screen = renderScreen({
    url,
    version,
    region,
    profile,
    published,
    clients,
    opened,
    store,
    hasPlayground,
    command,
    style,
  });
  log.event({ event: "start", url, version, screen });
  log.event({ event: "ready", store });
  if (!stop.aborted) await once(stop, "abort");
  log.event({ event: "drain", requests: served.underWay(), seconds });
  await served.close({ drain: seconds * 1_000 });
  await judgeRest?.();
  await tracing?.close();
  await storage?.close();
  log.event({ event: "stop" });
}

async function openStore(address: string): Promise<OpenStorage> {
  try {
    return await openStorage(address);
  } catch (error) {
    throw new CommandError(`--store: ${messageOf(error)}`);
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
    throw usageError("Use --tls-cert and --tls-key together.");
  }
  return { cert: await readText(tlsCert), key: await readText(tlsKey) };
}

function explainError(error: unknown, { port = 0, host = "", tls }: ServeOptions): unknown {
  const explained = explainListenError(error, { port, host });
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (explained !== error || tls === undefined || !code.startsWith("ERR_OSSL")) return explained;
  return new CommandError("--tls-cert and --tls-key must be a PEM certificate and its private key.");
}
