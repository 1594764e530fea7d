import { type Caller, openCaller, pathOf, sent, startJourney } from "./caller.ts";
import { type Child, startChild } from "./child.ts";
import { median } from "./median.ts";
import { type Server, startBare, startSimulator } from "./simulator.ts";
import type { Row } from "./table.ts";

const rounds = 15;
const imageBytes = 10_000_000;

/** Measures a submit with a large document image against a server that reads and parses the same body. */
export async function measureLargeSubmit(): Promise<readonly Row[]> {
  const simulator = await startSimulator();
  const node = await startBare("node:http", "bare-node.ts");
  const sender = await startChild("load.ts");
  try {
    const caller = await openCaller((path, init) => fetch(`http://127.0.0.1:${simulator.port}${path}`, init));
    const times = { ours: [] as number[], theirs: [] as number[] };
    for (let round = -3; round < rounds; round += 1) {
      const body = await prepare(caller);
      const ours = await time(sender, simulator, pathOf("journey/interaction/submit"), caller, body);
      const theirs = await time(sender, node, "/parse", caller, body);
      if (round < 0) continue; // warm-up
      times.ours.push(ours);
      times.theirs.push(theirs);
    }
    return [toRow(median(times.ours), median(times.theirs))];
  } finally {
    await Promise.all([simulator.child, node.child, sender].map((child) => child.stop()));
  }
}

/** Starts an instance that waits for a document, and returns the body to submit. `IMAGE` is a placeholder. */
async function prepare(caller: Caller): Promise<string> {
  const identity = { ...sent.FullName.identity, ...sent.DateOfBirth.identity };
  const instanceId = await startJourney(caller, { identity });
  const { interactionId } = await caller.post("journey/interaction/fetch", { instanceId });
  const participants = [{ domainElementId: "PrimaryDocument" }];
  const context = { subject: { documents: [{ type: "Primary", side1Image: "IMAGE" }] } };
  return JSON.stringify({ instanceId, interactionId, participants, context });
}

async function time(sender: Child, { port }: Server, path: string, { token }: Caller, body: string): Promise<number> {
  return Number(await sender.ask({ ask: "submit", port, path, token, body, imageBytes }));
}

function toRow(ours: number, theirs: number): Row {
  const ratio = ours / theirs;
  return {
    what: "submit with a 10 MB image, ms",
    ours: ours.toFixed(0),
    peer: `node:http, read and parsed ${theirs.toFixed(0)}`,
    ratio: ratio.toFixed(2),
    budget: {
      text: "at most 1.50",
      holds: ratio <= 1.5,
      reason: `${Math.round(ours - theirs)} ms are for validating and digesting the image`,
    },
  };
}
