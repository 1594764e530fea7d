import { createJourneyClient } from "@journey-kit/client";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { isDifferent, listDifferences, pairCourses, type Run, summarize } from "./comparison.ts";

const person = {
  identity: { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1990-12-10" },
  documents: [{ type: "Primary", side1Image: "aW1hZ2U=" }],
  biometrics: [{ selfieImage: "aW1hZ2U=" }],
};

const longEnough = 60_000;

/** Opens a world with a frozen clock, in which journeys run in process. */
async function openWorld(clientId = "acme") {
  const { fetch, world: open } = createSimulator();
  const world = open(clientId);
  await world.clock.set({ mode: "frozen" });
  const auth = { clientId, clientSecret: "secret" };
  const client = createJourneyClient({ baseUrl: "http://eu.localhost", authUrl: "http://eu.localhost", auth, fetch });
  /** Starts a journey with all of its data. */
  const start = async (
    scenario: string,
    subject: object = person,
    journey = "document-and-selfie",
  ): Promise<string> => {
    if (scenario !== "") await world.scenarios.arm({ scenario });
    const { instanceId } = await client.v2.startJourney({
      resourceId: `${journey}@latest`,
      context: { config: { delivery: "api" }, subject },
    });
    return instanceId;
  };
  const read = async (id: string): Promise<Run> => {
    const explanation = await world.instance(id).explain();
    const { requests } = await world.requests.list({ instance: id });
    const { readings } = await world.profile.read();
    return { label: `#${explanation.ordinal}`, explanation, requests, readings };
  };
  /** Starts a journey and lets every module finish. */
  const run = async (...started: Parameters<typeof start>): Promise<Run> => {
    const id = await start(...started);
    await world.clock.advance({ ms: longEnough });
    await client.v2.fetchState({ instanceId: id });
    return read(id);
  };
  return { world, client, start, run, read };
}

const compare = (first: Run, second: Run) => {
  const pairs = pairCourses(first, second);
  const { sentence, because, divergence } = summarize(first, second, pairs);
  const differing = pairs.filter(isDifferent).map(({ what }) => what);
  return { pairs, differing, sentence, because, divergence, differences: listDifferences(first, second, pairs) };
};

test("finds no difference between two equal runs", async () => {
  const { run } = await openWorld();
  const { sentence, differing, differences } = compare(await run("accepted"), await run("accepted"));
  expect([sentence, differing, differences]).toEqual(["The runs are alike.", [], []]);
});

test("names the module at which two runs part, and what decided it", async () => {
  const { run } = await openWorld();
  const { sentence, because, differing, differences } = compare(await run("accepted"), await run("document-suspect"));
  expect(sentence).toBe("The runs are alike until Document Authentication: #1 found Approved, #2 found Medium Risk.");
  expect(because).toBe(
    "#1: decided by rule 1 of scenario accepted. #2: decided by rule 1 of scenario document-suspect.",
  );
  expect(differing).toEqual(["Document Authentication", "the end"]);
  const valuesOf = (title: string) =>
    differences.find((one) => one.title === title)?.rows.map(({ first, second }) => [first, second]);
  expect(valuesOf("Last state that the client read")).toContainEqual(['"Approved"', '"Medium Risk"']);
  expect(valuesOf("State")).toContainEqual(['"accepted"', '"document-suspect"']);
});

test("names the earliest of several differences", async () => {
  const { run } = await openWorld();
  const { sentence, differing } = compare(await run("accepted"), await run("rejected"));
  expect(differing.length).toBeGreaterThan(2);
  expect(sentence).toBe("The runs are alike until Data Verification: #1 found Match, #2 found No Match.");
});

test("says that modules decided both outcomes if no scenario did", async () => {
  const { run } = await openWorld();
  const young = { ...person, identity: { ...person.identity, dateOfBirth: "2020-12-10" } };
  const { sentence, because } = compare(await run("", person, "age-check"), await run("", young, "age-check"));
  expect(sentence).toBe("The runs are alike until Age Verification: #1 found Of Age, #2 found Under Age.");
  expect(because).toBe("The module decided both, from the data.");
});

test("names a refused request as the first difference, and why it was refused", async () => {
  const { client, start, read, world } = await openWorld();
  const { identity, documents } = person;
  const [good, bad] = [
    await start("accepted", { identity, documents }),
    await start("accepted", { identity, documents }),
  ];
  await world.clock.advance({ ms: longEnough });
  const submit = async (instanceId: string, biometrics: object[]) => {
    const { interactionId = "" } = await client.v2.fetchInteraction({ instanceId });
    const context = { subject: { biometrics } };
    await client.v2
      .submitInteraction({ instanceId, interactionId, participants: [{ domainElementId: "Selfie" }], context })
      .catch(() => undefined);
  };
  await submit(good, person.biometrics);
  await submit(bad, []);
  const { sentence, because } = compare(await read(good), await read(bad));
  expect(sentence).toMatch(
    /^The runs are alike until v2\.submitInteraction: #1 got 200, #2 was refused \(4\d\d [A-Z_]+\)\.$/,
  );
  expect(because).toMatch(/^#2: .+\.$/);
});

test("names a refused poll of only one run, and what the other run waits for", async () => {
  const { client, start, read, world } = await openWorld();
  const [calm, refused] = [await start("accepted"), await start("accepted")];
  await client.v2.fetchState({ instanceId: calm });
  await client.v2.fetchState({ instanceId: refused });
  await world.faults.set({ rules: [{ when: {}, then: { type: "status", status: 404 } }] });
  await client.v2.fetchState({ instanceId: refused }).catch(() => undefined);
  expect(compare(await read(calm), await read(refused)).sentence).toBe(
    "The runs are alike until v2.fetchState: #1 waits for Data Verification, #2 met a fault: answered with 404.",
  );
});

test("says which run is behind, and what it waits for, if there is no other difference so far", async () => {
  const { start, run, read } = await openWorld();
  const finished = await run("accepted");
  const running = await read(await start("accepted"));
  const { sentence, divergence } = compare(finished, running);
  expect(sentence).toBe("The runs are alike so far, but #2 is behind: it waits for Data Verification.");
  expect(divergence).toBeUndefined();
});

test("does not compare how often a client polls", async () => {
  const { client, start, read } = await openWorld();
  const [once, often] = [await start("accepted"), await start("accepted")];
  await client.v2.fetchState({ instanceId: once });
  for (let i = 0; i < 5; i++) await client.v2.fetchState({ instanceId: often });
  expect(compare(await read(once), await read(often)).sentence).toBe("The runs are alike.");
});

test("lists the readings in which the worlds differ", async () => {
  const [one, other] = [await openWorld(), await openWorld("demo")];
  await other.world.profile.set({ preset: "specified", readings: { "submit-status": "created" } });
  const { differences } = compare(await one.run("accepted"), await other.run("accepted"));
  const readings = differences.find(({ title }) => title === "Readings of the worlds");
  expect(readings?.rows.map(({ path }) => path)).toEqual(["submit-status"]);
});

test("takes v1 tasks as alike, although their ids differ between instances", async () => {
  const { client, read } = await openWorld();
  const run = async () => {
    const { instanceId } = await client.v1.startJourney({
      resourceId: "age-check-v1@latest",
      context: { config: { async: true }, subject: {} },
    });
    const { tasks } = await client.v1.listTasks({ instanceId });
    const [{ taskId } = { taskId: "" }] = tasks;
    const context = { subject: { identity: { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1990-12-10" } } };
    await client.v1.updateTask({ instanceId, taskId, intent: "Complete", context });
    return read(instanceId);
  };
  const { sentence, differences, pairs } = compare(await run(), await run());
  expect([sentence, differences]).toEqual(["The runs are alike.", []]);
  expect(pairs.map(({ what }) => what)).toEqual(["v1.startJourney", "v1.updateTask"]);
});
