import { type Caller, openCaller, pathOf, runJourney, startJourney } from "./caller.ts";
import { type Child, startChild } from "./child.ts";
import { median } from "./median.ts";
import { toRequest } from "./request.ts";
import { type Server, startBare, startSimulator } from "./simulator.ts";
import { type Row, toCount } from "./table.ts";

const warmUp = 2_000;
const rounds = 12;
const duration = 250;
const connections = 16;

/** A server and the requested path. */
interface Target {
  readonly name: string;
  readonly server: Server;
  readonly path: string;
}

/** The results of a target in each round. */
interface Result {
  readonly name: string;
  /** Responses per second. */
  readonly rates: number[];
  /** Processor time per response in microseconds. */
  readonly cpus: number[];
}

/** Measures `state/fetch` over HTTP against bare servers that send the same bytes. */
export async function measureStateFetch(): Promise<readonly Row[]> {
  const simulator = await startSimulator();
  const node = await startBare("node:http", "bare-node.ts");
  const hono = await startBare("Hono", "bare-hono.ts");
  const loader = await startChild("load.ts");
  const carry = (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${simulator.port}${path}`, init);
  const targets: readonly Target[] = [
    { name: "simulator", server: simulator, path: pathOf("journey/state/fetch") },
    { name: "node:http", server: node, path: "/" },
    { name: "Hono", server: hono, path: "/" },
    { name: "Hono, body parsed", server: hono, path: "/parse" },
  ];
  try {
    const caller = await openCaller(carry);
    const rows: Row[] = [];
    const instances = { InProgress: await startJourney(caller), Completed: await runJourney(carry) };
    for (const [status, instanceId] of Object.entries(instances)) {
      const text = await teach([node, hono], caller, carry, instanceId);
      rows.push(...toRows(status, text, await race(loader, targets, caller.token, JSON.stringify({ instanceId }))));
    }
    return rows;
  } finally {
    await Promise.all([simulator.child, node.child, hono.child, loader].map((child) => child.stop()));
  }
}

/** Makes the bare servers send the response of the simulator, and returns its body. */
async function teach(servers: readonly Server[], { token }: Caller, carry: Carry, instanceId: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ instanceId });
  const response = await carry(pathOf("journey/state/fetch"), { method: "POST", headers, body });
  const text = await response.text();
  const own = ["date", "connection", "keep-alive", "content-length"];
  const headersToSend = Object.fromEntries([...response.headers].filter(([name]) => !own.includes(name)));
  for (const { child } of servers) {
    await child.ask({ ask: "send", status: response.status, headers: headersToSend, body: text });
  }
  return text;
}

type Carry = Parameters<typeof openCaller>[0];

/** Loads each target in turn, round after round. A longer first round warms them up and does not count. */
async function race(
  loader: Child,
  targets: readonly Target[],
  token: string,
  body: string,
): Promise<readonly Result[]> {
  const results: readonly Result[] = targets.map(({ name }) => ({ name, rates: [], cpus: [] }));
  for (let round = -1; round < rounds; round += 1) {
    for (const [i, { server, path }] of targets.entries()) {
      const { port, child } = server;
      const load = { port, request: toRequest(port, path, token, body), connections };
      const before = Number(await child.ask({ ask: "cpu" }));
      const reply = await loader.ask({ ask: "load", ...load, duration: round < 0 ? warmUp : duration });
      const { count, rate } = reply as { readonly count: number; readonly rate: number }; // see `programs/load.ts`
      const cpu = Number(await child.ask({ ask: "cpu" })) - before;
      if (round < 0) continue;
      results[i]?.rates.push(rate);
      results[i]?.cpus.push((cpu * 1_000) / count);
    }
  }
  return results;
}

function toRows(status: string, text: string, [ours, ...peers]: readonly Result[]): readonly Row[] {
  const [node] = peers;
  const hono = peers.at(-1);
  if (ours === undefined || node === undefined || hono === undefined) return [];
  return peers.map((peer, i) => {
    const ratio = ratioOf(ours.rates, peer.rates);
    const parsing = `Hono that parses the body reaches ${ratioOf(hono.rates, node.rates).toFixed(2)}`;
    const writing = `JSON.stringify of the ${toCount(text.length)} bytes takes ${timeStringify(text).toFixed(0)} µs`;
    const reason = `${parsing}; ${writing}, a whole bare response ${median(node.cpus).toFixed(0)} µs`;
    return {
      what: i === 0 ? `state/fetch, ${status}, requests/s` : "",
      ours: i === 0 ? toCount(median(ours.rates)) : "",
      peer: `${peer.name} ${toCount(median(peer.rates))}`,
      ratio: `${ratio.toFixed(2)} (${ratioOf(peer.cpus, ours.cpus).toFixed(2)})`,
      budget: i === 0 ? { text: "at least 0.50", holds: ratio >= 0.5, reason } : undefined,
    };
  });
}

/** The median of the ratios of each round, because a disturbance affects both servers. */
const ratioOf = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((one, i) => one / (theirs[i] ?? Number.NaN)));

/** Microseconds to serialise a JSON body, after a warm-up. */
function timeStringify(text: string): number {
  const value: unknown = JSON.parse(text);
  const times = Array.from({ length: 2_000 }, () => {
    const begin = performance.now();
    JSON.stringify(value);
    return (performance.now() - begin) * 1_000;
  });
  return median(times.slice(1_000));
}
