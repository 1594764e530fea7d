import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../packages/simulator/test/start-postgres.ts";
import { type Caller, openCaller, pathOf, sent, startJourney } from "./caller.ts";
import { type Child, startChild } from "./child.ts";
import { openConnection, toRequest } from "./connection.ts";
import { type Report, toCount } from "./report.ts";
import { type Server, simulator, startServer, withStore } from "./servers.ts";
import { median, medianRatio } from "./statistics.ts";

const rounds = 5;
const duration = 300;
const warmUp = 1_500;
const connections = 16;

/** Number of worlds that share the load. */
const worlds = 8;

/** Number of instances per turn, both for fetching states and for submitting data. */
const instances = 320;

/** The processes that share a store. */
interface Setup {
  readonly name: string;
  readonly servers: readonly Server[];
}

/** A turn of the load generator. All times are in milliseconds. */
interface Turn {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
}

/** Measures `state/fetch` and `interaction/submit` on each store. */
export async function measureStores(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "journey-bench-stores-"));
  const databases = [await startPostgres(), await startPostgres()];
  const [single, shared] = databases;
  const loader = await startChild("load.ts");
  const setups: Setup[] = [];
  const add = async (name: string, ...stores: readonly (string | undefined)[]) => {
    const servers: Server[] = [];
    setups.push({ name, servers });
    for (const store of stores) servers.push(await startServer(store === undefined ? simulator : withStore(store)));
  };
  try {
    await add("memory", undefined);
    await add("SQLite", `sqlite:${join(folder, "store.db")}`);
    if (single) await add("PostgreSQL, one replica", single.url);
    if (shared) await add("PostgreSQL, three replicas", shared.url, shared.url, shared.url);
    return { lines: [], tables: [await compare(loader, setups, fetchStates), await compare(loader, setups, submit)] };
  } finally {
    await Promise.all([loader, ...setups.flatMap(({ servers }) => servers)].map((each) => each.stop()));
    await Promise.all(databases.map((database) => database?.remove()));
    rmSync(folder, { recursive: true });
  }
}

/** Creates the requests of a turn. Called once for each turn. */
type Operation = (
  callers: readonly Caller[],
) => Promise<{ readonly requests: readonly string[]; readonly once: boolean }>;

const fetchStates: Operation = async (callers) => ({
  requests: await startInstances(callers, ({ headers }, instanceId) =>
    toRequest(pathOf("journey/state/fetch"), headers, JSON.stringify({ instanceId })),
  ),
  once: false,
});

const submit: Operation = async (callers) => ({
  requests: await startInstances(callers, ({ headers }, instanceId) => {
    const body = {
      instanceId,
      interactionId: "document-and-selfie:interaction:person@latest",
      participants: [{ domainElementId: "FullName" }],
      context: { subject: sent.FullName },
    };
    return toRequest(pathOf("journey/interaction/submit"), headers, JSON.stringify(body));
  }),
  once: true,
});

/** Starts instances in all worlds, and formats a request for each. */
async function startInstances(
  callers: readonly Caller[],
  format: (caller: Caller, instanceId: string) => string,
): Promise<readonly string[]> {
  const requests = await Promise.all(
    callers.map(async (caller) => {
      const formatted: string[] = [];
      while (formatted.length < instances / callers.length) formatted.push(format(caller, await startJourney(caller)));
      return formatted;
    }),
  );
  return requests.flat();
}

/** Measures the setups in turn, while the processes of the other setups are paused. */
async function compare(loader: Child, setups: readonly Setup[], operation: Operation) {
  const title = operation === submit ? "interaction/submit, by store" : "state/fetch in progress, by store";
  const results = setups.map(({ name, servers }) => ({ name, servers, turns: [] as Turn[] }));
  for (let round = -1; round < rounds; round += 1) {
    for (const { servers, turns } of results) {
      for (const server of servers) server.resume();
      const end = performance.now() + (round < 0 ? warmUp : 0);
      do {
        const turn = await runTurn(loader, servers, operation);
        if (round >= 0) turns.push(turn);
      } while (performance.now() < end);
      for (const server of servers) server.pause();
    }
  }
  const rates = results.map(({ turns }) => turns.map(({ rate }) => rate));
  const [memory = []] = rates;
  const rows = results.map(({ name, turns }, i) => [
    name,
    toCount(median(rates[i] ?? [])),
    medianRatio(rates[i] ?? [], memory).toFixed(2),
    median(turns.map(({ p50 }) => p50)).toFixed(2),
    median(turns.map(({ p99 }) => p99)).toFixed(2),
  ]);
  return { title, rows: [["store", "requests/s", "of memory", "p50, ms", "p99, ms"], ...rows] };
}

async function runTurn(loader: Child, servers: readonly Server[], operation: Operation): Promise<Turn> {
  const opened = await Promise.all(Array.from({ length: worlds }, (_, i) => openCarried(servers, i)));
  const { requests, once } = await operation(opened.map(({ caller }) => caller));
  for (const { close } of opened) close();
  const port = servers.map((server) => server.port);
  const limit = once && { limit: requests.length };
  return Object(await loader.ask({ ask: "load", requests, port, connections, duration, ...limit }));
}

/** Opens a caller with a separate connection and a separate world. */
async function openCarried(servers: readonly Server[], i: number) {
  const connection = await openConnection(servers[i % servers.length]?.port ?? 0);
  const carry = async (path: string, headers: Readonly<Record<string, string>>, body: string) =>
    (await connection.send(toRequest(path, headers, body))).body.toString();
  return { caller: await openCaller(carry, `bench-${i}`), close: connection.close };
}
