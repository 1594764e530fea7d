import { createJourneyClient } from "@journey-kit/client";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { compareRuns, type Run, type SectionTitle } from "./comparison.ts";
import { summarize } from "./summary.ts";

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
  const start = async (scenario: string, subject: object = person): Promise<string> => {
    await world.scenarios.arm({ scenario });
    const { instanceId } = await client.v2.startJourney({
      resourceId: "document-and-selfie@latest",
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
  const run = async (scenario: string): Promise<Run> => {
    const id = await start(scenario);
    await world.clock.advance({ ms: longEnough });
    await client.v2.fetchState({ instanceId: id });
    return read(id);
  };
  return { world, client, start, run, read };
}

const compare = (first: Run, second: Run) => {
  const sections = compareRuns(first, second);
  const differing = (title: SectionTitle) =>
    sections
      .find((section) => section.title === title)
      ?.rows.filter(({ isDifferent }) => isDifferent)
      .map(({ what }) => what);
  return { sections, differing, ...summarize(first, second, sections) };
};

test("finds no difference between two equal runs", async () => {
  const { run } = await openWorld();
  const { differing, sentence, ends } = compare(await run("accepted"), await run("accepted"));
  for (const title of ["Facts", "Modules", "Data", "Requests", "Timeline", "Readings"] as const)
    expect(differing(title)).toEqual([]);
  expect(sentence).toBe("The instances do not differ.");
  expect(ends).toBe("Both ended with accept.");
});

test("names the module at which two runs diverge", async () => {
  const { run } = await openWorld();
  const { sections, differing, sentence, ends } = compare(await run("accepted"), await run("document-suspect"));
  expect(sentence).toBe("The instances diverge at Document Authentication: Approved and Medium Risk.");
  expect(ends).toBe("#1 ended with accept, #2 ended with refer.");
  expect(differing("Facts")).toEqual(["Outcome", "Scenario"]);
  expect(differing("Timeline")).toContain("Document Authentication finishes");
  expect(differing("Timeline")).not.toContain("Liveness finishes");
  const last = sections.find(({ title }) => title === "Requests")?.rows.at(-1);
  expect(last?.bodies?.map(({ first, second }) => [first, second])).toContainEqual(['"Approved"', '"Medium Risk"']);
});

test("names the earliest of several differences", async () => {
  const { run } = await openWorld();
  const { sentence, differing } = compare(await run("accepted"), await run("rejected"));
  expect(differing("Modules")?.length).toBeGreaterThan(1);
  expect(sentence).toBe("The instances diverge at Data Verification: Match and No Match.");
});

test("names a refused request as the first difference", async () => {
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
  const { sentence, ends } = compare(await read(good), await read(bad));
  expect(sentence).toMatch(/^The instances diverge at v2\.submitInteraction: 200 and 4\d\d [A-Z_]+\.$/);
  expect(ends).toBe("#1 runs modules, #2 waits for data.");
});

test("says which instance is behind if there is no other difference so far", async () => {
  const { start, run, read } = await openWorld();
  const finished = await run("accepted");
  const running = await read(await start("accepted"));
  const { sentence } = compare(finished, running);
  expect(sentence).toBe("The instances took the same course so far, but #2 is behind.");
});

test("shows repeated polling as one row with a count", async () => {
  const { client, start, read } = await openWorld();
  const [once, often] = [await start("accepted"), await start("accepted")];
  await client.v2.fetchState({ instanceId: once });
  for (let i = 0; i < 5; i++) await client.v2.fetchState({ instanceId: often });
  const { sections, differing } = compare(await read(once), await read(often));
  expect(differing("Requests")).toEqual([]);
  const requests = sections.find(({ title }) => title === "Requests")?.rows;
  expect(requests?.at(-1)).toMatchObject({ what: "v2.fetchState", second: { note: "then running, 5 times" } });
});

test("lists the readings in which the worlds differ", async () => {
  const [one, other] = [await openWorld(), await openWorld("demo")];
  await other.world.profile.set({ preset: "specified", readings: { "submit-status": "created" } });
  const { differing } = compare(await one.run("accepted"), await other.run("accepted"));
  expect(differing("Readings")).toEqual(["submit-status"]);
});

test("names v1 tasks by their ids in the journey, because task ids differ between instances", async () => {
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
  const { differing, sections } = compare(await run(), await run());
  expect(differing("Timeline")).toEqual([]);
  expect(sections.find(({ title }) => title === "Timeline")?.rows.map(({ what }) => what)).toContainEqual(
    expect.stringMatching(/^update of task [a-z]+$/),
  );
});
