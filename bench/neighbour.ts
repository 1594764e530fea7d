import { type Caller, openCaller, pathOf, startJourney } from "./caller.ts";
import { type Child, type Json, startChild } from "./child.ts";
import { type Connection, openConnection, toRequest } from "./connection.ts";
import type { Line, Report } from "./report.ts";
import { toSavedWorld } from "./saved-world.ts";
import { type Server, simulator, startServer } from "./servers.ts";

const budget = 300;
const kinds = ["nesting", "empty objects"] as const;
const counts = [1, 32] as const;
const pause = 5;

/** A request of another caller. */
interface Call {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  /** An object is sent as JSON. */
  readonly body?: string | object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What another caller sends, and the status that it must receive. */
interface Shape {
  readonly what: string;
  /** Requests that come first. Each gets the response to the previous one. */
  readonly before?: readonly ((answer: string) => Call)[];
  readonly call: (answer: string) => Call;
  readonly status: number;
}

const list = <Entry>(length: number, entry: (i: number) => Entry): Entry[] =>
  Array.from({ length }, (_, i) => entry(i));

/** The path of the control API for the world of the other caller. */
const control = (path: string): string => `/_sim/worlds/other${path}`;

/** A journey of one segment, with other members. */
const journey = (id: string, more: object = {}, segment: object = {}): object => ({
  journey: {
    id,
    name: id,
    apiVersion: "v2",
    segments: [
      {
        id: "first",
        interactions: [{ id: "birth", pages: [], required: ["DateOfBirth"] }],
        modules: [{ module: "Liveness", variant: "liveness-v2" }],
        ...segment,
      },
    ],
    ...more,
  },
});

const publish = (body: object): Call => ({ method: "POST", path: "/_sim/journeys", body });
const start = (resourceId: string, subject: object): Call => ({
  method: "POST",
  path: pathOf("journey/start"),
  body: { resourceId, context: { config: { delivery: "api" }, subject } },
});
const fetchState = (answer: string): Call => ({
  method: "POST",
  path: pathOf("journey/state/fetch"),
  body: { instanceId: JSON.parse(answer).instanceId },
});

/** As many segments and runs as a journey may have. */
const longest = journey("longest", {
  modules: list(5, (i) => ({ name: `Own ${i}`, variants: [`own-${i}`], latency: 0 })),
  segments: list(100, (i) => ({
    id: `segment-${i}`,
    ...(i === 0 && { interactions: [{ id: "birth", pages: [], required: ["DateOfBirth"] }] }),
    modules: list(5, (j) => ({ module: `Own ${j}`, variant: `own-${j}` })),
  })),
});
/** As many modules at once as a journey may have, each with a duration of its own. */
const toWidest = (id: string): object =>
  journey(id, {
    modules: list(500, (i) => ({ name: `Own ${i}`, variants: [`own-${i}`], latency: i })),
    segments: [
      {
        id: "all",
        interactions: [{ id: "birth", pages: [], required: ["DateOfBirth"] }],
        modules: list(500, (i) => ({ module: `Own ${i}`, variant: `own-${i}`, latency: i })),
      },
    ],
  });
/** Lists of as many entries as a definition may have. */
const listed = journey(
  "listed",
  {
    elements: list(1_000, (i) => ({ name: `Own${i}`, path: `identity.own${i}` })),
    modules: list(3, (i) => ({
      name: `Own ${i}`,
      variants: list(1_000, (j) => `own-${i}-${j}`),
      outcomes: list(1_000, (j) => ({ name: `Outcome ${j}`, classification: "positive" })),
    })),
  },
  { interactions: [{ id: "all", pages: [], required: list(1_000, (i) => `Own${i}`) }] },
);
const scenario = (rules: number, pattern: string): object => ({
  rules: list(rules, () => ({
    when: { subject: [{ path: "identity.lastNames", matches: pattern }] },
    then: { outcome: "accept" },
  })),
});
const born = { identity: { dateOfBirth: "1990-12-10" } };
const names = (length: number, letters: number): object => ({
  identity: { dateOfBirth: "1990-12-10", lastNames: list(length, () => "a".repeat(letters)) },
});
const matching = (rules: number): readonly ((answer: string) => Call)[] => [
  () => ({ method: "PUT", path: control("/scenarios/matching"), body: scenario(rules, `${"*a".repeat(100)}b`) }),
  () => ({ method: "POST", path: control("/arm"), body: { scenario: "matching" } }),
];

const shapes: readonly Shape[] = [
  {
    what: "publishing 20,000 variants",
    call: () => publish(journey("many", { modules: [{ name: "Own", variants: list(20_000, (i) => `v${i}`) }] })),
    status: 413,
  },
  {
    what: "publishing an element that is required 40,000 times",
    call: () =>
      publish(journey("twice", {}, { interactions: [{ id: "i", pages: [], required: list(40_000, () => "S") }] })),
    status: 413,
  },
  { what: "publishing lists of 1,000 entries", call: () => publish(listed), status: 200 },
  {
    what: "fetching the state after 100 segments of 5 modules",
    before: [() => publish(longest), () => start("longest@latest", born)],
    call: fetchState,
    status: 200,
  },
  {
    what: "fetching the state after 500 parallel modules",
    before: [() => publish(toWidest("widest")), () => start("widest@latest", born)],
    call: fetchState,
    status: 200,
  },
  {
    what: "a start that matches 100 rules with 100 names of 1,000 letters",
    before: matching(100),
    call: () => start("age-check@latest", names(100, 1_000)),
    status: 413,
  },
  {
    what: "a start that matches 18 rules with 100 names of 1,000 letters",
    before: matching(18),
    call: () => start("age-check@latest", names(100, 1_000)),
    status: 201,
  },
  {
    what: "saving 1,000 rules that none of 20 journeys can fulfil",
    before: list(20, (i) => () => publish(toWidest(`widest-${i}`))),
    call: () => ({
      method: "PUT",
      path: control("/scenarios/impossible"),
      body: { rules: list(1_000, (i) => ({ when: {}, then: { outcome: `Nothing ${i}` } })) },
    }),
    status: 400,
  },
  {
    what: "a start with 1,000 rules for each of 500 modules",
    before: [
      () => ({
        method: "PUT",
        path: control("/scenarios/many"),
        body: { rules: list(1_000, () => ({ when: { attempt: 2 }, then: { outcome: "accept" } })) },
      }),
    ],
    call: () => ({ ...start("widest@latest", born), headers: { "x-sim-scenario": "many" } }),
    status: 201,
  },
  {
    what: "opening a saved world with 100,000 commands",
    call: () => ({ method: "PUT", path: "/_sim/worlds/saved/snapshot", body: toSavedWorld(100_000) }),
    status: 200,
  },
  {
    what: "opening a saved world with 60,000 instances",
    call: () => ({ method: "PUT", path: "/_sim/worlds/many/snapshot", body: toSavedWorld(8, 60_000) }),
    status: 200,
  },
  {
    what: "a form of 1,000 fields",
    before: [
      () => ({
        method: "POST",
        path: pathOf("journey/start"),
        body: { resourceId: "age-check@latest", context: { config: { delivery: "page" }, subject: {} } },
      }),
    ],
    call: (answer) => ({
      method: "POST",
      path: new URL(JSON.parse(answer).instanceUrl).pathname,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: list(1_000, (i) => `field-${i}=${"a".repeat(1_000)}`).join("&"),
    }),
    status: 303,
  },
];

/** Measures how long a poll waits while another caller sends what takes most work. */
export async function measureNeighbour(): Promise<Report> {
  const attacker = await startChild("complex.ts");
  const server = await startServer(simulator);
  try {
    const connection = await openConnection(server.port);
    const carry = async (path: string, headers: Readonly<Record<string, string>>, body: string) =>
      (await connection.send(toRequest(path, headers, body))).body.toString();
    const caller = await openCaller(carry);
    const other = await openCaller(carry, "other");
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
        lines.push(toLine(`${count} uploads of 20 MB (${kind})`, Math.max(...waits)));
      }
    }
    for (const shape of shapes) {
      const waits = await measureShape(shape, attacker, server, other, (sent) => pollUntil(connection, poll, sent));
      lines.push(toLine(shape.what, Math.max(...waits)));
    }
    connection.close();
    return { lines };
  } finally {
    await Promise.all([attacker.stop(), server.stop()]);
  }
}

