import type { FaultAction } from "@journey-kit/schemas/control";
import { type gapIds, gapOf, ProfileError, type Readings, resolveProfile } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../vitest.shared.ts";
import { createJourneyClient, type JourneyClient } from "../src/client.ts";
import { UnknownOutcomeError } from "../src/errors.ts";
import type { SubjectInput } from "../src/index.ts";
import { toPlan } from "./fault.ts";
import { baseUrl, pixel } from "./journey.ts";

const numRuns = runs(60, 1_000);

/** Gaps that affect the evidence about a lost submit. */
const telling = [
  "outstanding-shrinks",
  "outstanding-scope",
  "outstanding-granularity",
  "interaction-waits-for-modules",
  "interaction-while-running",
  "interaction-after-end",
  "duplicate-element",
  "duplicate-prefilled",
  "module-retry",
  "stale-interaction",
  "inactive-instance",
  "task-list-contents",
  "task-complete-again",
] as const satisfies readonly (typeof gapIds)[number][];

const readings = fc.record(
  Object.fromEntries(telling.map((id) => [id, fc.constantFrom(...Object.keys(gapOf(id).options))])),
  { requiredKeys: [] },
) as fc.Arbitrary<Readings>; // each value is a reading of its gap

const subjects: Readonly<Record<string, SubjectInput>> = {
  FullName: { identity: { firstName: "Ada", lastNames: ["Lovelace"] } },
  DateOfBirth: { identity: { dateOfBirth: "1990-12-10" } },
  PrimaryDocument: { documents: [{ type: "Primary", side1Image: pixel }] },
  Selfie: { biometrics: [{ selfieImage: pixel }] },
};

const losses = fc.record({
  endpoint: fc.constantFrom(
    "v2.startJourney",
    "v2.submitInteraction",
    "v2.fetchInteraction",
    "v2.fetchState",
    undefined,
  ),
  nth: fc.integer({ min: 1, max: 6 }),
  action: fc.constantFrom<FaultAction>(
    { type: "dropResponse" },
    { type: "dropRequest" },
    { type: "truncate", characters: 3 },
    { type: "invalidJson" },
    { type: "status", status: 503 },
  ),
  isKnown: fc.boolean(),
  prefilled: fc.constantFrom(undefined, "FullName", "Selfie"),
});

/** Runs a journey like an application that continues after every unknown outcome. */
async function drive({ v2 }: JourneyClient, prefilled: string | undefined) {
  const unknown: string[] = [];
  const told: string[] = [];
  const subject = subjects[prefilled ?? ""] ?? {};
  const started = await v2
    .startJourney({ resourceId: "document-and-selfie@latest", context: { config: { delivery: "api" }, subject } })
    .catch(onUnknown(unknown));
  if (started === undefined) return { unknown, told };
  const { instanceId } = started;
  for (const [element, subject] of Object.entries(subjects)) {
    if (element === prefilled) continue;
    const fetched = await v2.fetchInteraction({ instanceId }).catch(() => undefined); // undefined if no interaction is current
    if (fetched?.interactionId === undefined) break;
    const { interactionId } = fetched;
    const participants = [{ domainElementId: element }];
    const submitted = await v2
      .submitInteraction({ instanceId, interactionId, participants, context: { subject } })
      .catch(onUnknown(unknown));
    if (submitted === undefined) break;
    told.push(element);
  }
  return { unknown, told, instanceId };
}

const onUnknown = (unknown: string[]) => (error: unknown) => {
  if (!(error instanceof UnknownOutcomeError)) throw error;
  unknown.push(error.route);
  return undefined;
};

function open(chosen: Readings, isKnown: boolean) {
  const { fetch, world } = createSimulator({ latency: 0, profile: { readings: chosen } });
  const auth = { clientId: "lost", clientSecret: "lost-secret" };
  const common = { baseUrl, authUrl: baseUrl, auth, fetch, sleep: async () => {} };
  const client = createJourneyClient(isKnown ? { ...common, readings: resolveProfile({ readings: chosen }) } : common);
  return { client, world: world("lost") };
}

test("if requests or responses are lost, no data is applied twice, and every submit that the client reports as successful is applied", async () => {
  await fc.assert(
    fc.asyncProperty(readings, losses, async (chosen, { endpoint, nth, action, isKnown, prefilled }) => {
      fc.pre(isAllowed(chosen));
      const { client, world } = open(chosen, isKnown);
      const when = { nth, ...(endpoint !== undefined && { endpoint }) };
      await world.faults.set(toPlan(when, action));
      const { unknown, told, instanceId } = await drive(client, prefilled);
      const { instances } = await world.instances();
      expect(instances.length).toBeLessThanOrEqual(1);
      if (unknown.length === 0) expect(instances).toHaveLength(1);
      const log = instanceId === undefined ? [] : await world.instance(instanceId).log();
      const applied = log.flatMap((command) => (command.type === "submit" ? command.participants : []));
      expect(applied).toEqual([...new Set(applied)]);
      expect(applied).toEqual(expect.arrayContaining(told));
    }),
    { numRuns },
  );
}, 900_000);

test("if the response to any submit is lost, the client detects that the service accepted the submit (spec 3.2)", async () => {
  for (const nth of [1, 2, 3, 4]) {
    const { client, world } = open({}, false);
    const { instanceId } = await client.v2.startJourney({
      resourceId: "document-and-selfie@latest",
      context: { config: { delivery: "api" }, subject: {} },
    });
    await world.faults.set(toPlan({ endpoint: "v2.submitInteraction", nth }, { type: "dropResponse" }));
    let isReconciled = false;
    for (const [domainElementId, subject] of Object.entries(subjects)) {
      const { interactionId = "" } = await client.v2.fetchInteraction({ instanceId });
      const body = { instanceId, interactionId, participants: [{ domainElementId }] };
      const answer = await client.v2.submitInteraction({ ...body, context: { subject } }).withResponse();
      expect(answer.body).toEqual({ status: "success" });
      isReconciled ||= answer.isReconciled === true;
    }
    expect(isReconciled).toBe(true);
    expect((await client.v2.fetchState({ instanceId })).status).toBe("Completed");
  }
});

function isAllowed(chosen: Readings): boolean {
  try {
    return resolveProfile({ readings: chosen }) !== undefined;
  } catch (error) {
    if (error instanceof ProfileError) return false;
    throw error;
  }
}
