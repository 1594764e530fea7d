import { createSimulator } from "@journey-kit/simulator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { createCaller } from "../target/target.ts";
import { subjectBreaches, subjectNearMiss } from "./near-miss.ts";
import { requestNearMiss } from "./request-near-miss.ts";
import { subject } from "./subject.ts";

/** Larger where everything is checked. */
const numRuns = runs(200, 1_000);

const simulator = createSimulator({ latency: 0 });
const target = { baseUrl: "http://127.0.0.1", clientId: "near", clientSecret: "any", fetch: simulator.fetch };
const caller = createCaller(target);

const startWith = (one: unknown) =>
  caller.post("v2.startJourney", {
    resourceId: "full-kyc@latest",
    context: { config: { delivery: "api" }, subject: one },
  });

test("a near miss is wrong in the one element that it names, and good in the others (spec 2.6, 2.8)", async () => {
  const seen = new Set<string>();
  const property = fc.asyncProperty(subjectNearMiss(), async ({ element, kind, at, subject: one }) => {
    seen.add(`${at} ${kind}`);
    const { status, body } = await startWith(one);
    if (kind === "invalid") {
      expect(status).toBe(400);
      const { errors }: { readonly errors: readonly { readonly problem: string }[] } = Object(body);
      expect(errors.map(({ problem }) => problem)).toEqual([expect.stringContaining(element)]);
      return;
    }
    expect(status).toBe(201);
    const { instance } = await simulator.world("near").instance(Object(body).instanceId).read();
    const all = ["FullName", "DateOfBirth", "CurrentAddress", "SSN", "PrimaryDocument", "Selfie"];
    expect(all.filter((name) => !Object.hasOwn(instance.provided, name))).toEqual([element]);
  });
  await fc.assert(property, { numRuns });
  expect(seen.size).toBe(subjectBreaches.length);
});

test("a near miss shrinks to a plain subject with one breach", () => {
  const found = fc.check(
    fc.property(subjectNearMiss(), ({ element }) => element !== "PrimaryDocument"),
    { seed: 1 },
  ).counterexample?.[0];
  expect(JSON.stringify(found).length).toBeLessThan(600);
  expect(found).toMatchObject({ element: "PrimaryDocument", subject: { identity: { firstName: "Ada" } } });
});

test("a body that is good but for its envelope is a 400 (spec 2.7, 2.9, 2.10)", async () => {
  const [one] = fc.sample(subject(), 1);
  const { body: started } = await startWith({});
  const { instanceId } = Object(started);
  const config = { async: true };
  const v1 = await caller.post("v1.startJourney", {
    resourceId: "age-check-v1@latest",
    context: { config, subject: {} },
  });
  const { instanceId: v1Id } = Object(v1.body);
  const bodies = {
    "v2.startJourney": { resourceId: "full-kyc@latest", context: { config: { delivery: "api" }, subject: one } },
    "v2.submitInteraction": {
      instanceId,
      interactionId: "full-kyc:interaction:person@latest",
      participants: [{ domainElementId: "FullName" }],
      context: { subject: one },
    },
    "v1.updateTask": { intent: "Complete", instanceId: v1Id, taskId: `${v1Id}.1`, context: { subject: one } },
  } as const;
  for (const name of ["v2.startJourney", "v2.submitInteraction", "v1.updateTask"] as const) {
    const property = fc.asyncProperty(requestNearMiss(name, bodies[name]), async ({ body, at }) => {
      const { status } = await caller.post(name, body);
      expect({ at, status }).toEqual({ at, status: 400 });
    });
    await fc.assert(property, { numRuns: 60 });
    expect((await caller.post(name, bodies[name])).status, name).toBe(name === "v2.startJourney" ? 201 : 200);
  }
});