/** Sends the requests of a shape. Polls meanwhile, and returns the milliseconds of each poll. */
async function measureShape(
  { what, before = [], call, status }: Shape,
  attacker: Child,
  { port }: Server,
  { headers: own }: Caller,
  pollDuring: (sent: Promise<unknown>) => Promise<readonly number[]>,
): Promise<readonly number[]> {
  const send = ({ method, path, body = "", headers }: Call): Promise<Json> => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return attacker.ask({ ask: "call", port, method, path, headers: { ...own, ...headers }, body: text });
  };
  const sendAll = async () => {
    let answer = "";
    for (const prepare of before) {
      const { status, text } = readAnswer(await send(prepare(answer)));
      if (status >= 400) throw new Error(`${what}: got ${status} ${text}`);
      answer = text;
    }
    return readAnswer(await send(call(answer)));
  };
  const sent = sendAll();
  const waits = await pollDuring(sent);
  const answered = await sent;
  if (answered.status !== status)
    throw new Error(`${what}: expected ${status}, got ${answered.status} ${answered.text}`);
  return waits;
}

const readAnswer = (answer: Json) => {
  const { status, text } = Object(answer);
  return { status: Number(status), text: String(text) };
};

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

const toLine = (what: string, wait: number): Line => ({
  what: `longest poll during ${what}, ms`,
  ours: wait.toFixed(0),
  peer: "",
  ratio: "",
  budget: `at most ${budget}`,
  holds: wait <= budget,
  reason: "the request keeps the processor busy",
});
