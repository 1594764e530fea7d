import { expect, test } from "vitest";
import {
  type AttemptState,
  type FailureKind,
  failureKindOf,
  type NextStep,
  nextStep,
  type RetryPolicy,
} from "./next-step.ts";

/** The state after a failed attempt. */
interface Observed {
  readonly kind: FailureKind;
  readonly policy: RetryPolicy;
  readonly inDoubt: boolean;
  readonly retries: boolean;
  readonly time: boolean;
  readonly evidence: "none" | "absent" | "unknown";
}

/** A row of the truth table. A missing member matches any value. */
type Row = Pick<Observed, "kind"> & Partial<Observed> & { readonly step: NextStep };

const rows: readonly Row[] = [
  { kind: "unauthorized", step: "refresh" },
  { kind: "unsent", inDoubt: false, step: "fail" },
  { kind: "unsent", inDoubt: true, step: "unknown" },
  { kind: "postponed", retries: true, time: true, step: "retry" },
  { kind: "postponed", inDoubt: false, retries: false, step: "fail" },
  { kind: "postponed", inDoubt: false, retries: true, time: false, step: "fail" },
  { kind: "postponed", inDoubt: true, retries: false, step: "unknown" },
  { kind: "postponed", inDoubt: true, retries: true, time: false, step: "unknown" },
  { kind: "refused", inDoubt: false, step: "fail" },
  { kind: "refused", policy: "never", inDoubt: true, step: "unknown" },
  { kind: "refused", policy: "reconcile", inDoubt: true, time: false, step: "unknown" },
  { kind: "refused", policy: "reconcile", inDoubt: true, time: true, evidence: "none", step: "reconcile" },
  { kind: "refused", policy: "reconcile", inDoubt: true, time: true, evidence: "absent", step: "unknown" },
  { kind: "refused", policy: "reconcile", inDoubt: true, time: true, evidence: "unknown", step: "unknown" },
  { kind: "lost", policy: "always", retries: true, time: true, step: "retry" },
  { kind: "lost", policy: "always", retries: false, step: "fail" },
  { kind: "lost", policy: "always", retries: true, time: false, step: "fail" },
  { kind: "lost", policy: "never", step: "unknown" },
  { kind: "lost", policy: "reconcile", time: false, step: "unknown" },
  { kind: "lost", policy: "reconcile", time: true, evidence: "none", step: "reconcile" },
  { kind: "lost", policy: "reconcile", time: true, evidence: "unknown", step: "unknown" },
  { kind: "lost", policy: "reconcile", time: true, evidence: "absent", retries: true, step: "retry" },
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

const toAttemptState = ({ policy, inDoubt, retries, time, evidence }: Observed): AttemptState => ({
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
    expect(nextStep(observed.kind, toAttemptState(observed)), JSON.stringify(observed)).toBe(row.step);
  }
});

test("each combination of conditions matches exactly one row of the table", () => {
  for (const observed of combinations)
    expect(
      rows.filter((row) => isOf(row, observed)),
      JSON.stringify(observed),
    ).toHaveLength(1);
});

const withCode = (code: string) => ({ cause: { code } });

test.each<[string, FailureKind, unknown, boolean?]>([
  ["a 401 with a token that the client can replace", "unauthorized", { status: 401 }, true],
  ["a 401 with the caller's token", "refused", { status: 401 }],
  ["a 307", "refused", { status: 307 }],
  ["a 499", "refused", { status: 499 }, true],
  ["a 408", "lost", { status: 408 }],
  ["a 425", "postponed", { status: 425 }],
  ["a 429", "postponed", { status: 429 }],
  ["a 503 with Retry-After", "postponed", { status: 503, retryAfterMs: 2_000 }],
  ["a 503 whose Retry-After has passed", "postponed", { status: 503, retryAfterMs: 0 }],
  ["a 503 without Retry-After", "lost", { status: 503 }],
  ["a 500", "lost", { status: 500 }],
  ["a 500 with Retry-After", "lost", { status: 500, retryAfterMs: 2_000 }],
  ["a 504 with Retry-After", "lost", { status: 504, retryAfterMs: 2_000 }],
  ["a 200 that is not JSON", "lost", { status: 200 }],
  ["a refused connection", "postponed", withCode("ECONNREFUSED")],
  ["an unknown host", "postponed", withCode("ENOTFOUND")],
  ["a failed look-up", "postponed", withCode("EAI_AGAIN")],
  ["a connection that takes too long", "postponed", { cause: withCode("UND_ERR_CONNECT_TIMEOUT") }],
  ["an unprocessed HTTP/2 request", "postponed", { cause: withCode("ERR_HTTP2_REFUSED_STREAM") }],
  ["a closed connection", "lost", { cause: withCode("ECONNRESET") }],
  ["any other error", "lost", new TypeError("fetch failed")],
])("after %s, the request counts as %s (spec 4.4, 7)", (_, kind, error, isTokenReplaceable = false) => {
  expect(failureKindOf(error, isTokenReplaceable)).toBe(kind);
});
