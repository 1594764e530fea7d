// Sends generated requests to every endpoint until the service breaks its contract or the number of requests is reached.
// Usage: pnpm fuzz [--requests N] [--seed N] [--round N]
// A finding prints the seed and the round. `--round` repeats the rounds of one simulator up to this one.
import { parseArgs } from "node:util";
import fc from "fast-check";
import { serveSimulator } from "../../src/node/serve.ts";
import { exchange, rawExchange } from "./raw.ts";
import { createSubject, type Finding, playRound, resetWorlds, type Subject, seedOf } from "./round.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "200000" },
    seed: { type: "string", default: "1" },
    round: { type: "string" },
  },
});
const limit = Number(values.requests);
const seed = Number(values.seed);
const only = values.round === undefined ? undefined : Number(values.round);

/** Rounds that one simulator plays: about 15,000 requests. */
const roundsPerSubject = 200;
/** One of so many rounds is raw. */
const rawEvery = 20;
const exchangesPerRound = 60;
const mebibyte = 1024 ** 2;
/**
 * How many mebibytes the heap may grow: in the process, whose caches fill, and in one simulator whose worlds were reset.
 */
const bounds = { process: 64, subject: 64 };

const counts = new Map<string, number>();
const sent = { structured: 0, raw: 0 };
const total = () => sent.structured + sent.raw;
let round = 0;

function fail({ problem, request, response }: Finding): never {
  console.error(`\nFAILED in round ${round} after ${total()} requests: ${problem}\n\n${request}\n\n-> ${response}\n`);
  console.error(`Replay: pnpm fuzz --seed ${seed} --round ${round}`);
  process.exit(1);
}

for (const event of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(event, (error: unknown) => {
    const problem = `${event}: ${error instanceof Error ? error.stack : String(error)}`;
    fail({ problem, request: "", response: "" });
  });
}

/** The size of the heap in mebibytes, after a collection. */
function measureHeap(): number {
  if (globalThis.gc === undefined) throw new Error("Run with --expose-gc.");
  globalThis.gc();
  return process.memoryUsage().heapUsed / mebibyte;
}

/** Repeats a check that took too long, because a busy machine can stop this process for longer than `headersTime`. */
async function checkHealth(url: string, attempts = 5): Promise<number> {
  const { status } = await fetch(`${url}/_sim/health`);
  return status === 408 && attempts > 1 ? checkHealth(url, attempts - 1) : status;
}

async function playRaw(url: string): Promise<Finding | undefined> {
  const exchanges = fc.sample(rawExchange, { seed: seedOf(seed, round), numRuns: exchangesPerRound });
  const { port } = new URL(url);
  const findings = await Promise.all(exchanges.map((one) => exchange(Number(port), one)));
  const status = await checkHealth(url);
  if (status !== 200) return { problem: "unhealthy", request: "GET /_sim/health", response: `${status}` };
  return findings.find((finding) => finding !== undefined);
}

/** Plays the rounds of one simulator. Returns how much its heap grew. */
async function playRounds(subject: Subject): Promise<number> {
  // Short times, because a few connections send half a request and wait.
  const served = await serveSimulator(subject.simulator, { port: 0, headersTime: 300, requestTime: 600 });
  await resetWorlds(subject);
  const before = measureHeap();
  const end = round + roundsPerSubject;
  for (; round < end && total() < limit && round <= (only ?? round); round += 1) {
    const isRaw = round % rawEvery === rawEvery - 1;
    const earlier = subject.requests();
    const finding = isRaw ? await playRaw(served.url) : await playRound(subject, seedOf(seed, round));
    if (isRaw) sent.raw += exchangesPerRound;
    else sent.structured += subject.requests() - earlier;
    if (finding !== undefined) fail(finding);
  }
  await served.close();
  await resetWorlds(subject);
  return measureHeap() - before;
}

const start = performance.now();
const seconds = () => (performance.now() - start) / 1_000;
if (only !== undefined) round = only - (only % roundsPerSubject);
let first: number | undefined;
let [growth, inSubject] = [0, 0];
while (total() < limit && round <= (only ?? round)) {
  inSubject = Math.max(inSubject, await playRounds(createSubject(counts)));
  const heap = measureHeap();
  first ??= heap;
  growth = heap - first;
  console.log(`${total()} requests · ${Math.round(total() / seconds())}/s · heap ${Math.round(heap)} MiB`);
  const isLarge = growth > bounds.process || inSubject > bounds.subject;
  const problem = `the heap grew by ${Math.round(growth)} MiB, and by ${Math.round(inSubject)} MiB in one simulator`;
  if (isLarge) fail({ problem, request: "", response: "" });
}

const successes = new Set([...counts.keys()].filter((key) => / [23]\d\d$/.test(key)).map((key) => key.split(" ")[0]));
console.log(
  `${total()} requests (${sent.structured} structured, ${sent.raw} raw) in ${Math.round(seconds())} s with seed ${seed}: nothing found. ` +
    `${successes.size} endpoints succeeded. The heap grew by ${growth.toFixed(1)} MiB, and by at most ${inSubject.toFixed(1)} MiB in one simulator.`,
);
