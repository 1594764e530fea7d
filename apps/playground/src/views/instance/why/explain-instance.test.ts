import type { FaultPlan, Scenario } from "@journey-kit/schemas/control";
import type { ProfileInput } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { explainInstance } from "./explain-instance.ts";
import type { Move } from "./facts.ts";
import { toText } from "./sentence.ts";

const noon = Date.UTC(2026, 0, 1, 12);
const image = "aW1hZ2U=";

const valid = {
  FullName: { identity: { firstName: "Ada", lastNames: ["Lovelace"] } },
  DateOfBirth: { identity: { dateOfBirth: "1990-12-10" } },
  CurrentAddress: { identity: { currentAddress: { postalCode: "SW1Y 4JH" } } },
  PrimaryDocument: { documents: [{ type: "Primary", side1Image: image }] },
  Selfie: { biometrics: [{ selfieImage: image }] },
} as const;

const person = (lastName: string) => ({
  identity: { firstName: "Ada", lastNames: [lastName], dateOfBirth: "1990-12-10", currentAddress: { postalCode: "1" } },
});
const known = person("Lovelace");
const complete = { ...known, ...valid.PrimaryDocument, ...valid.Selfie };

interface Options {
  readonly profile?: ProfileInput;
  readonly scenario?: Scenario;
  readonly journeys?: readonly unknown[];
  readonly faults?: FaultPlan;
}

/** A world with a frozen clock, and requests of its client. */
async function open({ faults, ...options }: Options = {}) {
  const simulator = createSimulator({ clock: { mode: "frozen", at: noon }, now: () => noon, ...options });
  const world = simulator.world("tests");
  const send = async (path: string, body: BodyInit, headers: Record<string, string>) =>
    (await simulator.fetch(new Request(`http://simulator.localhost${path}`, { method: "POST", body, headers }))).json();
  const grant = { grant_type: "client_credentials", client_id: "tests", client_secret: "any", scope: "service.token" };
  const { access_token: token } = await send("/as/token.oauth2", new URLSearchParams(grant), {});
  const post = (path: string, body: object) =>
    send(path, JSON.stringify(body), { authorization: `Bearer ${token}`, "content-type": "application/json" });
  if (faults !== undefined) await world.faults.set(faults);
  return {
    simulator,
    world,
    start: async (journey: string, subject: object = {}, config: object = {}): Promise<string> => {
      const [path, own] = journey.endsWith("-v1")
        ? ["/captain/api/journey/start", { async: true }]
        : ["/v2/captain/journey/start", { delivery: "api" }];
      const body = { resourceId: `${journey}@latest`, context: { config: { ...own, ...config }, subject } };
      return (await post(path, body)).instanceId;
    },
    submit: (instanceId: string, interactionId: string, element: keyof typeof valid) =>
      post("/v2/captain/journey/interaction/submit", {
        instanceId,
        interactionId,
        participants: [{ domainElementId: element }],
        context: { subject: valid[element] },
      }),
    terminate: (instanceId: string) => post("/v2/captain/journey/terminate", { instanceId }),
    update: (instanceId: string, intent: string, element: keyof typeof valid) =>
      post("/captain/api/journey/task/update", {
        instanceId,
        taskId: `${instanceId}.1`,
        intent,
        context: { subject: valid[element] },
      }),
  };
}

type Place = Awaited<ReturnType<typeof open>>;

/** The words about an instance, as a person reads them. */
async function read({ simulator, world }: Place, instance: string) {
  const explanation = await world.instance(instance).explain();
  const definition = simulator
    .published()
    .map((one) => one.definition)
    .find(({ id }) => id === explanation.journey);
  const clock = { mode: (await world.clock.read()).mode, now: Date.parse(explanation.now) };
  const { requests } = await world.requests.list({ instance });
  const { scenarios } = await world.scenarios.list();
  const { title, sentences, moves, fault } = explainInstance({ explanation, definition, scenarios, clock }, requests);
  return {
    title,
    text: sentences.map(toText).join(" "),
    moves: moves.map(describeMove),
    fault: fault && toText(fault),
  };
}

