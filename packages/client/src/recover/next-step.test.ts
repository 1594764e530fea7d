import { expect, test } from "vitest";
import { type FailureKind, nextStep, type RetryPolicy, type Situation } from "./next-step.ts";

/** The situation after a failed attempt. */
interface Observed {
  readonly kind: FailureKind;
  readonly policy: RetryPolicy;
  readonly inDoubt: boolean;
  readonly retries: boolean;
  readonly time: boolean;
  readonly evidence: "none" | "absent" | "unknown";
}

/** A row of the truth table. A missing member matches any value. `step` may end with a pause in milliseconds. */
type Row = Pick<Observed, "kind"> & Partial<Observed> & { readonly step: string };

const rows: readonly Row[] = [
  { kind: "unauthorized", step: "refresh" },
  { kind: "unsent", inDoubt: false, step: "fail" },
  { kind: "unsent", inDoubt: true, step: "unknown" },
  { kind: "postponed", retries: true, time: true, step: "retry 7" },
  { kind: "postponed", inDoubt: false, retries: false, step: "fail" },
  { kind: "postponed", inDoubt: false, retries: true, time: false, step: "fail" },
  { kind: "postponed", inDoubt: true, retries: false, step: "unknown" },
  { kind: "postponed", inDoubt: true, retries: true, time: false, step: "unknown" },
  { kind: "refused", inDoubt: false, step: "fail" },
  { kind: "refused", policy: "never", inDoubt: true, step: "unknown" },
  { kind: "refused", policy: "reconcile", inDoubt: true, evidence: "none", step: "reconcile 0" },
  { kind: "refused", policy: "reconcile", inDoubt: true, evidence: "absent", step: "unknown" },
  { kind: "refused", policy: "reconcile", inDoubt: true, evidence: "unknown", step: "unknown" },
  { kind: "lost", policy: "always", retries: true, time: true, step: "retry 7" },
  { kind: "lost", policy: "always", retries: false, step: "fail" },
  { kind: "lost", policy: "always", retries: true, time: false, step: "fail" },
  { kind: "lost", policy: "never", step: "unknown" },
  { kind: "lost", policy: "reconcile", time: false, step: "unknown" },
  { kind: "lost", policy: "reconcile", time: true, evidence: "none", step: "reconcile 7" },
  { kind: "lost", policy: "reconcile", time: true, evidence: "unknown", step: "unknown" },
  { kind: "lost", policy: "reconcile", time: true, evidence: "absent", retries: true, step: "retry 0" },
  { kind: "lost", policy: "reconcile", time: true, evidence: "absent", retries: false, step: "unknown" },
];

const kinds: readonly FailureKind[] = ["unsent", "unauthorized", "refused", "postponed", "lost"];
const policies: readonly RetryPolicy[] = ["always", "reconcile", "never"];
const either: readonly boolean[] = [false, true];
const evidences: readonly Observed["evidence"][] = ["none", "absent", "unknown"];

/** Every combination of values, except that a call with the policy `always` is never in doubt. */
const combinations: readonly Observed[] = kinds
  .flatMap((kind) =>
    policies.flatMap((policy) =>
      either.flatMap((inDoubt) =>
        either.flatMap((retries) =>
          either.flatMap((time) => evidences.map((evidence) => ({ kind, policy, inDoubt, retries, time, evidence }))),
        ),
      ),
    ),
  )
  .filter(({ policy, inDoubt }) => !(policy === "always" && inDoubt));

const isOf = ({ step, ...row }: Row, observed: Observed): boolean =>
  Object.entries(row).every(([name, value]) => observed[name as keyof Row & keyof Observed] === value); // a row has no other members

const toSituation = ({ policy, inDoubt, retries, time, evidence }: Observed): Situation => ({
  policy,
  isInDoubt: inDoubt,
  retriesLeft: retries ? 1 : 0,
  pauseMs: 7,
  leftMs: time ? 7 : 6,
  ...(evidence !== "none" && { evidence }),
});

/** The members that a row sets, for its title. */
const toTitle = ({ step, ...row }: Row): string =>
  `the next step is "${step}" if ${Object.entries(row)
    .map(([name, value]) => `${name} is ${value}`)
    .join(" and ")} (spec 4.4)`;

test.each(rows.map((row) => [toTitle(row), row] as const))("%s", (_, row) => {
  const matching = combinations.filter((observed) => isOf(row, observed));
  expect(matching).not.toEqual([]);
  for (const observed of matching) {
    const step = nextStep(observed.kind, toSituation(observed));
    expect("pauseMs" in step ? `${step.type} ${step.pauseMs}` : step.type, JSON.stringify(observed)).toBe(row.step);
  }
});

test("each combination of conditions matches exactly one row of the table", () => {
  for (const observed of combinations)
    expect(
      rows.filter((row) => isOf(row, observed)),
      JSON.stringify(observed),
    ).toHaveLength(1);
});
