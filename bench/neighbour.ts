import { type Caller, openCaller, pathOf, startJourney } from "./caller.ts";
import { startChild } from "./child.ts";
import { type Connection, openConnection, toRequest } from "./connection.ts";
import type { Line, Report } from "./report.ts";
import { simulator, startServer } from "./servers.ts";

const budget = 300;
const kinds = ["nesting", "empty objects"] as const;
const counts = [1, 32] as const;
const pause = 5;

/** Measures how long a poll waits while another caller sends complex bodies of 20 MB. */
export async function measureNeighbour(): Promise<Report> {
  const attacker = await startChild("complex.ts");
  const server = await startServer(simulator);
  try {
    const connection = await openConnection(server.port);
    const caller = await openCaller(async (path, headers, body) =>
      (await connection.send(toRequest(path, headers, body))).body.toString(),
    );
    const instanceId = await startJourney(caller);
    const poll = toRequest(pathOf("journey/state/fetch"), caller.headers, JSON.stringify({ instanceId }));
    const lines: Line[] = [];
    for (const kind of kinds) {
      for (const count of counts) {
        const head = toHead(caller);
        const sent = attacker.ask({ ask: "send", port: server.port, head, kind, count });
        const waits = await pollUntil(connection, poll, sent);
        const statuses = [await sent].flat();
        if (statuses.length !== count || !statuses.every((status) => status === "400")) {
          throw new Error(`Expected 400 for ${kind}, got ${statuses.join(", ")}.`);
        }
        lines.push(toLine(`${count} of 20 MB (${kind})`, Math.max(...waits)));
      }
    }
    connection.close();
    return { lines };
  } finally {
    await Promise.all([attacker.stop(), server.stop()]);
  }
}

const toHead = ({ headers }: Caller): string =>
  `POST ${pathOf("journey/start")} HTTP/1.1\r\nhost: 127.0.0.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}`;

/** Polls until a promise settles. Returns the milliseconds of each poll. */
async function pollUntil(connection: Connection, poll: string, until: Promise<unknown>): Promise<readonly number[]> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  until.then(end, end);
  const waits: number[] = [];
  while (!isDone) {
    const begin = performance.now();
    await connection.send(poll);
    waits.push(performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return waits;
}

const toLine = (bodies: string, wait: number): Line => ({
  what: `longest poll during uploads: ${bodies}, ms`,
  ours: wait.toFixed(0),
  peer: "",
  ratio: "",
  budget: `at most ${budget}`,
  holds: wait <= budget,
  reason: "reading the bodies keeps the processor busy",
});
