import { presets } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isThorough } from "../../../vitest.shared.ts";
import { createJourneyClient, type JourneyClient } from "../src/client.ts";
import type { SubjectInput } from "../src/index.ts";
import { type InstanceResult, toInstanceResult, toInteractionSubmit, toV2Start } from "../src/migrate.ts";
import { baseUrl, pixel } from "./journey.ts";

/** The requests of a v1 application: a start, and an update for each task, in the order of the journey. */
interface Run {
  readonly journey: string;
  readonly prefill: SubjectInput;
  readonly tasks: readonly SubjectInput[];
}

function createTwinClient(): JourneyClient {
  const { fetch } = createSimulator({ latency: 0 });
  const auth = { clientId: "twin", clientSecret: "twin-secret" };
  return createJourneyClient({ baseUrl, authUrl: baseUrl, auth, fetch, readings: presets.specified });
}

const toStart = ({ journey, prefill }: Run) => ({
  resourceId: `${journey}-v1@latest`,
  context: { config: { async: true }, subject: prefill },
});

/** Runs a v1 journey. Completes each task as soon as the service lists it. Spec 3.3. */
async function runV1({ v1 }: JourneyClient, run: Run): Promise<InstanceResult> {
  const { instanceId } = await v1.startJourney(toStart(run));
  for (;;) {
    const { tasks } = await v1.listTasks({ instanceId });
    const [task] = tasks;
    if (task === undefined) return toInstanceResult(await v1.fetchState({ instanceId }));
    const subject = run.tasks[Number(task.taskId.split(".").at(-1)) - 1] ?? {};
    await v1.updateTask({ intent: "Complete", instanceId, taskId: task.taskId, context: { subject } });
  }
}

/** Runs the v2 journey with the migrated bodies. */
async function runMigrated({ v2 }: JourneyClient, run: Run): Promise<InstanceResult> {
  const resourceIds = { [`${run.journey}-v1`]: `${run.journey}@latest` };
  const start = toV2Start(toStart(run), { delivery: "api", resourceIds });
  if (start.body === undefined) throw new Error(start.notes.map(({ why }) => why).join(" "));
  const { instanceId } = await v2.startJourney(start.body);
  for (;;) {
    const { interactionId, outstanding } = await v2.fetchInteraction({ instanceId });
    if (outstanding.length === 0 || typeof interactionId !== "string")
      return toInstanceResult(await v2.fetchState({ instanceId }));
    const works = journeys[run.journey] ?? [];
    const subject = run.tasks[works.findIndex((work) => interactionId.includes(`:${work}@`))] ?? {};
    const update = { intent: "Complete" as const, instanceId, taskId: "any", context: { subject } };
    const { body } = toInteractionSubmit(update, { instanceId, interactionId, collects: outstanding });
    if (body === undefined) throw new Error(`Nothing to submit to ${interactionId}.`);
    await v2.submitInteraction(body);
  }
}

/** The elements of each journey, in the order of its tasks and interactions. */
const journeys: Readonly<Record<string, readonly string[]>> = {
  "age-check": ["birth"],
  "identity-check": ["person", "address"],
  "document-and-selfie": ["person", "document", "selfie"],
  "full-kyc": ["person", "address", "document", "selfie"],
  onboarding: ["onboarding"],
};

const lastNames = [
  "Lovelace",
  "Testreject",
  "Testrefer",
  "Testfail",
  "Testlivenessfail",
  "Testdataverificationnomatch",
];

const run: fc.Arbitrary<Run> = fc
  .record({
    journey: fc.constantFrom(...Object.keys(journeys)),
    lastName: fc.constantFrom(...lastNames),
    type: fc.constantFrom(undefined, "", "primary", "Primary"),
    face: fc.constantFrom("selfieImage", "face1Image"),
    hasSsn: fc.boolean(),
    prefilled: fc.subarray(["birth", "person", "address", "document", "selfie", "onboarding"]),
  })
  .map(({ journey, lastName, type, face, hasSsn, prefilled }) => {
    const idNumbers = hasSsn ? { idNumbers: [{ type: "ssn", idNumber: "078051120" }] } : {};
    const identified = { firstName: "Ada", lastNames: [lastName], dateOfBirth: "1815-12-10" };
    const documents = [{ ...(type !== undefined && { type }), side1Image: pixel, side2Image: "" }];
    const parts: Readonly<Record<string, SubjectInput>> = {
      birth: { identity: { dateOfBirth: "1815-12-10" } },
      person: { identity: identified },
      address: { identity: { currentAddress: { postalCode: "N1" }, ...idNumbers } },
      document: { documents },
      onboarding: { identity: { ...identified, ...idNumbers }, documents },
      selfie: { biometrics: [{ [face]: pixel }] },
    };
    const own = journeys[journey] ?? [];
    const prefill = own.filter((work) => prefilled.includes(work)).map((work) => parts[work] ?? {});
    const identity = Object.assign({}, ...prefill.map((part) => part.identity ?? {}));
    return {
      journey,
      prefill: Object.assign({}, ...prefill, { identity }),
      tasks: own.map((work) => parts[work] ?? {}),
    };
  });

const runs = isThorough ? 400 : 25;

test("a v1 journey and the same journey on v2 with migrated bodies have the same outcome (spec 9)", async () => {
  const seen = new Set<string>();
  const property = fc.asyncProperty(run, async (one) => {
    const [before, after] = [await runV1(createTwinClient(), one), await runMigrated(createTwinClient(), one)];
    expect({ status: after.status, outcome: after.outcome }).toEqual({
      status: before.status,
      outcome: before.outcome,
    });
    expect(after.steps.map(({ outcome }) => outcome).sort()).toEqual(before.steps.map(({ outcome }) => outcome).sort());
    seen.add(before.outcome);
  });
  await fc.assert(property, { numRuns: runs, seed: 1 });
  expect([...seen].sort()).toEqual(["accept", "failed", "refer", "reject"]);
});
