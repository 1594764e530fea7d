import { createSimulator } from "@journey-kit/simulator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { createCaller } from "../service/target.ts";
import { hostileBody, hostileValue } from "./hostile.ts";
import { subject } from "./subject.ts";

/** More runs in CI than in `npm test`, in which the fuzz test sends similar requests. */
const numRuns = runs(25, 1_000);

test("a hostile value in a start request neither crashes the simulator nor changes Object.prototype (spec 7)", async () => {
  const { fetch } = createSimulator({ latency: 0 });
  const target = { baseUrl: "http://127.0.0.1", clientId: "hostile", clientSecret: "any", fetch };
  const caller = createCaller(target);
  const start = subject().map((one) => ({
    resourceId: "full-kyc@latest",
    context: { config: { delivery: "api" }, subject: one },
  }));
  const property = fc.asyncProperty(hostileBody(start), async ({ body }) => {
    const { status, headers } = await caller.post("v2.startJourney", body);
    expect([201, 400, 404, 413]).toContain(status);
    expect(headers.get("x-request-id")).toBeTruthy();
    expect(Object.prototype).not.toHaveProperty("polluted");
  });
  await fc.assert(property, { numRuns });
});

test("every kind of hostile value is generated", () => {
  const kinds = new Set(fc.sample(hostileValue, { numRuns: 300, seed: 1 }).map(({ what }) => what));
  expect([...kinds].toSorted()).toEqual(["deep", "huge", "null", "number as text", "prototype", "surrogate"]);
  const own = fc
    .sample(hostileValue, { numRuns: 300, seed: 1 })
    .some(({ value }) => Object.hasOwn(Object(value), "__proto__"));
  expect(own).toBe(true);
});

test("a hostile value prints as one short line and shrinks to null", () => {
  for (const one of fc.sample(hostileValue, { numRuns: 300, seed: 1 })) {
    expect(fc.stringify(one).length).toBeLessThan(120);
  }
  const { counterexample } = fc.check(
    fc.property(hostileBody(fc.constant({ a: [{ b: 1 }] })), ({ path }) => path !== "a[0].b"),
    { seed: 1 },
  );
  expect(fc.stringify(counterexample?.[0])).toBe("null at a[0].b: null");
});