const describeMove = (move: Move): string => ("ms" in move ? `${move.label} +${move.ms}` : move.label);

const inReview = { readings: { "refer-ends-journey": "no" } } as const;
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
const suspect: Scenario = {
  name: "suspect",
  rules: [{ when: { module: "Document Authentication" }, then: { outcome: "Medium Risk" } }],
};
const halfBroken: Scenario = {
  name: "half-broken",
  rules: [
    { when: { module: "Data Verification" }, then: { ends: "fail", latency: 0 } },
    { when: {}, then: { latency: 5_000 } },
  ],
};
const minutes = 60_000;

interface Case {
  readonly options?: Options;
  readonly title: string;
  readonly text: string;
  readonly moves: readonly string[];
  /** What the last fault did. */
  readonly fault?: string;
  /** Brings an instance into the state. */
  readonly reach: (place: Place) => Promise<string>;
}

const cases: Readonly<Record<string, Case>> = {
  "an interaction without data": {
    title: "Waiting for FullName and DateOfBirth.",
    text: "The client must submit them to interaction person. Then interaction address follows.",
    moves: ["Fill in the data"],
    reach: ({ start }) => start("identity-check"),
  },
  "an interaction with part of its data": {
    title: "Waiting for DateOfBirth.",
    text: "The client must submit it to interaction person, which already has FullName. Then interaction address follows.",
    moves: ["Fill in the data"],
    reach: async ({ start, submit }) => {
      const id = await start("identity-check");
      await submit(id, "identity-check:interaction:person@latest", "FullName");
      return id;
    },
  },
  "the last interaction of a segment": {
    title: "Waiting for CurrentAddress.",
    text: "The client must submit it to interaction address. SSN is optional. Then Data Verification and Age Verification start.",
    moves: ["Fill in the data"],
    reach: ({ start }) =>
      start("full-kyc", { identity: { ...valid.FullName.identity, ...valid.DateOfBirth.identity } }),
  },
  "an interaction that requires nothing": {
    options: { journeys: [optionalOnly] },
    title: "Interaction number waits for one submit.",
    text: "It requires nothing, but it still waits for one submit (gap optional-only). SSN is optional. Then Data Verification starts.",
    moves: ["Fill in the data"],
    reach: ({ start }) => start("number"),
  },
  "two open v1 tasks": {
    title: "Two tasks are open.",
    text: "Task person needs FullName and DateOfBirth. Task address needs CurrentAddress. SSN is optional. Then Data Verification starts.",
    moves: ["Fill in the data"],
    reach: ({ start }) => start("identity-check-v1"),
  },
  "an open v1 task": {
    title: "Waiting for DateOfBirth.",
    text: "The client must submit it to task birth. Then Age Verification starts.",
    moves: ["Fill in the data"],
    reach: ({ start }) => start("age-check-v1"),
  },
  "a v1 task that is saved but not completed": {
    options: { profile: { readings: { "v1-intent-values": "save-and-validate" } } },
    title: "Task birth has its data, but it is not completed.",
    text: "It has DateOfBirth. Update it with intent Complete. Then Age Verification starts.",
    moves: ["Fill in the data"],
    reach: async ({ start, update }) => {
      const id = await start("age-check-v1");
      await update(id, "Save", "DateOfBirth");
      return id;
    },
  },
  "modules on a frozen clock": {
    title: "Two modules are running, and the clock is frozen.",
    text: "Data Verification needs 2 s more and Age Verification 1 s more. Then interaction document asks for PrimaryDocument.",
    moves: ["Next event +1000", "Both modules +2000", "Let the clock run"],
    reach: ({ start }) => start("full-kyc", known),
  },
  "modules on a real clock": {
    title: "Data Verification is running.",
    text: "Data Verification needs 2 s more. Then interaction document asks for PrimaryDocument.",
    moves: ["Next event +2000"],
    reach: async ({ start, world }) => {
      await world.clock.set({ mode: "real" });
      return start("document-and-selfie", known);
    },
  },
  "modules on an auto clock": {
    title: "Two modules are running. The next fetch moves on to the next event.",
    text: "Data Verification needs 2 s more and Age Verification 1 s more. Then interaction document asks for PrimaryDocument.",
    moves: ["Next event +1000", "Both modules +2000", "Let the clock run"],
    reach: async ({ start, world }) => {
      await world.clock.set({ mode: "auto" });
      return start("full-kyc", known);
    },
  },
  "a module with a scripted outcome": {
    options: { scenario: suspect },
    title: "Four modules are running, and the clock is frozen.",
    text: "Data Verification needs 2 s more, Document Classification 3 s more, Document Extraction 2 s more and Document Authentication 4 s more. Document Authentication will find Medium Risk, set by rule 1 of scenario suspect. Then the evaluation decides the outcome.",
    moves: ["Next event +2000", "All modules +4000", "Let the clock run"],
    reach: ({ start }) => start("onboarding", complete),
  },
  "a module that never finishes": {
    title: "Data Verification never finishes.",
    text: "Data Verification is held by rule 4 of scenario test-people. Resolve it to finish it now.",
    moves: ["Resolve Data Verification", "Make it fail"],
    reach: ({ start }) => start("identity-check", person("Testnever")),
  },
  "a module that will fail": {
    title: "Data Verification is running, and the clock is frozen.",
    text: "Data Verification fails in 2 s, and the instance with it, set by rule 3 of scenario test-people.",
    moves: ["Next event +2000", "Let the clock run"],
    reach: ({ start }) => start("identity-check", person("Testfail")),
  },
  "a pause while collecting": {
    title: "A tester paused it.",
    text: "Nothing moves until you resume it. Interaction person needs FullName and DateOfBirth.",
    moves: ["Resume"],
    reach: async ({ start, world }) => {
      const id = await start("identity-check");
      await world.instance(id).pause();
      return id;
    },
  },
  "a pause of a module that never finishes": {
    title: "A tester paused it.",
    text: "Nothing moves until you resume it. Data Verification is held by rule 4 of scenario test-people.",
    moves: ["Resume"],
    reach: async ({ start, world }) => {
      const id = await start("identity-check", person("Testnever"));
      await world.instance(id).pause();
      return id;
    },
  },
  "a pause while modules run": {
    title: "A tester paused it.",
    text: "Nothing moves until you resume it. Data Verification needs 1.5 s more and Age Verification 0.5 s more.",
    moves: ["Resume"],
    reach: async ({ start, world }) => {
      const id = await start("full-kyc", known);
      await world.clock.advance({ ms: 500 });
      await world.instance(id).pause();
      await world.clock.advance({ ms: 10_000 });
      return id;
    },
  },
  "a review": {
    options: { profile: inReview },
    title: "Waiting for a review.",
    text: "Data Verification found Partial Match, set by rule 2 of scenario test-people. A reviewer decides the outcome (gap refer-ends-journey).",
    moves: ["Accept", "Reject"],
    reach: async ({ start, world }) => {
      const id = await start("identity-check", person("Testrefer"));
      await world.clock.advance({ ms: 5_000 });
      return id;
    },
  },
  "a module that runs again": {
    options: {
      scenario: {
        name: "twice",
        readings: { "module-retry": "automatic" },
        rules: [{ when: { module: "Liveness", attempt: 1 }, then: { outcome: "Fail" } }],
      },
    },
    title: "Liveness is running, and the clock is frozen.",
    text: "Liveness needs 1.5 s more. Liveness runs again: this is attempt 2. Then the evaluation decides the outcome.",
    moves: ["Next event +1500", "Let the clock run"],
    reach: async ({ start, world }) => {
      const id = await start("document-and-selfie", complete);
      await world.clock.advance({ ms: 8_500 });
      return id;
    },
  },
  "data that is requested again": {
    title: "Waiting for Selfie again.",
    text: "Liveness found Fail on attempt 1, set by rule 1 of scenario liveness-fails-once. The data is requested again. The client must submit it to interaction selfie. Then Liveness runs again.",
    moves: ["Fill in the data"],
    reach: async ({ start, world }) => {
      await world.scenarios.arm({ scenario: "liveness-fails-once" });
      const id = await start("full-kyc", complete);
      await world.clock.advance({ ms: 20_000 });
      return id;
    },
  },
  "a hosted page that nobody opened": {
    title: "Waiting for FullName and DateOfBirth.",
    text: "The person must enter them on the hosted page of interaction person. Nobody has submitted a hosted page yet. The link expires in 10 min. Then interaction address follows.",
    moves: ["Complete the hosted pages", "Fill in the data"],
    reach: ({ start }) => start("identity-check", {}, { delivery: "page", linkConfig: { ttlMinutes: 10 } }),
  },
  "a hosted link whose expiry fails the instance": {
    options: { profile: { readings: { "link-expiry": "instance-fails" } } },
    title: "Waiting for FullName and DateOfBirth.",
    text: "The person must enter them on the hosted page of interaction person. Nobody has submitted a hosted page yet. The link expires in 10 min, and then the instance fails. Then interaction address follows.",
    moves: ["Complete the hosted pages", "Fill in the data", "Let the link expire +600000"],
    reach: ({ start }) => start("identity-check", {}, { delivery: "page", linkConfig: { ttlMinutes: 10 } }),
  },
  "an expired hosted link": {
    title: "The hosted link has expired.",
    text: "It expired 3 min ago. The link to the hosted pages returns 410. API calls still work. Interaction person needs FullName and DateOfBirth. Then interaction address follows.",
    moves: ["Fill in the data", "Make it fail"],
    reach: async ({ start, world }) => {
      const id = await start("identity-check", {}, { delivery: "page", linkConfig: { ttlMinutes: 10 } });
      await world.clock.advance({ ms: 13 * minutes });
      return id;
    },
  },
  "a failed module": {
    title: "Data Verification could not complete.",
    text: "Data Verification failed after 2 s, set by rule 3 of scenario test-people. The instance failed after 2 s. It has no outcome.",
    moves: ["Run again"],
    reach: async ({ start, world }) => {
      const id = await start("identity-check", person("Testfail"));
      await world.clock.advance({ ms: 5_000 });
      return id;
    },
  },
  "a failed module while another is running": {
    title: "Age Verification is running, and the clock is frozen.",
    text: "Data Verification could not complete. The instance fails when the other modules have finished. Age Verification needs 5 s more.",
    moves: ["Next event +5000", "Let the clock run"],
    options: { profile: { readings: { "parallel-failure": "after-all" } }, scenario: halfBroken },
    reach: ({ start }) => start("full-kyc", known),
  },
  "a failure by a tester": {
    title: "A tester made the instance fail.",
    text: "The instance failed immediately. It has no outcome.",
    moves: ["Run again"],
    reach: async ({ start, world }) => {
      const id = await start("identity-check");
      await world.instance(id).fail();
      return id;
    },
  },
  "termination by the client": {
    options: { profile: { readings: { "extension-endpoints": "present" } } },
    title: "The caller ended the instance.",
    text: "The instance failed immediately. It has no outcome.",
    moves: ["Run again"],
    reach: async ({ start, terminate }) => {
      const id = await start("identity-check");
      await terminate(id);
      return id;
    },
  },
  "a lost response": {
    options: {
      faults: {
        rules: [{ id: "lost", when: { endpoint: "v2.submitInteraction", nth: 1 }, then: { type: "dropResponse" } }],
      },
    },
    title: "Waiting for CurrentAddress.",
    text: "The client must submit it to interaction address. SSN is optional. Then Data Verification starts.",
    moves: ["Fill in the data"],
    fault:
      "A fault hit request 3: response lost (rule lost of the fault plan, v2.submitInteraction). The same request arrived again: request 4 was refused with 409 INTERACTION_NOT_CURRENT.",
    reach: async ({ start, submit }) => {
      const id = await start("identity-check", valid.DateOfBirth);
      await submit(id, "identity-check:interaction:person@latest", "FullName").catch(() => undefined);
      await submit(id, "identity-check:interaction:person@latest", "FullName");
      return id;
    },
  },
  "another request after a fault": {
    options: {
      faults: {
        rules: [{ id: "lost", when: { endpoint: "v2.submitInteraction", nth: 1 }, then: { type: "dropResponse" } }],
      },
    },
    title: "Waiting for CurrentAddress.",
    text: "The client must submit it to interaction address. SSN is optional. Then Data Verification starts.",
    moves: ["Fill in the data"],
    fault:
      "A fault hit request 3: response lost (rule lost of the fault plan, v2.submitInteraction). The same request has not arrived again.",
    reach: async ({ start, submit }) => {
      const id = await start("identity-check");
      await submit(id, "identity-check:interaction:person@latest", "FullName").catch(() => undefined);
      await submit(id, "identity-check:interaction:person@latest", "DateOfBirth");
      return id;
    },
  },
  "modules that follow one rule, and one that a tester decided": {
    title: "Two modules are running, and the clock is frozen.",
    text: "Data Verification needs 2 s more and Age Verification 1 s more. Data Verification will find Partial Match, set by rule 2 of scenario test-people. Age Verification will find Under Age, set by a tester.",
    moves: ["Next event +1000", "Both modules +2000", "Let the clock run"],
    reach: async ({ start, world }) => {
      const id = await start("full-kyc", person("Testrefer"));
      await world.instance(id).resolve("Age Verification", { outcome: "Under Age" });
      return id;
    },
  },
  "a scenario that decides every module": {
    title: "Referred after 8 s.",
    text: "Rule 1 of scenario referred decided it. Six modules followed it.",
    moves: ["Run again"],
    reach: async ({ start, world }) => {
      await world.scenarios.arm({ scenario: "referred" });
      const id = await start("full-kyc", complete);
      await world.clock.advance({ ms: 60_000 });
      return id;
    },
  },
  "modules that will follow a test person": {
    title: "Two modules are running, and the clock is frozen.",
    text: "Data Verification needs 2 s more and Age Verification 1 s more. You chose refer (Testrefer). Two modules will follow it. Then interaction document asks for PrimaryDocument.",
    moves: ["Next event +1000", "Both modules +2000", "Let the clock run"],
    reach: ({ start }) => start("full-kyc", person("Testrefer")),
  },
  "idle time": {
    title: "Accepted after 1 s of work.",
    text: "Age Verification found Of Age.",
    moves: ["Run again"],
    reach: async ({ start, world, submit }) => {
      const id = await start("age-check");
      await world.clock.advance({ ms: 20 * minutes });
      await submit(id, "age-check:interaction:birth@latest", "DateOfBirth");
      await world.clock.advance({ ms: 60_000 });
      return id;
    },
  },
  acceptance: {
    title: "Accepted after 8 s.",
    text: "All seven modules led to accept.",
    moves: ["Run again"],
    reach: async ({ start, world }) => {
      const id = await start("full-kyc", complete);
      await world.clock.advance({ ms: 60_000 });
      return id;
    },
  },
  "rejection by a test person": {
    title: "Rejected after 2 s.",
    text: "You chose reject (Testreject). Two modules followed it. The journey ended before document and selfie.",
    moves: ["Run again"],
    reach: async ({ start, world }) => {
      const id = await start("full-kyc", person("Testreject"));
      await world.clock.advance({ ms: 60_000 });
      return id;
    },
  },
  "referral by a scenario": {
    options: { scenario: suspect },
    title: "Referred after 8 s.",
    text: "Document Authentication found Medium Risk, set by rule 1 of scenario suspect.",
    moves: ["Run again"],
    reach: async ({ start, world }) => {
      const id = await start("full-kyc", complete);
      await world.clock.advance({ ms: 60_000 });
      return id;
    },
  },
  "a reviewer's decision": {
    options: { profile: inReview },
    title: "Rejected after 2 s of work.",
    text: "A reviewer decided it. Data Verification found Partial Match, set by rule 2 of scenario test-people.",
    moves: ["Run again"],
    reach: async ({ start, world }) => {
      const id = await start("identity-check", person("Testrefer"));
      await world.clock.advance({ ms: 5_000 });
      await world.instance(id).review({ outcome: "reject" });
      return id;
    },
  },
};

test.each(Object.entries(cases))("explains %s", async (_, { options, reach, ...expected }) => {
  const place = await open(options);
  expect(await read(place, await reach(place))).toEqual({ fault: undefined, ...expected });
});
