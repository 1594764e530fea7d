import { openCaller, pathOf, startJourney } from "./caller.ts";
import { type Child, startChild } from "./child.ts";
import { toRequest } from "./connection.ts";
import type { Report } from "./report.ts";
import { type Server, simulator, startServer } from "./servers.ts";
import { median } from "./statistics.ts";
import { recordStubs } from "./stubs.ts";

const rounds = 20;
const duration = 500;
const connections = 1;
const fetchPath = pathOf("journey/state/fetch");

/** Measures the time that the proxy of `journey watch` adds to a `state/fetch`. */
export async function measureTrafficProxy(): Promise<Report> {
  const upstream = await startServer(simulator);
  const loader = await startChild("load.ts");
  const proxy = await startChild("traffic-proxy.ts", [`${upstream.port}`]);
  try {
    return toReport(await race(loader, upstream, Number(await proxy.ask({ ask: "port" }))));
  } finally {
    await Promise.all([upstream, loader, proxy].map((each) => each.stop()));
  }
}

interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** Milliseconds of a request in the turns of a round. */
interface Round {
  readonly direct: Latency;
  readonly proxied: Latency;
}

async function race(loader: Child, { port, program }: Server, proxyPort: number): Promise<readonly Round[]> {
  const { carry } = recordStubs(port);
  const { headers, post } = await openCaller(carry);
  const instanceId = await startJourney({ headers, post });
  const requests = [toRequest(fetchPath, headers, JSON.stringify({ instanceId }))];
  const load = async (to: number, time = duration) =>
    (await loader.ask({ ask: "load", requests, port: to, connections, duration: time })) as unknown as Latency; // see `programs/load.ts`
  for (const to of [port, proxyPort]) await load(to, program.warmUp / 2);
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1)
    measured.push({ direct: await load(port), proxied: await load(proxyPort) });
  return measured;
}

function toReport(measured: readonly Round[]): Report {
  const figure = (name: keyof Latency) => {
    const [direct, proxied] = [measured.map((one) => one.direct[name]), measured.map((one) => one.proxied[name])];
    const added = median(measured.map((one) => one.proxied[name] - one.direct[name]));
    return { direct: median(direct), proxied: median(proxied), added };
  };
  const [half, most] = [figure("p50"), figure("p99")];
  return {
    lines: [
      {
        what: "p99 that the proxy adds to state/fetch, ms",
        ours: most.added.toFixed(2),
        peer: `without the proxy ${most.direct.toFixed(2)}`,
        ratio: (most.proxied / most.direct).toFixed(2),
        budget: "at most 5.00 ms",
        holds: most.added <= 5,
        reason: "the proxy reads and writes each message once more, and copies it",
      },
    ],
    tables: [
      {
        title: `state/fetch through the proxy, over one connection`,
        rows: [
          ["", "p50, ms", "p99, ms"],
          ["direct", half.direct.toFixed(2), most.direct.toFixed(2)],
          ["through the proxy", half.proxied.toFixed(2), most.proxied.toFixed(2)],
          ["added", half.added.toFixed(2), most.added.toFixed(2)],
        ],
      },
    ],
  };
}
