import { type Caller, type Carry, openCaller, pathOf, prepareSubmit, runJourney, startJourney } from "./caller.ts";
import { type Child, type Question, startChild } from "./child.ts";
import { toRequest } from "./connection.ts";
import { findPeers } from "./peers.ts";
import { type Line, type Report, type Table, toCount, toHeadline } from "./report.ts";
import { hono, honoApp, node, type Server, simulator, startServer } from "./servers.ts";
import { median, medianRatio } from "./statistics.ts";
import { checkStubs, recordStubs } from "./stubs.ts";
import { readUsage } from "./usage.ts";

const rounds = 12;
const duration = 250;
const leadIn = 150;
const connections = 16;
const submitsPerTurn = 1_500;

/** The requests to measure, and the speed that the simulator must reach. */
interface Scenario {
  readonly title: string;
  /** What is counted; default requests. */
  readonly unit?: string;
  /** Prepares the simulator. Returns a function that creates the load generator's task for each turn. */
  readonly prepare: (carry: Carry) => Promise<() => Promise<Question>>;
  /** The minimum ratio of the simulator's rate to a server's rate, by server. */
  readonly atLeast: Readonly<Record<string, number>>;
  /** Whether the repository's README shows the result. */
  readonly isHeadline?: boolean;
}

/** The measurements of a server. */
interface Result {
  readonly name: string;
  /** Resident memory in megabytes, before and after the load. */
  readonly idle: number;
  readonly loaded: number;
  readonly turns: readonly Turn[];
}

/**
 * The result of a turn of the load generator, with the processor time that the server used. All times are in
 * milliseconds.
 */
interface Turn {
  readonly count: number;
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly user: number;
  readonly system: number;
}

/** Measures `state/fetch` of an instance that is in progress. */
export const measureStateFetch = (): Promise<Report> =>
  measure({
    title: "state/fetch in progress",
    prepare: async (carry) => {
      const caller = await openCaller(carry);
      return repeatFetch(caller, "journey/state/fetch", await startJourney(caller));
    },
    atLeast: { "node:http": 0.6, WireMock: 1.4, Mockoon: 10, Prism: 10 },
    isHeadline: true,
  });

/** Measures `state/fetch` of an instance that is completed. */
export const measureCompleted = (): Promise<Report> =>
  measure({
    title: "state/fetch completed",
    prepare: async (carry) => {
      const instanceId = await runJourney(carry);
      return repeatFetch(await openCaller(carry), "journey/state/fetch", instanceId);
    },
    atLeast: { "node:http": 0.6 },
  });

/** Measures `interaction/fetch`. */
export const measureInteractionFetch = (): Promise<Report> =>
  measure({
    title: "interaction/fetch",
    prepare: async (carry) => {
      const caller = await openCaller(carry);
      return repeatFetch(caller, "journey/interaction/fetch", await startJourney(caller));
    },
    atLeast: {},
  });

/** Measures `interaction/submit`. Each request is for another instance, because each submits an element. */
export const measureSubmit = (): Promise<Report> =>
  measure({
    title: "interaction/submit",
    prepare: async (carry) => {
      const caller = await openCaller(carry);
      const prepareOne = async () => prepareSubmit(caller, await startJourney(caller), "FullName");
      await caller.post("journey/interaction/submit", await prepareOne());
      return async () => {
        const requests: string[] = [];
        for (let i = 0; i < submitsPerTurn; i += 1) {
          requests.push(format(caller, "journey/interaction/submit", await prepareOne()));
        }
        return { ask: "load", requests, limit: submitsPerTurn };
      };
    },
    atLeast: { "node:http": 0.45 },
  });

/** Measures whole journeys. */
export const measureJourneys = (): Promise<Report> =>
  measure({
    title: "whole journeys over HTTP, 11 requests each",
    unit: "journeys/s",
    prepare: async (carry) => {
      await runJourney(carry);
      return async () => ({ ask: "journeys" });
    },
    atLeast: { "node:http": 0.33 },
  });

const format = ({ headers }: Caller, endpoint: string, body: object): string =>
  toRequest(pathOf(endpoint), headers, JSON.stringify(body));

async function repeatFetch(caller: Caller, endpoint: string, instanceId: string): Promise<() => Promise<Question>> {
  await caller.post(endpoint, { instanceId }); // the stubs repeat the response to this request
  return async () => ({ ask: "load", requests: [format(caller, endpoint, { instanceId })] });
}

async function measure(scenario: Scenario): Promise<Report> {
  const ours = await startServer(simulator);
  const servers = [ours];
  const loader = await startChild("load.ts");
  try {
    const { carry, stubs } = recordStubs(ours.port);
    const prepareTurn = await scenario.prepare(carry);
    for (const program of [node, hono, honoApp, ...findPeers()]) {
      const server = await startServer(program, stubs());
      servers.push(server);
      await checkStubs(server.port, stubs());
    }
    return toReport(scenario, await race(loader, servers, prepareTurn));
  } finally {
    await Promise.all([...servers, loader].map((each) => each.stop()));
  }
}

