import { type Json, type Question, startChild } from "./child.ts";
import { type Line, type Report, toCount, toHeadline } from "./report.ts";
import { median } from "./statistics.ts";

const journeys = 1_000;
const instances = 10_000;

/** Requests of a journey: one for the token, one for the start, four fetches, four submits, and one for the state. */
const calls = 11;

/** Measures a whole v2 journey in this process. */
export async function measureJourney(): Promise<Report> {
  const ours = median((await ask({ ask: "run", count: journeys })) as readonly number[]); // see `programs/journeys.ts`
  const bare = median((await ask({ ask: "bare", count: journeys, calls })) as readonly number[]);
  const line = {
    what: `v2 journey in process, ${calls} requests, ms`,
    ours: ours.toFixed(2),
    peer: `Hono, same number of requests ${bare.toFixed(2)}`,
    ratio: (ours / bare).toFixed(2),
    budget: "at most 0.50 ms",
    holds: ours <= 0.5,
    reason: `Request, Response and Hono alone take ${bare.toFixed(2)} ms, the rest is ${Math.round(((ours - bare) * 1_000) / calls)} µs per request`,
  };
  return {
    lines: [line],
    headline: toHeadline(`whole journey in process (${calls} requests), ms`, [["simulator", line.ours]]),
  };
}

/** Measures the memory of an instance. */
export async function measureMemory(): Promise<Report> {
  const bytes = Number(await ask({ ask: "fill", count: instances }));
  const line = toMemoryLine("memory of a live instance without data, bytes", bytes);
  return { lines: [line], headline: toHeadline("memory of a live instance, bytes", [["simulator", line.ours]]) };
}

/** The report line for the bytes that an instance occupies. */
export const toMemoryLine = (what: string, bytes: number): Line => ({
  what,
  ours: toCount(bytes),
  peer: "",
  ratio: "",
  budget: "at most 1,024 bytes",
  holds: bytes <= 1_024,
  reason: "each row also stores the start command, for the log",
});

async function ask(question: Question): Promise<Json> {
  const child = await startChild("journeys.ts", [], ["--expose-gc"]);
  try {
    return await child.ask(question);
  } finally {
    await child.stop();
  }
}
