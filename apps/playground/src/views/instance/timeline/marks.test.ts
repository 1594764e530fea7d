import { createJourneyClient } from "@journey-kit/client";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { thinMarks, toMarks } from "./marks.ts";

/** A frozen world, a client, and a function that lists the marks of an instance. */
async function open() {
  const simulator = createSimulator({ clock: { mode: "frozen" } });
  const world = simulator.world("acme");
  const { v2 } = createJourneyClient({
    baseUrl: "http://simulator.localhost",
    authUrl: "http://simulator.localhost",
    auth: { clientId: "acme", clientSecret: "any" },
    fetch: simulator.fetch,
  });
  const context = { config: { delivery: "api" }, subject: {} } as const;
  const { instanceId } = await v2.startJourney({ resourceId: "identity-check@latest", context });
  const submit = async (names: readonly string[], identity: object) => {
    const { interactionId = "" } = await v2.fetchInteraction({ instanceId });
    const participants = names.map((domainElementId) => ({ domainElementId }));
    return v2.submitInteraction({ instanceId, interactionId, participants, context: { subject: { identity } } });
  };
  const listMarks = async () => {
    const explanation = await world.instance(instanceId).explain();
    const { requests } = await world.requests.list({ instance: instanceId });
    const start = Date.parse(explanation.startedAt);
    return toMarks(explanation, requests).map(({ exchange, at, kind, rank }) => [
      exchange.endpoint?.slice(3),
      at - start,
      kind,
      rank,
    ]);
  };
  return { world, instance: world.instance(instanceId), submit, listMarks };
}

const name = { firstName: "Ada", lastNames: ["Lovelace"] };

test("distinguishes requests that changed the instance from reads, refusals and faults", async () => {
  const { world, submit, listMarks } = await open();
  await world.clock.advance({ ms: 650 });
  await submit(["FullName"], name);
  await world.clock.advance({ ms: 350 });
  await submit(["Selfie"], {}).catch(() => undefined);
  await world.faults.set({ rules: [{ when: {}, then: { type: "delay", ms: 1 } }] });
  await submit(["DateOfBirth"], { dateOfBirth: "1990-12-10" });
  expect(await listMarks()).toEqual([
    ["startJourney", 0, "changed", 0],
    ["fetchInteraction", 650, "read", 0],
    ["submitInteraction", 650, "changed", 1],
    ["fetchInteraction", 1_000, "read", 0],
    ["submitInteraction", 1_000, "refused", 1],
    ["fetchInteraction", 1_000, "fault", 2],
    ["submitInteraction", 1_000, "fault", 3],
  ]);
});

test("places requests at the instance's own time after a tester advances only that instance", async () => {
  const { world, instance, submit, listMarks } = await open();
  await submit(["FullName"], name);
  await instance.advance({ ms: 400 });
  await submit(["DateOfBirth"], { dateOfBirth: "1990-12-10" });
  await world.clock.advance({ ms: 100 });
  await submit(["CurrentAddress"], {}).catch(() => undefined);
  expect(await listMarks()).toEqual([
    ["startJourney", 0, "changed", 0],
    ["fetchInteraction", 0, "read", 1],
    ["submitInteraction", 0, "changed", 2],
    ["fetchInteraction", 0, "read", 3],
    ["submitInteraction", 400, "changed", 0],
    ["fetchInteraction", 500, "read", 0],
    ["submitInteraction", 500, "refused", 1],
  ]);
});

test("matches a request to a command that was logged between the request and its response", async () => {
  const { world } = await open();
  const { requests } = await world.requests.list({ endpoint: "v2.startJourney" });
  const [start] = requests;
  if (start === undefined) throw new Error("The world has no start.");
  const arrival = Date.parse(start.at);
  const timeline = (delay: number) => [
    {
      at: new Date(arrival + delay).toISOString(),
      kind: "command",
      command: { type: "start", delivery: "api" },
    } as const,
  ];
  const markOf = (delay: number) => {
    const [mark] = toMarks({ timeline: timeline(delay) }, [{ ...start, duration: 30 }]);
    return [mark?.kind, (mark?.at ?? 0) - arrival];
  };
  expect([markOf(0), markOf(25), markOf(500)]).toEqual([
    ["changed", 0],
    ["changed", 25],
    ["read", 0],
  ]);
});

test("reduces thousands of read requests on the timeline to one mark per visible position", async () => {
  const { world } = await open();
  const { requests } = await world.requests.list();
  const [exchange] = requests;
  if (exchange === undefined) throw new Error("The world has no request.");
  const marks = Array.from({ length: 10_000 }, (_, at) => ({ exchange, at, kind: "read", rank: 0 }) as const);
  const change = { exchange, at: 5_000, kind: "changed", rank: 1 } as const;
  const thinned = thinMarks([...marks, change], (at) => at / 10_000);
  expect(thinned.filter(({ kind }) => kind === "read")).toHaveLength(401);
  expect(thinned).toContain(change);
});
