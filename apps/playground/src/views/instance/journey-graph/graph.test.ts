import { createJourneyClient } from "@journey-kit/client";
import { builtInJourneys, createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { toSegments } from "./graph.ts";

const person = (lastName: string) => ({
  identity: {
    firstName: "Ada",
    lastNames: [lastName],
    dateOfBirth: "1990-12-10",
    currentAddress: { postalCode: "SW1Y 4JH" },
  },
});

/** Lays out an instance, `wait` milliseconds after its start. */
async function layOut(journey: string, subject: object, wait: number) {
  const { fetch, world } = createSimulator({ clock: { mode: "frozen", at: Date.UTC(2026, 0, 1) } });
  const client = createJourneyClient({
    baseUrl: "http://eu.localhost",
    authUrl: "http://eu.localhost",
    auth: { clientId: "acme", clientSecret: "any" },
    fetch,
  });
  const resourceId = `${journey}@latest`;
  const { instanceId } = journey.endsWith("-v1")
    ? await client.v1.startJourney({ resourceId, context: { config: { async: true }, subject } })
    : await client.v2.startJourney({ resourceId, context: { config: { delivery: "api" }, subject } });
  await world("acme").clock.advance({ ms: wait });
  const definition = builtInJourneys.find(({ id }) => id === journey);
  if (definition === undefined) throw new Error(`There is no journey ${journey}.`);
  return toSegments(await world("acme").instance(instanceId).explain(), definition);
}

const notesOf = (segments: Awaited<ReturnType<typeof layOut>>) =>
  segments.map(({ label, note, absent }) => [label, note, absent]);

test("shows which segments are done, which is current, and which come later (spec 1)", async () => {
  expect(notesOf(await layOut("full-kyc", person("Lovelace"), 60_000))).toEqual([
    ["Personal details", "done", "not yet"],
    ["Document", "collecting now", "not yet"],
    ["Selfie", "not yet", "not yet"],
  ]);
});

test("shows that a rejected journey never reached its later segments (spec 1)", async () => {
  expect(notesOf(await layOut("full-kyc", person("Testreject"), 60_000))).toEqual([
    ["Personal details", "done", "did not finish"],
    ["Document", "not reached", "did not run"],
    ["Selfie", "not reached", "did not run"],
  ]);
});

test("shows the segment in which an instance failed (spec 3.1)", async () => {
  expect(notesOf(await layOut("identity-check", person("Testfail"), 60_000))).toEqual([
    ["Personal details", "failed here", "did not finish"],
  ]);
});

test("lays out the tasks of a v1 journey, and labels each segment with its id (spec 2.3)", async () => {
  const segments = await layOut("full-kyc-v1", {}, 0);
  expect(segments.map(({ label, steps }) => [label, ...steps.map(({ id }) => id)])).toEqual([
    ["Person", "person", "address"],
    ["Document", "document"],
    ["Selfie", "selfie"],
  ]);
  expect(segments[0]?.modules).toEqual(["Data Verification", "Age Verification"]);
});