/** Sends load to the servers in turn, round after round, after a warm-up. */
async function race(
  loader: Child,
  servers: readonly Server[],
  prepareTurn: () => Promise<Question>,
): Promise<readonly Result[]> {
  const idle = servers.map(({ pid }) => readUsage(pid).memory);
  const [ours] = servers;
  for (const [i, server] of servers.entries()) {
    ours?.resume();
    let question = await prepareTurn();
    const end = performance.now() + server.program.warmUp;
    while (performance.now() < end) {
      await runTurn(loader, server, question);
      if (i > 0) continue;
      server.resume();
      question = await prepareTurn(); // the simulator accepts each submit only once
    }
  }
  const turns: Turn[][] = servers.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    ours?.resume();
    const question = await prepareTurn();
    for (const [i, server] of servers.entries()) turns[i]?.push(await runTurn(loader, server, question));
  }
  return servers.map(({ program: { name }, pid }, i) => ({
    name,
    idle: idle[i] ?? Number.NaN,
    loaded: readUsage(pid).memory,
    turns: turns[i] ?? [],
  }));
}

/**
 * Sends load to a server that is paused between its turns. If a request can be repeated, a turn begins with a short
 * warm-up.
 */
async function runTurn(loader: Child, server: Server, question: Question): Promise<Turn> {
  const { port, pid } = server;
  server.resume();
  if (question.limit === undefined) await loader.ask({ ...question, port, connections, duration: leadIn });
  const before = readUsage(pid);
  const reply = await loader.ask({ ...question, port, connections, duration });
  const after = readUsage(pid);
  server.pause();
  const figures = reply as Omit<Turn, "user" | "system">; // see `programs/load.ts`
  return { ...figures, user: after.user - before.user, system: after.system - before.system };
}

function toReport(
  { title, unit = "requests/s", atLeast, isHeadline = false }: Scenario,
  results: readonly Result[],
): Report {
  const [ours, bare] = results;
  if (ours === undefined || bare === undefined) return { lines: [] };
  const app = results.find(({ name }) => name === honoApp.name) ?? bare;
  const reason = `a request takes ${timeOf(ours)} of processor time, a request to node:http takes ${timeOf(bare)}, and ${app.name} reaches ${ratioOf(app, bare)} of node:http`;
  const lines = results.flatMap((peer): readonly Line[] => {
    const limit = atLeast[peer.name];
    if (limit === undefined) return [];
    const ratio = ratioOf(ours, peer);
    return [
      {
        what: `${title}, ${unit}`,
        ours: toCount(rateOf(ours)),
        peer: `${peer.name} ${toCount(rateOf(peer))}`,
        ratio,
        budget: `at least ${limit.toFixed(2)}`,
        holds: Number(ratio) >= limit,
        reason,
      },
    ];
  });
  const figures = results.map((result) => [result.name, toCount(rateOf(result))] as const);
  const headline = isHeadline && { headline: toHeadline(`${title}, ${unit}`, figures) };
  return { lines, tables: [toTable(title, unit, bare, results)], ...headline };
}

function toTable(title: string, unit: string, bare: Result, results: readonly Result[]): Table {
  const heads = [
    "server",
    unit,
    "of node:http",
    "p50, ms",
    "p99, ms",
    "user, µs",
    "system, µs",
    "idle, MB",
    "loaded, MB",
  ];
  const rows = results.map((result) => [
    result.name,
    toCount(rateOf(result)),
    ratioOf(result, bare),
    median(result.turns.map(({ p50 }) => p50)).toFixed(2),
    median(result.turns.map(({ p99 }) => p99)).toFixed(2),
    toFigure(perRequest(result, ({ user }) => user)),
    toFigure(perRequest(result, ({ system }) => system)),
    toFigure(result.idle),
    toFigure(result.loaded),
  ]);
  return { title, rows: [heads, ...rows] };
}

const toRates = ({ turns }: Result): readonly number[] => turns.map(({ rate }) => rate);
const rateOf = (result: Result): number => median(toRates(result));
const ratioOf = (ours: Result, theirs: Result): string => medianRatio(toRates(ours), toRates(theirs)).toFixed(2);
const timeOf = (result: Result): string => `${toFigure(perRequest(result, ({ user, system }) => user + system))} µs`;

/** Microseconds per request, averaged over all turns, because the kernel counts in steps of 10 ms. */
function perRequest({ turns }: Result, time: (turn: Turn) => number): number {
  const sum = (figure: (turn: Turn) => number) => turns.reduce((total, turn) => total + figure(turn), 0);
  return (sum(time) * 1_000) / sum(({ count }) => count);
}

/** Formats a figure that may be unknown. */
const toFigure = (value: number): string => (Number.isNaN(value) ? "" : toCount(value));
