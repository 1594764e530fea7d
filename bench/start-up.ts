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

/** Measures the time from launch to first response, and of the simulator to its first token, which needs all of it. */
export async function measureStartUp(): Promise<Report> {
  const peers = findPeers();
  const programs = [simulator, node, hono, honoApp, ...peers];
  const times = new Map<Program, number[]>(programs.map((program) => [program, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const program of programs) {
      if (peers.includes(program) && round >= peerRounds) continue;
      const server = await startServer(program, stubs);
      const responded = performance.now();
      let duration = server.startUp;
      if (program === simulator) {
        const connection = await openConnection(server.port);
        await openCaller(async (...request) => `${(await connection.send(toRequest(...request))).body}`);
        connection.close();
        duration += performance.now() - responded;
      }
      await server.stop(round < 0 ? "SIGTERM" : "SIGKILL"); // Node saves its compile cache only on a clean exit
      if (round >= 0) times.get(program)?.push(duration); // not the first launch, which reads the files from disk
    }
  }
  const timesOf = (program: Program) => times.get(program) ?? [];
  const toLine = (peer: Program, limit: number): Line => {
    const ratio = medianRatio(timesOf(simulator).slice(0, timesOf(peer).length), timesOf(peer));
    const more = median(timesOf(simulator)) - median(timesOf(hono));
    return {
      what: "launch to first token, ms",
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
  return {
    lines: [toLine(hono, 1.7), ...(prism === undefined ? [] : [toLine(prism, 0.25)])],
    tables: [
      { title: "launch to first response (the simulator: to its first token)", rows: [["server", "ms"], ...figures] },
    ],
    headline: toHeadline("launch to first response (the simulator: to its first token), ms", figures),
  };
}

const toMillis = (times: readonly number[]): string => toCount(median(times));
