import { type Caller, openCaller, pathOf, prepareSubmit, sent, startJourney } from "./caller.ts";
import { type Child, startChild } from "./child.ts";
import type { Report } from "./report.ts";
import { node, type Server, simulator, startServer } from "./servers.ts";
import { median, medianRatio } from "./statistics.ts";
import { recordStubs } from "./stubs.ts";

const pairs = 12;
const rounds = 10;
const imageBytes = 10_000_000;
const submitPath = pathOf("journey/interaction/submit");

/** Mean duration of a request to each server, in milliseconds. */
interface Means {
  readonly ours: number;
  readonly theirs: number;
}

/**
 * Measures a submit with a large document image against a server that reads and parses the same body. The number of
 * garbage collections differs between processes, so the means of several pairs of processes are compared.
 */
export async function measureLargeSubmit(): Promise<Report> {
  const sender = await startChild("load.ts");
  try {
    const means: Means[] = [];
    for (let pair = 0; pair < pairs; pair += 1) means.push(await measurePair(sender));
    return toReport(means);
  } finally {
    await sender.stop();
  }
}

async function measurePair(sender: Child): Promise<Means> {
  const ours = await startServer(simulator);
  const servers = [ours];
  try {
    const { carry, stubs } = recordStubs(ours.port);
    const caller = await openCaller(carry);
    await caller.post("journey/interaction/submit", await prepare(caller));
    const bare = await startServer(node, stubs());
    servers.push(bare);
    const sums = { ours: 0, theirs: 0 };
    for (let round = -4; round < rounds; round += 1) {
      const body = JSON.stringify(await prepare(caller)).replace(sent.PrimaryDocument.documents[0].side1Image, "IMAGE");
      const mine = await time(sender, ours, submitPath, caller, body);
      const theirs = await time(sender, bare, `/parse${submitPath}`, caller, body);
      if (round < 0) continue; // warm-up
      sums.ours += mine;
      sums.theirs += theirs;
    }
    return { ours: sums.ours / rounds, theirs: sums.theirs / rounds };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Starts an instance that waits for a document, and returns the body to submit. */
async function prepare(caller: Caller): Promise<object> {
  const identity = { ...sent.FullName.identity, ...sent.DateOfBirth.identity };
  const instanceId = await startJourney(caller, { identity });
  return prepareSubmit(caller, instanceId, "PrimaryDocument");
}

async function time(sender: Child, { port }: Server, path: string, { headers }: Caller, body: string): Promise<number> {
  return Number(await sender.ask({ ask: "submit", port, path, headers, body, imageBytes }));
}

function toReport(means: readonly Means[]): Report {
  const [ours, theirs] = [means.map((each) => each.ours), means.map((each) => each.theirs)];
  const ratio = medianRatio(ours, theirs);
  return {
    lines: [
      {
        what: "submit with a 10 MB image, ms",
        ours: median(ours).toFixed(0),
        peer: `node:http, read and parsed ${median(theirs).toFixed(0)}`,
        ratio: ratio.toFixed(2),
        budget: "at most 1.40",
        holds: ratio <= 1.4,
        reason: `${Math.round(median(ours) - median(theirs))} ms are for validating and digesting the image`,
      },
    ],
  };
}
