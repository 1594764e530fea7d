import { join } from "node:path";
import { findPort } from "../scripts/find-port.ts";
import { openCaller, pathOf, startJourney } from "./caller.ts";
import { startChild } from "./child.ts";
import { toRequest } from "./connection.ts";
import { untilAnswered } from "./port.ts";
import type { Report } from "./report.ts";
import { recordStubs } from "./stubs.ts";

const [warmUp, duration, connections] = [8_000, 5_000, 16];

/** The part of the simulator that a file belongs to. The first matching pattern applies. */
const parts: readonly (readonly [part: string, pattern: RegExp])[] = [
  ["garbage collection", /^\(garbage collector\)$/],
  ["Node outside JavaScript", /^\(program\)$/],
  ["HTTP: Node and the kernel", /^node:/],
  ["Hono", /node_modules\/(@hono\/|hono\/)/],
  ["request log", /cli\/log\.ts|schemas\/src\/report\//],
  ["authentication", /api\/auth|context\/tokens|world\/permissions/],
  ["body and validation", /node_modules\/zod\/|schemas\/src\/wire|api\/body/],
  ["engine", /simulator\/src\/(engine|world)\//],
  ["render", /simulator\/src\/render\//],
  ["journal", /simulator\/src\/journal\//],
  ["store", /simulator\/src\/store\//],
  ["routes, faults and basis", /simulator\/src\/|schemas\/src\//],
];

/**
 * Profiles the simulator while it responds to `state/fetch` for an instance in progress. The sources run unbundled, so
 * that the profile distinguishes the files.
 */
export async function measureProfile(): Promise<Report> {
  const port = await findPort();
  const main = join(import.meta.dirname, "../packages/cli/src/main.ts");
  const profiler = join(import.meta.dirname, "programs/profiler.ts");
  const simulator = await startChild(main, ["serve", "--port", `${port}`, "--latency", "0"], ["--import", profiler]);
  const loader = await startChild("load.ts");
  try {
    await untilAnswered(port);
    const caller = await openCaller(recordStubs(port).carry);
    const body = JSON.stringify({ instanceId: await startJourney(caller) });
    const requests = [toRequest(pathOf("journey/state/fetch"), caller.headers, body)];
    await loader.ask({ ask: "load", port, requests, connections, duration: warmUp });
    await simulator.ask({ ask: "start" });
    const { count } = Object(await loader.ask({ ask: "load", port, requests, connections, duration }));
    return toReport(Object(await simulator.ask({ ask: "stop" })), count);
  } finally {
    await Promise.all([simulator.stop(), loader.stop()]);
  }
}

function toReport(times: Readonly<Record<string, number>>, count: number): Report {
  const sums = new Map<string, number>([...parts.map(([part]): [string, number] => [part, 0]), ["other", 0]]);
  for (const [file, time] of Object.entries(times)) {
    if (file === "(idle)" || file === "node:inspector") continue; // no request causes them
    const part = parts.find(([, pattern]) => pattern.test(file))?.[0] ?? "other";
    sums.set(part, (sums.get(part) ?? 0) + time);
  }
  const total = [...sums.values()].reduce((sum, time) => sum + time, 0);
  const toRow = (part: string, time: number) => [
    part,
    (time / count).toFixed(1),
    `${((time * 100) / total).toFixed(0)} %`,
  ];
  const rows = [...sums].toSorted(([, a], [, b]) => b - a).map(([part, time]) => toRow(part, time));
  return {
    lines: [],
    tables: [
      {
        title: "profile of state/fetch in progress",
        rows: [["part", "µs per request", "share"], ...rows, toRow("sum", total)],
      },
    ],
  };
}
