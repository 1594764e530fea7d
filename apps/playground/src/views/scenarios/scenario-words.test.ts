import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { describeCondition, describeConsequence, describeRule } from "./scenario-words.ts";

test("describes the built-in scenarios", async () => {
  const { scenarios } = await createSimulator().world("acme").scenarios.list();
  const words = Object.fromEntries(scenarios.map(({ name, rules }) => [name, rules.map(describeRule)]));
  expect(words).toMatchObject({
    rejected: ["Every module: returns an outcome that leads to reject"],
    broken: ["Every module: fails to complete"],
    stuck: ["Every module: never finishes"],
    slow: ["Every module: finishes after 10 s to 30 s"],
    instant: ["Every module: finishes immediately"],
    "liveness-fails-once": ["Liveness, attempt 1: returns Fail"],
    "document-suspect": ["Document Authentication: returns Medium Risk"],
  });
});

test("describes every condition", () => {
  const when = {
    journey: "full-kyc",
    apiVersion: "v2",
    module: "Liveness",
    variant: "liveness-v2",
    attempt: 2,
    instance: "abc",
    ordinal: 3,
    subject: [
      { path: "identity.lastNames", matches: "L*" },
      { path: "documents[0].type", in: ["a", "b"] },
    ],
  } as const;
  expect(
    describeCondition({
      ...when,
      subject: when.subject.map((one) => ("in" in one ? { ...one, in: [...one.in] } : one)),
    }),
  ).toBe(
    "Liveness, liveness-v2, attempt 2, on v2, in journey full-kyc, instance abc, instance 3 of the world, " +
      "if identity.lastNames matches L*, if documents[0].type is one of a, b",
  );
});

test("describes every consequence", () => {
  const custom = { name: "Watch List", classification: "neutral" } as const;
  expect(
    describeConsequence({ outcome: custom, latency: 1_500, retry: "recollect", advice: { score: 1, hint: 2 } }),
  ).toBe("returns Watch List (neutral) after 1.5 s, asks for the data again, with advice score, hint");
  expect(describeConsequence({ ends: "fail", latency: 0 })).toBe("fails to complete immediately");
  expect(describeConsequence({ retry: "never" })).toBe("never runs again");
  expect(describeConsequence({})).toBe("behaves as usual");
});
