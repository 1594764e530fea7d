import { existsSync } from "node:fs";
import { join } from "node:path";
import { createSimulator } from "../../simulator.ts";
import { nodeDigest } from "../digest.ts";
import { type Served, type ServeOptions, serveSimulator } from "../serve.ts";
import { toScreen } from "./banner.ts";
import { readControlToken, readSettings, type ServeSettings } from "./flag-values.ts";
import type { CommandLine } from "./flags.ts";
import { publishFolder, readClients, readProfile } from "./load-files.ts";
import { CommandError, styleFor, type Terminal } from "./terminal.ts";

/** Serves until it is stopped. */
export async function serve(line: CommandLine, { out, stop, version }: Terminal): Promise<number> {
  const { values } = line;
  const settings = readSettings(line);
  const { region, latency, seed } = settings;
  const controlToken = readControlToken(values);
  const profile = await readProfile(values.profile);
  const clients = values.clients === undefined ? undefined : await readClients(values.clients);
  const simulator = createSimulator({
    profile: { readings: profile },
    region,
    digest: nodeDigest,
    ...(clients !== undefined && { clients }),
    ...(latency !== undefined && { latency }),
    ...(seed !== undefined && { seed }),
  });
  if (values.journeys !== undefined) await publishFolder(simulator, values.journeys);
  const playground = findPlayground(values.playground);
  const served = await open(simulator, {
    ...settings,
    profile,
    ...(playground !== undefined && { playground }),
    ...(controlToken !== undefined && { controlToken }),
  });
  const published = simulator.published();
  const style = styleFor(out);
  out.write(toScreen({ url: served.url, version, region, profile, published, clients, style }));
  await aborted(stop);
  await served.close();
  return 0;
}

/** The pages that were asked for, or those that lie beside a bundled program. */
function findPlayground(folder: string | undefined): string | undefined {
  const beside = join(import.meta.dirname, "..", "playground");
  if (folder === undefined) return existsSync(join(beside, "index.html")) ? beside : undefined;
  if (existsSync(join(folder, "index.html"))) return folder;
  throw new CommandError(`--playground: ${folder} holds no index.html.`);
}

async function open(
  simulator: Parameters<typeof serveSimulator>[0],
  options: ServeSettings & ServeOptions,
): Promise<Served> {
  try {
    return await serveSimulator(simulator, options);
  } catch (error) {
    throw toListenError(error, options);
  }
}

function toListenError(error: unknown, { port, host }: ServeSettings): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return new CommandError(`Port ${port} on ${host} is taken. Choose another with --port; 0 takes any free one.`);
    case "EACCES":
      return new CommandError(`Port ${port} needs rights that this user does not have.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new CommandError(`--host ${host} is no address of this machine.`);
    default:
      return error;
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
