import { expect, test } from "vitest";
import { ConnectionError, UnknownOutcomeError } from "../errors.ts";
import { createRetry, type RetriedCall, type RetryOptions } from "./retry.ts";

const route = "v2.fetchState";

/** Runs a call whose attempts fail with the given errors, and returns what it did and how it ended. */
async function run(
  errors: readonly unknown[],
  { clock = () => 0, ...options }: Partial<RetryOptions> & { readonly clock?: () => number } = {},
  call: Partial<RetriedCall<string>> = {},
) {
  const pauses: number[] = [];
  const attempts: (readonly [attempt: number, timeoutMs: number, rejected: string | undefined])[] = [];
  const retry = createRetry({ now: clock, sleep: async (ms) => void pauses.push(ms), random: () => 1, ...options });
  const ended = retry<string>({
    route,
    options: {},
    prepare: async ({ attempt, timeoutMs, signal }, rejected) => {
      attempts.push([attempt, timeoutMs, rejected]);
      const request = { route, attempt, timeoutMs, signal, url: "", headers: {}, body: "", redact: String } as const;
      return { ...request, token: `t${attempt}` };
    },
    send: async ({ attempt }) => {
      const error = errors[attempt - 1];
      if (error !== undefined) throw error;
      return "answer";
    },
    ...call,
  });
  const result = await ended.catch((error: unknown) => error);
  return { result, pauses, attempts };
}

const lost = new ConnectionError(route, new Error("lost"));
const refused = (status: number) => Object.assign(new Error("refused"), { status });

test("the longest pause before a retry doubles from 0.5 s to 20 s (spec 4.4)", async () => {
  const { result, pauses } = await run(Array(8).fill(lost), { maxRetries: 8 });
  expect(result).toBe("answer");
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000]);
});

test.each([
  ["v2.fetchState", {}, 30_000],
  ["v2.submitInteraction", {}, 30_000],
  ["v2.startJourney", {}, 120_000],
  ["v1.startJourney", { timeoutMs: 5_000 }, 5_000],
  ["v1.startJourney", { requestTimeoutMs: 7_000 }, 7_000],
  ["v2.fetchState", { requestTimeoutMs: 7_000 }, 7_000],
] as const)(
  "by default, one request of %s with the limits %j may take %i ms (spec 4.3)",
  async (name, options, limit) => {
    expect((await run([], {}, { route: name, options })).attempts).toEqual([[1, limit, undefined]]);
    expect((await run([], options, { route: name })).attempts).toEqual([[1, limit, undefined]]);
  },
);

test("does not pause if less time is left than the pause takes (spec 4.4)", async () => {
  let at = 0;
  const clock = () => {
    at += 300;
    return at;
  };
  const { result, pauses } = await run([lost, lost, lost], { clock, timeoutMs: 1_000 });
  expect([result, pauses]).toEqual([lost, [500]]);
});

test("sends a request again with another token after a 401, but only once (spec 5)", async () => {
  const error = refused(401);
  const { result, attempts } = await run([error, error, error]);
  expect(result).toBe(error);
  expect(attempts).toEqual([
    [1, 30_000, undefined],
    [2, 30_000, "t1"],
  ]);
});

test("the cause of an UnknownOutcomeError is the first lost response (spec 4.2)", async () => {
  const later = new ConnectionError(route, new Error("later"));
  const name = "v2.submitInteraction";
  for (const [errors, evidence] of [
    [
      [lost, later],
      ["absent", "unknown"],
    ],
    [
      [lost, refused(409)],
      ["absent", "unknown"],
    ],
    [[lost], ["unknown"]],
  ] as const) {
    const left = [...evidence];
    const reconcile = async () => ({ evidence: left.shift() ?? "unknown" });
    const { result, pauses } = await run(errors, {}, { route: name, reconcile });
    expect(result).toBeInstanceOf(UnknownOutcomeError);
    expect(result).toMatchObject({ route: name, cause: lost });
    // Pauses before each reconciliation, because the request may be in transit, but not again before the next attempt.
    expect(pauses).toEqual([500, 1_000].slice(0, errors.length));
  }
});
