import { ruleOf } from "@journey-kit/schemas/tables";
import { readAt } from "../../service/member.ts";
import { type Answer, advanceOf, send, type Target } from "../../service/target.ts";
import type { Case, CaseOptions, CaseResult, Expectation } from "./case.ts";
import { CaseFailure, type CaseRun, CaseSkip, createCaseRun, exchange, fill, fillText } from "./case-run.ts";
import { cases } from "./cases.ts";
import { consult } from "./infer.ts";
import { prepare, sleepOf, withLastName } from "./prepare.ts";
import { fits, renderShape, type Shape } from "./shape.ts";

/** Number of starts and submits after which the run waits a minute; the service allows 60. Gap `rate-limit`. */
export const callsPerRest = 40;
export const minuteMs = 60_000;

/**
 * Checks a target against the rules of the specification. Each case runs its preparations, sends one request and
 * compares the response with the one expected under the target's readings. The cases share one client and run in
 * sequence. Spec 1 to 9.
 *
 * @returns One result for each case, in the order of the specification. A broken rule does not throw.
 * @throws {Error} The error of `fetch` if the target cannot be reached, or `TargetError` if it returns no token.
 * @example
 * const results = await runCases({ baseUrl: "http://127.0.0.1:4010", clientId: "kit", clientSecret: "any" });
 * for (const { status, line } of results) if (status === "failed") console.error(line);
 */
export async function runCases(target: Target, options: CaseOptions = {}): Promise<readonly CaseResult[]> {
  const chosen = cases.filter(({ id, rule }) => options.only?.some((one) => one === id || one === rule) ?? true);
  const limiter = createLimiter(target, options);
  const results: CaseResult[] = [];
  for (const one of chosen) {
    options.signal?.throwIfAborted();
    await limiter.rest();
    const result = await runCase(limiter.target, options, one);
    results.push(result);
    options.onCase?.(result, chosen.length);
  }
  return results;
}

/** Counts rate-limited requests, and between two cases waits a minute if their number is close to the limit. */
function createLimiter(target: Target, options: CaseOptions) {
  let calls = 0;
  const isLimited = target.profile?.["rate-limit"] === "limited";
  const counted = async (request: Request) => {
    if (/\/(start|submit)$/.test(new URL(request.url).pathname)) calls += 1;
    return send(target, request);
  };
  return {
    target: { ...target, fetch: counted },
    rest: async (): Promise<void> => {
      if (!isLimited || calls < callsPerRest) return;
      calls = 0;
      await (advanceOf(target) ?? sleepOf(options))(minuteMs);
    },
  };
}

async function runCase(target: Target, options: CaseOptions, one: Case): Promise<CaseResult> {
  const run = createCaseRun(target, options);
  const result = (status: CaseResult["status"], reason?: string, rule = one.rule): CaseResult => {
    const about = rule === one.rule ? one.id : `${rule}, seen in ${one.id}`;
    const line = `${about} (spec ${ruleOf(rule).spec})${reason === undefined ? "" : `: ${reason}`}`;
    return { id: one.id, rule, spec: ruleOf(rule).spec, status, line };
  };
  const hidden = one.hidden?.(run.profile);
  if (hidden !== undefined) return result("skipped", hidden);
  try {
    const answer = await perform(run, one);
    const { value, consulted } = consult(run.profile, (profile) => one.response(profile, one.request));
    const problem = compare(run, value, answer) ?? findUncited(one, consulted, answer);
    return problem === undefined ? result("passed") : result("failed", `${problem}${renderSetup(one)}`);
  } catch (error) {
    if (error instanceof CaseSkip) return result("skipped", error.message);
    if (error instanceof CaseFailure) return result("failed", `${error.message}${renderSetup(one)}`, error.rule);
    throw error;
  }
}

/**
 * Runs the preparations of a case and sends the request.
 *
 * @throws {CaseSkip} If the target or the options lack something that the case needs.
 * @throws {CaseFailure} If a preparation fails, or a response breaks a rule about all responses.
 */
export async function perform(run: CaseRun, { given, request }: Pick<Case, "given" | "request">): Promise<Answer> {
  for (const one of given) await prepare(run, one);
  return exchange(run, withLastName(request, run.values.get("lastName")));
}

/** Finds a reading that decides the response of a simulator but is not in `X-Sim-Basis`. */
function findUncited({ uncited = [] }: Case, consulted: readonly string[], { headers }: Answer): string | undefined {
  const basis = headers.get("x-sim-basis")?.split(", ");
  const isUncited = (reading: string) => uncited.some((one) => one === reading || reading.startsWith(`${one}=`));
  const missing = consulted.find((reading) => !isUncited(reading) && !basis?.includes(reading));
  return basis === undefined || missing === undefined ? undefined : `X-Sim-Basis does not contain ${missing}`;
}

const renderSetup = ({ given }: Case): string =>
  given.length === 0 ? "" : ` [given ${given.map(({ text }) => text).join("; ")}]`;

/** Describes the first difference from the expected response; undefined if there is none. */
export function compare(run: CaseRun, expected: Expectation, { status, headers, body }: Answer): string | undefined {
  if (status !== expected.status) return `expected ${expected.status}, got ${status}`;
  const shown = [
    ...Object.entries(expected.headers ?? {}).map(
      ([name, shape]) => [`header ${name}`, shape, headers.get(name) ?? undefined] as const,
    ),
    ...Object.entries(expected.shows ?? {}).map(
      ([place, shape]) => [place, shape, readAt(body, fillText(run, place))] as const,
    ),
  ];
  for (const [place, shape, found] of shown) {
    const filled = fill(run, shape) as Shape; // `fill` replaces strings with strings
    const got = found === undefined ? "nothing" : JSON.stringify(found).slice(0, 200);
    if (!fits(filled, found, body)) return `${place}: expected ${renderShape(filled)}, got ${got}`;
  }
  return undefined;
}
