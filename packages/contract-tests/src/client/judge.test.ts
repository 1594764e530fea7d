import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createCondition,
  createEvidence,
  createExchanges,
  createInstance,
  reported,
  run,
  timedOut,
} from "../../test/evidence.ts";
import { fail, untested } from "./evidence.ts";
import { blameOthers, judge, requirementsOf, withOnly } from "./judge.ts";
import type { RequirementId } from "./requirements.ts";

const condition = createCondition();
const good = createEvidence({ exchanges: createExchanges({}) });
const leaking = createEvidence({ printed: ["text", "secret"] });
const stuck = createEvidence({ endings: [timedOut] });

const statusOf = (id: RequirementId, ...evidence: Parameters<typeof judge>[1]) =>
  judge(condition, evidence).verdicts.get(id)?.status;

test("a client without a mistake breaks nothing (spec 1 to 9)", () => {
  const { breaches, verdicts } = judge(condition, [good]);
  expect(breaches).toEqual([]);
  expect([...verdicts.keys()]).toEqual(requirementsOf("v2").map(([id]) => id));
});

test("hides a consequence of another failure, and shows it without that (spec 5)", () => {
  expect(judge(condition, [stuck]).breaches.map(({ id }) => id)).toEqual(["ends"]);
  const { breaches, verdicts } = judge(condition, [{ ...stuck, printed: leaking.printed }]);
  expect(breaches.map(({ id }) => id)).toEqual(["keeps-secrets"]);
  expect(verdicts.get("ends")).toEqual(untested("Another requirement failed under the same condition."));
});

test("shows every cause, but only the first of several consequences (spec 3.1, 4.4)", () => {
  const printed = ["text", "secret", "personal"] as const;
  expect(judge(condition, [{ ...leaking, printed }]).breaches.map(({ id }) => id)).toEqual([
    "keeps-secrets",
    "keeps-data-private",
  ]);
  const failed = {
    ...stuck,
    instances: [createInstance("failed")],
    exchanges: createExchanges({ phase: "failed" }),
  };
  expect(judge(condition, [failed]).breaches.map(({ id }) => id)).toEqual(["error-means-failed"]);
});

test("a warning explains no other failure (spec 4.4)", () => {
  const hasty = { ...stuck, exchanges: createExchanges({}, { seconds: 1 }) };
  expect(judge(condition, [hasty]).breaches.map(({ id }) => id)).toEqual(["polls-at-interval", "ends"]);
});

test("a failure in one world hides no consequence in another (spec 5)", () => {
  const { breaches } = judge(condition, [leaking, stuck]);
  expect(breaches.map(({ id, evidence }) => [id, evidence])).toEqual([
    ["keeps-secrets", leaking],
    ["ends", stuck],
  ]);
});

test("a requirement fails if it fails in one world, and passes if one world shows that it is met (spec 4.4)", () => {
  expect([statusOf("ends", good, stuck), statusOf("ends", stuck, good)]).toEqual(["fail", "fail"]);
  const [silent, spoke] = [createEvidence(), good];
  expect(statusOf("handles-rejections", silent)).toBe("untested");
  expect(statusOf("handles-rejections", silent, spoke)).toBe("pass");
  expect(statusOf("handles-rejections")).toBe("untested");
});

test("the order of the worlds changes no verdict (spec 2.2)", () => {
  const worlds = [good, leaking, stuck, createEvidence({ endings: [reported("reject")] })];
  const statuses = (evidence: Parameters<typeof judge>[1]) =>
    [...judge(condition, evidence).verdicts].map(([id, { status }]) => [id, status]);
  fc.assert(
    fc.property(fc.shuffledSubarray(worlds), (some) => {
      const sorted = some.toSorted((one, other) => worlds.indexOf(one) - worlds.indexOf(other));
      expect(statuses(some)).toEqual(statuses(sorted));
    }),
  );
});

test("requirements of v2 do not apply to v1 (spec 9)", () => {
  const [v1, v2] = [requirementsOf("v1"), requirementsOf("v2")].map((rows) => rows.map(([id]) => id));
  expect(v2?.filter((id) => v1?.includes(id) !== true)).toContain("documents-in-subject");
  const old = createCondition({ runs: [{ ...run, apiVersion: "v1" }] });
  expect([...judge(old, [good]).verdicts.keys()]).toEqual(v1);
});

test("a failure that needs several journeys is a failure to keep them apart (spec 2.2)", () => {
  const observation = judge(condition, [{ ...stuck, printed: [] }]);
  const [breach] = observation.breaches;
  if (breach === undefined) throw new Error("no failure");
  const blamed = blameOthers(observation, breach);
  const problem = `It happens only with several journeys. ${breach.problem}`;
  expect(blamed.breaches).toEqual([{ ...breach, id: "keeps-journeys-apart", problem }]);
  expect(blamed.verdicts.get("keeps-journeys-apart")).toEqual(fail(problem));
  expect(blamed.verdicts.get("ends")).toEqual(untested("It fails only with several journeys."));
  expect(observation.verdicts.get("ends")?.status).toBe("fail"); // the argument stays as it is
  expect([blamed.condition, blamed.evidence]).toEqual([observation.condition, observation.evidence]);
});

test("blames only the failure that needs several journeys (spec 2.2)", () => {
  const observation = judge(condition, [leaking, stuck]);
  const breach = observation.breaches.find(({ id }) => id === "ends");
  if (breach === undefined) throw new Error("no failure");
  const { breaches, verdicts } = blameOthers(observation, breach, "Mixed up.");
  expect(verdicts.get("keeps-journeys-apart")).toEqual(fail(`Mixed up. ${breach.problem}`));
  expect(breaches.map(({ id }) => id)).toEqual(["keeps-secrets", "keeps-journeys-apart"]);
  expect(verdicts.get("keeps-secrets")?.status).toBe("fail");
});

test("keeps one failure, and what passed (spec 5)", () => {
  const observation = judge(condition, [leaking, stuck]);
  const breach = observation.breaches.find(({ id }) => id === "ends");
  if (breach === undefined) throw new Error("no failure");
  const only = withOnly(observation, breach);
  expect(only.breaches).toEqual([breach]);
  const [kept, dropped] = [only.verdicts.get("ends"), only.verdicts.get("keeps-secrets")];
  expect([kept?.status, dropped?.status]).toEqual(["fail", "untested"]);
  expect(only.verdicts.get("keeps-data-private")?.status).toBe("pass");
  expect([only.condition, only.evidence]).toEqual([observation.condition, observation.evidence]);
});
