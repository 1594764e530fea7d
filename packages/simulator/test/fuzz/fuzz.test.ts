import { once } from "node:events";
import { createServer } from "node:net";
import { controlRouteNames } from "@journey-kit/schemas/calls";
import { endpointNames } from "@journey-kit/schemas/endpoints";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { type Served, serveSimulator } from "../../src/node/serve.ts";
import { exchange, rawExchange } from "./raw.ts";
import { createSubject, playRound, seedOf } from "./round.ts";

const rounds = runs(30, 200);
const exchanges = runs(200, 1_000);

const opened: Pick<Served, "close">[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()));
});

test(`${rounds} rounds of generated requests find no invalid response, and nearly every endpoint succeeds once (spec 7)`, async () => {
  const subject = createSubject(new Map());
  for (let round = 0; round < rounds; round += 1) expect(await playRound(subject, seedOf(3, round))).toBeUndefined();
  const succeeded = new Set(
    [...subject.counts.keys()].filter((key) => / [23]\d\d$/.test(key)).map((key) => key.split(" ")[0]),
  );
  expect([...endpointNames, ...controlRouteNames].filter((name) => !succeeded.has(name)).length).toBeLessThan(
    runs(10, 2),
  );
});

test(`${exchanges} generated connections find no invalid response (spec 7)`, async () => {
  const { simulator } = createSubject(new Map());
  const served = await serveSimulator(simulator, { port: 0, headersTime: 500, requestTime: 1_000 });
  opened.push(served);
  const { port } = new URL(served.url);
  for (const one of fc.sample(rawExchange, { seed: 3, numRuns: exchanges })) {
    expect(await exchange(Number(port), one)).toBeUndefined();
  }
});

test("a round of requests detects a digest function that throws, and can be repeated with the same seed", async () => {
  const digest = () => {
    throw new Error("no digest");
  };
  const play = () => playRound(createSubject(new Map(), { digest }), seedOf(3, 1));
  const [one, again] = [await play(), await play()];
  expect(one).toMatchObject({ problem: "a 5xx status" });
  expect(again?.request.split("\n")[0]).toBe(one?.request.split("\n")[0]);
});

test.each([
  ["a server error", "HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n\r\n"],
  ["an error without an error body", "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\n\r\n"],
  ["text that is not HTTP", "hello"],
])("the check of a generated connection detects %s", async (_, text) => {
  const server = createServer((socket) => socket.on("error", () => undefined).end(text)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const found = await exchange(typeof address === "object" ? (address?.port ?? 0) : 0, {
    pieces: ["GET / HTTP/1.1\r\n\r\n"],
    end: "half-close",
  });
  server.close();
  expect(found).toMatchObject({ response: text });
});
