import { ruleOf } from "@journey-kit/schemas/rules";
import { type Answer, advanceOf, type Target } from "../target/target.ts";
import { type Case, type CaseResult, type Expectation, idOf } from "./case.ts";
import { cases } from "./cases.ts";
import { toTold } from "./given.ts";
import type { CaseOptions } from "./options.ts";
import { prepare } from "./prepare.ts";
import { fits, readAt, type Shape, toWords } from "./shape.ts";
import { CaseFailure, CaseSkip, createStage, exchange, fill, fillPlace, type Stage } from "./stage.ts";

/** Number of starts and submits per minute that every rate limit allows. Gap `rate-limit`. */
const callsPerRest = 40;
const minute = 60_000;

/**
 * Checks the rules of the specification on a target: each case sets up its preconditions, sends one request and
 * compares the response with the one expected under the target's readings. The cases share one client and run in
 * sequence. Spec 1 to 9.
 *
 * @returns One result for each case, in the order of the specification; a broken rule does not throw.
 * @throws {Error} What `fetch` throws when the target cannot be reached.
 * @example
 * const results = await runCases({ baseUrl: "http://127.0.0.1:4010", clientId: "kit", clientSecret: "any" });
 * for (const { verdict, line } of results) if (verdict === "failed") console.error(line);
 */
export async function runCases(target: Target, options: CaseOptions = {}): Promise<readonly CaseResult[]> {
  const chosen = cases.filter(({ rule }) => options.only?.includes(rule) ?? true);
  const limiter = createLimiter(target);
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

/** Counts rate-limited requests, and waits a minute before reaching the limit. */
function createLimiter(target: Target) {
  let calls = 0;
  const isLimited = target.profile?.["rate-limit"] === "limited";
  const counted = async (request: Request) => {
    if (/\/(start|submit)$/.test(new URL(request.url).pathname)) calls += 1;
    return (target.fetch ?? fetch)(request);
  };
  return {
    target: { ...target, fetch: counted },
    rest: async (): Promise<void> => {
      if (!isLimited || calls < callsPerRest) return;
      calls = 0;
      await (advanceOf(target)?.(minute) ?? new Promise((resolve) => setTimeout(resolve, minute)));
    },
  };
}

async function runCase(target: Target, options: CaseOptions, one: Case): Promise<CaseResult> {
  const stage = createStage(target, options);
  const result = (verdict: CaseResult["verdict"], reason?: string, rule = one.rule): CaseResult => {
    const about = rule === one.rule ? idOf(one) : `${rule}, seen in ${idOf(one)}`;
    const line = `${about} (spec ${ruleOf(rule).spec})${reason === undefined ? "" : `: ${reason}`}`;
    return { id: idOf(one), rule, spec: ruleOf(rule).spec, verdict, line };
  };
  const hidden = one.hidden?.(stage.profile);
  if (hidden !== undefined) return result("skipped", hidden);
  try {
    for (const given of one.given) await prepare(stage, given);
    const answer = await exchange(stage, one.ask);
    const problem = compare(stage, one.answer(stage.profile, one.ask), answer);
    return problem === undefined ? result("passed") : result("failed", `${problem}${toStory(one)}`);
  } catch (error) {
    if (error instanceof CaseSkip) return result("skipped", error.message);
    if (error instanceof CaseFailure) return result("failed", `${error.message}${toStory(one)}`, error.rule);
    throw error;
  }
}

const toStory = ({ given }: Case): string => (given.length === 0 ? "" : ` [given ${given.map(toTold).join("; ")}]`);

/** Names the first difference from the expected response. */
function compare(stage: Stage, expected: Expectation, { status, headers, body }: Answer): string | undefined {
  if (status !== expected.status) return `expected ${expected.status}, got ${status}`;
  for (const [name, shape] of Object.entries(expected.headers ?? {})) {
    const problem = compareOne(stage, `header ${name}`, shape, headers.get(name) ?? undefined, body);
    if (problem !== undefined) return problem;
  }
  for (const [place, shape] of Object.entries(expected.shows ?? {})) {
    const found = readAt(body, fillPlace(stage, place));
    const problem = compareOne(stage, place, shape, found, body);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function compareOne(stage: Stage, place: string, shape: Shape, found: unknown, body: unknown): string | undefined {
  const filled = fill(stage, shape) as Shape; // filling replaces texts by texts
  if (fits(filled, found, body)) return undefined;
  return `${place}: expected ${toWords(filled)}, got ${found === undefined ? "nothing" : JSON.stringify(found).slice(0, 200)}`;
}
