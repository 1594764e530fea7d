import { type Json, type Question, startChild } from "./child.ts";
import { median } from "./median.ts";
import { type Row, toCount } from "./table.ts";

const journeys = 1_000;
const instances = 10_000;

/** Requests of a journey: token, start, four times fetch and submit, state. */
const calls = 11;

/** Measures a whole v2 journey and the memory of an instance, each in its own process. */
export async function measureInProcess(): Promise<readonly Row[]> {
  const ours = median((await ask({ ask: "run", count: journeys })) as readonly number[]); // see `programs/journeys.ts`
  const bare = median((await ask({ ask: "bare", count: journeys, calls })) as readonly number[]);
  const bytes = Number(await ask({ ask: "weigh", count: instances }));
  return [toJourneyRow(ours, bare), toMemoryRow(bytes)];
}

async function ask(question: Question): Promise<Json> {
  const child = await startChild("journeys.ts", [], ["--expose-gc"]);
  try {
    return await child.ask(question);
  } finally {
    await child.stop();
  }
}

const toJourneyRow = (ours: number, bare: number): Row => ({
  what: `v2 journey in process, ${calls} requests, ms`,
  ours: ours.toFixed(2),
  peer: `Hono, as many requests ${bare.toFixed(2)}`,
  ratio: (ours / bare).toFixed(2),
  budget: {
    text: "at most 1.00 ms",
    holds: ours <= 1,
    reason: `Request, Response and Hono alone take ${bare.toFixed(2)} ms, the rest is ${Math.round(((ours - bare) * 1_000) / calls)} µs per request`,
  },
});

const toMemoryRow = (bytes: number): Row => ({
  what: "memory of a live instance without data, bytes",
  ours: toCount(bytes),
  peer: "",
  ratio: "",
  budget: {
    text: "at most 2,048 bytes",
    holds: bytes <= 2_048,
    reason: "each row also stores the start command, for the log",
  },
});
