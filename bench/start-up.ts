import { openCaller, pathOf } from "./caller.ts";
import { openConnection, toRequest } from "./connection.ts";
import { findPeers } from "./peers.ts";
import { type Line, type Report, toCount, toHeadline } from "./report.ts";
import { hono, honoApp, node, type Program, simulator, startServer } from "./servers.ts";
import { median, medianRatio } from "./statistics.ts";

const rounds = 15;

/** Number of rounds for the peers, which are so slow that a few rounds are enough. */
const peerRounds = 3;

const stubs = [{ path: pathOf("journey/state/fetch"), request: "", status: 200, headers: {}, body: "{}" }];

/** Measures the time from launch to first response. */
export async function measureStartUp(): Promise<Report> {
  const peers = findPeers();
  const programs = [simulator, node, hono, honoApp, ...peers];
  const times = new Map<Program, number[]>(programs.map((program) => [program, []]));
  const tokenTimes: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    for (const program of programs) {
      if (peers.includes(program) && round >= peerRounds) continue;
      const server = await startServer(program, stubs);
      const answered = performance.now();
      if (program === simulator) {
        const connection = await openConnection(server.port);
        await openCaller(async (...request) => `${(await connection.send(toRequest(...request))).body}`);
        connection.close();
        if (round >= 0) tokenTimes.push(server.startUp + performance.now() - answered);
      }
      await server.stop(round < 0 ? "SIGTERM" : "SIGKILL"); // Node saves its compile cache only on a clean exit
      if (round >= 0) times.get(program)?.push(server.startUp); // not the first launch, which reads the files from disk
    }
  }
  const timesOf = (program: Program) => times.get(program) ?? [];
  const toLine = (peer: Program, limit: number): Line => {
    const ratio = medianRatio(timesOf(simulator).slice(0, timesOf(peer).length), timesOf(peer));
    const more = median(timesOf(simulator)) - median(timesOf(hono));
    return {
      what: "launch to first response, ms",
      ours: toMillis(timesOf(simulator)),
      peer: `${peer.name} ${toMillis(timesOf(peer))}`,
      ratio: ratio.toFixed(2),
      budget: `at most ${limit.toFixed(2)}`,
      holds: ratio <= limit,
      reason: `${more.toFixed(0)} ms more than Hono are for loading more code and creating tables and journeys`,
    };
  };
  const prism = peers.find(({ name }) => name === "Prism");
  const figures = programs.map((program) => [program.name, toMillis(timesOf(program))] as const);
  const token = ["simulator, to its first token", toMillis(tokenTimes)];
  return {
    lines: [toLine(hono, 1.3), ...(prism === undefined ? [] : [toLine(prism, 0.25)])],
    tables: [{ title: "launch to first response", rows: [["server", "ms"], ...figures, token] }],
    headline: toHeadline("launch to first response, ms", figures),
  };
}

const toMillis = (times: readonly number[]): string => toCount(median(times));
