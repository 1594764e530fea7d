import type { World } from "@journey-kit/schemas/control";
import type { Page } from "playwright-core";
import { describe, test } from "vitest";
import { sample } from "../../../vitest.shared.ts";
import { createForeignClient, type ForeignClient } from "./foreign-client.ts";
import { browser, expectAccessible, servePlayground } from "./playground.ts";

/** Its only interaction requires nothing. */
const optionalOnly = {
  id: "number",
  name: "Number",
  apiVersion: "v2",
  segments: [
    {
      id: "number",
      interactions: [{ id: "number", pages: [], optional: ["SSN"] }],
      modules: [{ module: "Data Verification", variant: "data-verification-v2" }],
    },
  ],
};

const playground = await servePlayground({ clock: { mode: "frozen" }, journeys: [optionalOnly] });

const image = "aW1hZ2U=";
const person = (lastName: string) => ({
  identity: { firstName: "Ada", lastNames: [lastName], dateOfBirth: "1990-12-10", currentAddress: { postalCode: "1" } },
});
const complete = {
  ...person("Lovelace"),
  documents: [{ type: "Primary", side1Image: image }],
  biometrics: [{ selfieImage: image }],
};
const hosted = { delivery: "page", linkConfig: { ttlMinutes: 10 } };

interface StuckState {
  readonly title: string;
  /** A text that must occur below the title. */
  readonly text: string | RegExp;
  /** The button to press. */
  readonly move: string;
  /** Further steps on the page that the button leads to. */
  readonly follow?: (page: Page) => Promise<void>;
  /** The title after the move. */
  readonly then: string | RegExp;
  /** Creates an instance in this state and returns its id. */
  readonly reach: (client: ForeignClient, world: World) => Promise<string>;
}

