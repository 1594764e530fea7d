// Serves the page with hot reload, and a simulator from its sources behind the same address.
// usage: npm run dev -- [--port 5173] [--simulator-port 4010]
// JOURNEY_SIMULATOR=http://127.0.0.1:5000 uses a running simulator instead.
import { once } from "node:events";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { endpointNames, endpointOf } from "@journey-kit/schemas/endpoints";
import { regions } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import { nodeDigest, serveSimulator } from "@journey-kit/simulator/node";
import { createServer, type ProxyOptions } from "vite";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "5173" },
    "simulator-port": { type: "string", default: "4010" },
  },
});

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort());

const running = process.env.JOURNEY_SIMULATOR;
const simulator = running === undefined ? await startSimulator(Number(values["simulator-port"])) : undefined;
const page = await createServer({
  root: dirname(import.meta.dirname),
  logLevel: "warn",
  server: {
    host: "127.0.0.1",
    port: Number(values.port),
    proxy: { [servicePaths()]: proxyTo(running ?? simulator?.url ?? "") },
  },
});
await page.listen();
console.log(`Playground with hot reload: ${page.resolvedUrls?.local[0]}\nPress Ctrl-C to stop.`);

if (!stop.signal.aborted) await once(stop.signal, "abort");
await page.close();
await simulator?.close();

async function startSimulator(port: number): ReturnType<typeof serveSimulator> {
  try {
    return await serveSimulator(createSimulator({ digest: nodeDigest, onError: console.error }), { port });
  } catch (error) {
    console.error(`The simulator cannot listen on port ${port}: ${error instanceof Error ? error.message : error}`);
    console.error(`To use the simulator that runs there, set JOURNEY_SIMULATOR=http://127.0.0.1:${port}.`);
    process.exit(1);
  }
}

/** The paths of the service and of the control API, as a pattern for Vite. */
function servicePaths(): string {
  const paths = endpointNames.flatMap((name) => {
    const { path, alias } = endpointOf(name);
    return [path, alias].flatMap((one) => (typeof one === "object" ? Object.values(one.by) : one));
  });
  const first = paths.flatMap((path) => path?.split("/")[1] ?? []);
  return `^/(${[...new Set(["_sim", ...regions, ...first])].join("|")})/`;
}

/** The control API refuses changes from other origins, so the page's own origin becomes that of the simulator. */
function proxyTo(address: string): ProxyOptions {
  const { origin } = new URL(address);
  return {
    target: address,
    changeOrigin: true,
    configure: (proxy) =>
      proxy.on("proxyReq", (forwarded, { headers }) => {
        const isOwn = headers.origin !== undefined && URL.parse(headers.origin)?.host === headers.host;
        if (isOwn) forwarded.setHeader("origin", origin);
      }),
  };
}
