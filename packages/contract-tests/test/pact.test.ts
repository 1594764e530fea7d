import { rmSync } from "node:fs";
import { paths } from "@journey-kit/schemas/calls";
import { endpointNames } from "@journey-kit/schemas/endpoints";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sample } from "../../../vitest.shared.ts";
import { journeyPact, verifyPacts } from "../src/pact.ts";
import { type Alteration, serveAltered } from "./pact/altered-service.ts";
import { clientInteractions } from "./pact/client-interactions.ts";
import { missing } from "./pact/missing.ts";

const served = await serveSimulator(createSimulator(), { port: 0 });
afterAll(() => served.close());
beforeAll(() => {
  for (const dir of [".pact/client", ".pact/altered"]) rmSync(dir, { recursive: true, force: true });
});

test("the pact of our client covers every endpoint that the client uses (spec 4)", () => {
  const used = endpointNames.filter((name) => Object.hasOwn(paths, name));
  expect([...new Set(clientInteractions.map(({ endpoint }) => endpoint))].sort()).toEqual([...used].sort());
});

describe.skipIf(missing)("our client", () => {
  const pact = journeyPact({ consumer: "journey-kit-client", dir: ".pact/client" });

  test.each(clientInteractions.map((one) => [one.title, one] as const))("%s", async (_, { run }) => {
    await run(pact);
  });

  test("has a pact that the simulator fulfils (spec 4)", async () => {
    const found = await verifyPacts(".pact/client", { simulator: { baseUrl: served.url } });
    expect(found.failures).toEqual([]);
    expect(found.interactions).toHaveLength(clientInteractions.length);
    expect(found.passed).toBe(true);
  });
});

describe.skipIf(missing)("a simulator with one changed member in a response", () => {
  const state = "/v2/captain/journey/state/fetch";
  const alterations: readonly (readonly [string, string, Alteration])[] = [
    [
      "the status of a state (spec 3.1)",
      "reads the status of a v2 instance in progress (spec 4.2)",
      { endpoint: state, member: ["status"], value: "Completed" },
    ],
    [
      "the outcome (spec 1)",
      "reads the outcome accept of a v2 instance (spec 4.2)",
      { endpoint: state, member: ["context", "process", "result", "outcome"], value: "Reject" },
    ],
    [
      "the type of a step's outcome (spec 4.2)",
      "reads the outcome accept of a v2 instance (spec 4.2)",
      { endpoint: state, member: ["context", "process", "steps", 0, "outcome"], value: 1 },
    ],
    [
      "the code of an error (spec 7)",
      "reports an expired token (spec 5)",
      { endpoint: state, member: ["errors", 0, "code"], value: 4012 },
    ],
    [
      "the status of a submit (spec 4.2)",
      "submits domain elements (spec 2.9)",
      { endpoint: "/interaction/submit", member: ["status"], value: "accepted" },
    ],
    [
      "a missing instance id (spec 4.2)",
      "starts a v1 journey (spec 4.3)",
      { endpoint: "/captain/api/journey/start", member: ["instanceId"], value: undefined },
    ],
  ];

  test.each(sample(alterations, 3))("breaks the pact: %s", async (title, broken, alteration) => {
    const dir = `.pact/altered/${title.replaceAll(/\W+/g, "-")}`;
    const pact = journeyPact({ consumer: "journey-kit-client", dir });
    await clientInteractions.find((one) => one.title === broken)?.run(pact);
    expect((await verifyPacts(dir, { simulator: { baseUrl: served.url } })).passed).toBe(true);
    await using altered = await serveAltered(served.url, alteration);
    const found = await verifyPacts(dir, { simulator: altered });
    expect(found).toMatchObject({ passed: false, interactions: [{ passed: false }], failures: [{}] });
    expect(found.interactions[0]?.problems.join()).toContain(String(alteration.member.at(-1)));
  });
});