const states: Readonly<Record<string, StuckState>> = {
  "an interaction without data": {
    title: "Waiting for FullName and DateOfBirth.",
    text: "The client must submit them to interaction person.",
    move: "Fill in the data",
    follow: sendSample,
    then: "Waiting for CurrentAddress.",
    reach: (client) => client.start("identity-check@latest"),
  },
  "an interaction with part of its data": {
    title: "Waiting for DateOfBirth.",
    text: "interaction person, which already has FullName.",
    move: "Fill in the data",
    follow: sendSample,
    then: "Waiting for CurrentAddress.",
    reach: async (client) => {
      const id = await client.start("identity-check@latest");
      await client.submit(id, { identity: { firstName: "Ada", lastNames: ["Lovelace"] } }, "FullName");
      return id;
    },
  },
  "an interaction that requires nothing": {
    title: "Interaction number waits for one submit.",
    text: "requires nothing, but it still waits for one submit (gap optional-only).",
    move: "Fill in the data",
    follow: sendSample,
    then: "Data Verification is running, and the clock is frozen.",
    reach: (client) => client.start("number@latest"),
  },
  "two open v1 tasks": {
    title: "Two tasks are open.",
    text: "Task person needs FullName and DateOfBirth. Task address needs CurrentAddress.",
    move: "Fill in the data",
    follow: sendSample,
    then: "Waiting for CurrentAddress.",
    reach: (client) => client.startV1("identity-check-v1@latest"),
  },
  "a v1 task that is saved but not completed": {
    title: "Task birth has its data, but it is not completed.",
    text: "Update it with intent Complete.",
    move: "Fill in the data",
    follow: async (page) => {
      await page.getByRole("button", { name: "Complete the task" }).click();
      await page.getByRole("link", { name: "Back to the instance" }).click();
    },
    then: "Age Verification is running, and the clock is frozen.",
    reach: async (client, world) => {
      await world.profile.set({ readings: { "v1-intent-values": "save-and-validate" } });
      const id = await client.startV1("age-check-v1@latest");
      const context = { subject: { identity: { dateOfBirth: "1990-12-10" } } };
      await client.post("/captain/api/journey/task/update", {
        instanceId: id,
        taskId: `${id}.1`,
        intent: "Save",
        context,
      });
      return id;
    },
  },
  "modules on a frozen clock": {
    title: "Two modules are running, and the clock is frozen.",
    text: "Data Verification needs 2 s more and Age Verification 1 s more.",
    move: "Next event",
    then: "Data Verification is running, and the clock is frozen.",
    reach: (client) => client.start("full-kyc@latest", person("Lovelace")),
  },
  "modules on an auto clock": {
    title: "Two modules are running. The next fetch moves on to the next event.",
    text: "Then interaction document asks for PrimaryDocument.",
    move: "Both modules",
    then: "Waiting for PrimaryDocument.",
    reach: async (client, world) => {
      await world.clock.set({ mode: "auto" });
      return client.start("full-kyc@latest", person("Lovelace"));
    },
  },
  "a module that never finishes": {
    title: "Data Verification never finishes.",
    text: "is held by rule 4 of scenario test-people. Resolve it to finish it now.",
    move: "Resolve Data Verification",
    follow: async (page) => {
      await page.locator("section:focus", { hasText: "Possible outcomes" }).waitFor();
      await page.getByRole("radio", { name: /^No Match/ }).click({ force: true }); // the radio is below its label
      await page.getByRole("button", { name: "Resolve", exact: true }).click();
    },
    then: "Rejected immediately.",
    reach: (client) => client.start("identity-check@latest", person("Testnever")),
  },
  "a module that will fail": {
    title: "Data Verification is running, and the clock is frozen.",
    text: "fails in 2 s, and the instance with it, set by rule 3 of scenario test-people.",
    move: "Next event",
    then: "Data Verification could not complete.",
    reach: (client) => client.start("identity-check@latest", person("Testfail")),
  },
  "a pause": {
    title: "A tester paused it.",
    text: "Nothing moves until you resume it. Data Verification needs 1.5 s more",
    move: "Resume",
    then: "Two modules are running, and the clock is frozen.",
    reach: async (client, world) => {
      const id = await client.start("full-kyc@latest", person("Lovelace"));
      await world.clock.advance({ ms: 500 });
      await world.instance(id).pause();
      await world.clock.advance({ ms: 10_000 });
      return id;
    },
  },
  "a review": {
    title: "Waiting for a review.",
    text: "A reviewer decides the outcome (gap refer-ends-journey).",
    move: "Accept",
    then: "Accepted after 2 s of work.",
    reach: async (client, world) => {
      await world.profile.set({ readings: { "refer-ends-journey": "no" } });
      const id = await client.start("identity-check@latest", person("Testrefer"));
      await world.clock.advance({ ms: 5_000 });
      return id;
    },
  },
  "data that is requested again": {
    title: "Waiting for Selfie again.",
    text: "Liveness found Fail on attempt 1, set by rule 1 of scenario liveness-fails-once.",
    move: "Fill in the data",
    follow: sendSample,
    then: "Liveness is running, and the clock is frozen.",
    reach: async (client, world) => {
      await world.scenarios.arm({ scenario: "liveness-fails-once" });
      const id = await client.start("full-kyc@latest", complete);
      await world.clock.advance({ ms: 20_000 });
      return id;
    },
  },
  "a hosted page that nobody opened": {
    title: "Waiting for FullName and DateOfBirth.",
    text: "Nobody has submitted a hosted page yet. The link expires in 10 min.",
    move: "Complete the hosted pages",
    then: "Data Verification is running, and the clock is frozen.",
    reach: (client) => client.start("identity-check@latest", {}, hosted),
  },
  "a hosted link whose expiry fails the instance": {
    title: "Waiting for FullName and DateOfBirth.",
    text: "The link expires in 10 min, and then the instance fails.",
    move: "Let the link expire",
    then: /link.*expired/,
    reach: async (client, world) => {
      await world.profile.set({ readings: { "link-expiry": "instance-fails" } });
      return client.start("identity-check@latest", {}, hosted);
    },
  },
  "an expired hosted link": {
    title: "The hosted link has expired.",
    text: "It expired 3 min ago.",
    move: "Make it fail",
    then: "A tester made the instance fail.",
    reach: async (client, world) => {
      const id = await client.start("identity-check@latest", {}, hosted);
      await world.clock.advance({ ms: 13 * 60_000 });
      return id;
    },
  },
  "a client that lost a response": {
    title: "Waiting for CurrentAddress.",
    text: /A fault hit request \d+: response lost.*request \d+ was refused with 409 INTERACTION_NOT_CURRENT/,
    move: "Fill in the data",
    follow: sendSample,
    then: "Data Verification is running, and the clock is frozen.",
    reach: async (client, world) => {
      const when = { endpoint: "v2.submitInteraction", nth: 1 } as const;
      await world.faults.set({ rules: [{ id: "lost", when, then: { type: "dropResponse" } }] });
      const id = await client.start("identity-check@latest", { identity: { dateOfBirth: "1990-12-10" } });
      const request = {
        instanceId: id,
        interactionId: "identity-check:interaction:person@latest",
        participants: [{ domainElementId: "FullName" }],
        context: { subject: { identity: { firstName: "Ada", lastNames: ["Lovelace"] } } },
      };
      await client.post("/v2/captain/journey/interaction/submit", request).catch(() => undefined);
      await client.post("/v2/captain/journey/interaction/submit", request);
      return id;
    },
  },
  "a failed module": {
    title: "Data Verification could not complete.",
    text: "failed after 2 s, set by rule 3 of scenario test-people. The instance failed after 2 s. It has no outcome.",
    move: "Run again",
    then: "Waiting for FullName and DateOfBirth.",
    reach: async (client, world) => {
      const id = await client.start("identity-check@latest", person("Testfail"));
      await world.clock.advance({ ms: 5_000 });
      return id;
    },
  },
};

/** Fills the open step in the walk, sends it and returns to the instance. */
async function sendSample(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Fill with sample data" }).click();
  await page.keyboard.press("s");
  await page.getByRole("link", { name: "Back to the instance" }).click();
}

describe.skipIf(browser === undefined)("the instance view", () => {
  // The words of all states have unit tests.
  test.each(sample(Object.entries(states), 6))(
    "explains %s and offers an action that works",
    async (name, { title, text, move, follow, then, reach }) => {
      const client = await createForeignClient(playground.url, name);
      const id = await reach(client, playground.simulator.world(name));
      await playground.visit(`/w/${encodeURIComponent(name)}/instances/${id}`, async (page) => {
        const why = page.getByRole("region", { name: title, exact: true });
        await why.filter({ hasText: text }).waitFor();
        await expectAccessible(page);
        await why.getByRole("button", { name: new RegExp(`^${move}`) }).click();
        await follow?.(page);
        await page.getByRole("heading", { level: 2, name: then, exact: true }).waitFor();
      });
    },
  );
});
