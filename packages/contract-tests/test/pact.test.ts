import { rmSync } from "node:fs";
import { paths } from "@journey-kit/schemas/paths";
import { routeNames } from "@journey-kit/schemas/routes";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { journeyPact, verifyPacts } from "../src/pact.ts";
import { clientCalls } from "./pact/calls.ts";
import { type Lie, serveLiar } from "./pact/liar.ts";
import { missing } from "./pact/missing.ts";

const served = await serveSimulator(createSimulator(), { port: 0 });
afterAll(() => served.close());
beforeAll(() => {
  for (const dir of [".pact/client", ".pact/lies"]) rmSync(dir, { recursive: true, force: true });
});

test("the pact of our client covers every endpoint that it uses (spec 4)", () => {
  const used = routeNames.filter((name) => Object.hasOwn(paths, name));
  expect([...new Set(clientCalls.map(({ endpoint }) => endpoint))].sort()).toEqual([...used].sort());
});

describe.skipIf(missing)("our client", () => {
  const pact = journeyPact({ consumer: "journey-kit-client", dir: ".pact/client" });

  test.each(clientCalls.map((call) => [call.title, call] as const))("%s", async (_, { play }) => {
    await play(pact);
  });

  test("has a pact that the simulator keeps (spec 4)", async () => {
    const found = await verifyPacts(".pact/client", { simulator: { baseUrl: served.url } });
    expect(found.problems).toEqual([]);
    expect(found.interactions.filter(({ passed }) => !passed)).toEqual([]);
    expect(found.interactions).toHaveLength(clientCalls.length);
    expect(found.passed).toBe(true);
  });
});

describe.skipIf(missing)("a simulator that lies about one member", () => {
  const state = "/v2/captain/journey/state/fetch";
  const lies: readonly (readonly [string, string, Lie])[] = [
    [
      "the status of a state (spec 3.1)",
      "learns that a v2 instance is in progress (spec 4.2)",
      { endpoint: state, member: ["status"], says: "Completed" },
    ],
    [
      "the outcome (spec 1)",
      "learns that a v2 instance came to accept (spec 4.2)",
      { endpoint: state, member: ["context", "process", "result", "outcome"], says: "Reject" },
    ],
    [
      "the type of a step's outcome (spec 4.2)",
      "learns that a v2 instance came to accept (spec 4.2)",
      { endpoint: state, member: ["context", "process", "steps", 0, "outcome"], says: 1 },
    ],
    [
      "the number of an error (spec 7)",
      "is told that its token has expired (spec 5)",
      { endpoint: state, member: ["errors", 0, "code"], says: 4012 },
    ],
    [
      "a submit that was accepted (spec 4.2)",
      "hands in domain elements (spec 2.9)",
      { endpoint: "/interaction/submit", member: ["status"], says: "accepted" },
    ],
    [
      "the id of an instance, which it leaves out (spec 4.2)",
      "starts a v1 journey (spec 4.3)",
      { endpoint: "/captain/api/journey/start", member: ["instanceId"], says: undefined },
    ],
  ];

  test.each(lies)("breaks the pact: %s", async (title, broken, lie) => {
    const dir = `.pact/lies/${title.replaceAll(/\W+/g, "-")}`;
    const pact = journeyPact({ consumer: "journey-kit-client", dir });
    await clientCalls.find((call) => call.title === broken)?.play(pact);
    expect((await verifyPacts(dir, { simulator: { baseUrl: served.url } })).passed).toBe(true);
    await using liar = await serveLiar(served.url, lie);
    const found = await verifyPacts(dir, { simulator: liar });
    expect(found).toMatchObject({ passed: false, interactions: [{ passed: false }], problems: [] });
    expect(found.interactions[0]?.problems.join()).toContain(String(lie.member.at(-1)));
  });
});
