import { createJourneyClient } from "@journey-kit/client";
import { createSimulatorControl } from "@journey-kit/client/control";
import type { PublishedJourney } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import { beforeEach, expect, test } from "vitest";
import { resourceIdOf, type StartChoice, startJourney, toSubject } from "./start-request.ts";

const baseUrl = "http://simulator.localhost";
let fetch: (request: Request) => Promise<Response>;
beforeEach(() => {
  ({ fetch } = createSimulator({ latency: 0 }));
});

const open = () => {
  const auth = { clientId: "acme", clientSecret: "secret" };
  const client = createJourneyClient({ baseUrl, authUrl: baseUrl, auth, fetch });
  return { client, control: createSimulatorControl({ baseUrl, fetch }) };
};

async function choose(id: string, change: Partial<StartChoice> = {}): Promise<StartChoice> {
  const journey = (await open().control.journeys()).journeys.find((one) => one.id === id) as PublishedJourney; // shipped
  return {
    journey,
    version: "latest",
    environment: "production",
    region: "eu",
    delivery: "api",
    isAsync: true,
    scenario: undefined,
    subject: {},
    ...change,
  };
}

async function start(choice: StartChoice) {
  const { client, control } = open();
  return control
    .world("acme")
    .instance(await startJourney(client, choice))
    .explain();
}

test("starts the chosen version of a journey in the chosen environment, with the chosen delivery (spec 4.2)", async () => {
  const choice = await choose("full-kyc", { environment: "preview", version: "1", delivery: "page" });
  expect(resourceIdOf(choice)).toBe("full-kyc-preview@1");
  expect(await start(choice)).toMatchObject({ resourceId: "full-kyc-preview@1", delivery: "page", apiVersion: "v2" });
});

test("starts a v1 journey (spec 4.3)", async () => {
  const choice = await choose("age-check-v1");
  expect(await start(choice)).toMatchObject({ resourceId: "age-check-v1@latest", apiVersion: "v1" });
});

test("starts a journey with the chosen prefill or scenario", async () => {
  const details = { firstName: "Test", lastName: "Testreject", dateOfBirth: "1985-12-10" };
  const rejected = await start(await choose("age-check", { subject: toSubject(details) }));
  expect(rejected).toMatchObject({ outcome: "reject", scenario: "test-people" });
  const referred = await start(await choose("identity-check", { scenario: "document-suspect" }));
  expect(referred).toMatchObject({ phase: "collecting", scenario: "document-suspect" });
});

test("a prefill contains only the details that the user entered", () => {
  expect(toSubject({ firstName: "", lastName: "", dateOfBirth: "" })).toEqual({});
  expect(toSubject({ firstName: "", lastName: "van Gogh", dateOfBirth: "" })).toEqual({
    identity: { lastNames: ["van Gogh"] },
  });
});

test("refuses an environment in which the journey is not published", async () => {
  const { journey } = await choose("age-check");
  const choice = await choose("age-check", { journey: { ...journey, environments: {} } });
  await expect(startJourney(open().client, choice)).rejects.toThrow("Age check is not published in production.");
});
