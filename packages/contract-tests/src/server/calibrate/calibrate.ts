import { type GapId, gapIds } from "@journey-kit/schemas/tables";
import { allDomains, type Constraint, type Domains, narrow } from "../../service/domains.ts";
import { switchableGaps } from "../../service/readings.ts";
import type { Case } from "../cases/case.ts";
import { CaseFailure, CaseSkip } from "../cases/case-run.ts";
import { cases } from "../cases/cases.ts";
import { armed } from "../cases/given.ts";
import { expectationsOf, findConstraint, gapsOf, isInformative } from "../cases/infer.ts";
import { startWith, subjectOf } from "../cases/requests.ts";
import { compare } from "../cases/run-cases.ts";
import { type Calibration, createFindings, type GapEvidence } from "./finding.ts";
import { type Calibrated, type CalibrateOptions, createCaseRunner, RateLimited } from "./runner.ts";

/** A synchronous start with modules that fail. */
const failedStart = {
  given: [armed("broken")],
  request: startWith("age-check-v1", subjectOf("DateOfBirth"), {}),
} as const;

/** Gaps whose readings decide how cases are prepared. */
const decidedFirst: readonly GapId[] = ["grant-by-client", "device-start", "interaction-token"];
const mostAttempts = 3;

/** The cost of preparing a case. Cheap cases run first, and often make an expensive case unnecessary. */
const costOf = ({ given }: Case): number =>
  given.some((one) => one.do === "repeat")
    ? Number.MAX_SAFE_INTEGER
    : given.reduce((sum, one) => sum + (one.do === "pass" ? one.by : one.do === "settle" ? 10_000 : 1), 0);

const byCost = cases.toSorted((one, other) => costOf(one) - costOf(other));

/** Collects what responses show, and rules out the readings that contradict it. */
function createRecord({ onFound }: CalibrateOptions) {
  const gathered: GapEvidence[] = [];
  const constraints: Constraint[] = [];
  let domains: Domains = allDomains;

  const gather = (gaps: readonly GapId[], kind: GapEvidence["kind"], text: string): void =>
    void gathered.push({ gaps, kind, text });
  /** Adds a constraint. `blocked` explains a constraint that fits no readings. */
  const learn = (gaps: readonly GapId[], constraint: Constraint, evidence: string, blocked?: string): void => {
    const next = narrow(domains, [...constraints, constraint]);
    if (next === undefined)
      return void gather(gaps, blocked === undefined ? "mismatch" : "blocked", blocked ?? evidence);
    const narrowed = gapIds.filter((id) => next.get(id)?.length !== domains.get(id)?.length);
    for (const id of narrowed) if (next.get(id)?.length === 1) onFound?.(id, switchableGaps.length);
    domains = next;
    constraints.push(constraint);
    gather(narrowed, "evidence", evidence);
  };
  return {
    learn,
    show: (gap: GapId, reading: string, evidence: string): void =>
      learn([gap], { fitting: [new Map([[gap, reading]])] }, evidence),
    block: (gaps: readonly GapId[], reason: string): void => gather(gaps, "blocked", reason),
    domains: () => domains,
    isDecided: (gap: GapId): boolean => domains.get(gap)?.length === 1,
    findings: () => createFindings(domains, gathered),
  };
}

/**
 * Finds out which readings a server follows by running journeys on it. Runs the cases that can tell the remaining
 * readings apart, and rules out those that the responses contradict. `control` advances the clock and scripts outcomes.
 *
 * @throws {TargetError} If the target returns no token.
 * @throws {RateLimited} If the target keeps returning 429.
 * @example
 * const { findings } = await calibrate({ baseUrl, authUrl, clientId, clientSecret });
 * await writeFile("profile.json", JSON.stringify(toProfileFile(findings)));
 */
export async function calibrate(target: Calibrated, options: CalibrateOptions = {}): Promise<Calibration> {
  const { control } = target;
  const runner = createCaseRunner(target, options);
  const record = createRecord(options);
  const done = new Set<Case>();

  const runOnce = async (one: Case): Promise<void> => {
    const branches = expectationsOf(one, record.domains());
    if (done.has(one) || !isInformative(branches)) return;
    const gaps = gapsOf(branches, record.domains());
    try {
      const { run: caseRun, answer } = await runner.perform(one, record.domains());
      done.add(one);
      const constraint = findConstraint(branches, (expected) => compare(caseRun, expected, answer) === undefined);
      const usesLastName = control === undefined && one.given.some((given) => given.do === "arm");
      record.learn(
        gaps,
        constraint,
        `${one.id}: ${one.request.route} returned ${answer.status}`,
        usesLastName
          ? "The last names under `people` in the options do not lead to the outcome that is needed to test this gap."
          : undefined,
      );
    } catch (error) {
      if (error instanceof CaseSkip) done.add(one);
      else if (!(error instanceof CaseFailure)) throw error;
      record.block(gaps, `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`);
    }
  };
  const run = async (one: Case): Promise<void> => {
    await runner.rest();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runOnce(one);
      } catch (error) {
        if (!(error instanceof RateLimited) || attempt === mostAttempts) throw error;
        record.show("rate-limit", "limited", `${one.id}: 429`);
        await runner.wait(error.retryAfterMs);
      }
    }
  };

  /**
   * Counts the instances before and after a failed synchronous start. The response contains no id, so a case cannot
   * show whether the start leaves an instance.
   */
  const countInstances = async (): Promise<void> => {
    const gap = "v1-sync-failed-instance";
    if (control === undefined) return record.block([gap], "Needs control to count the instances.");
    const count = async () => (await control.instances()).instances.length;
    const before = await count();
    const { answer } = await runner.perform(failedStart, record.domains());
    if (answer.status < 500) return;
    const [reading, left] = (await count()) > before ? ["failed", "left a failed"] : ["none", "left no"];
    record.show(gap, reading, `v1.startJourney returned ${answer.status} and ${left} instance`);
  };

  for (const gap of decidedFirst) {
    for (const one of byCost) {
      const isAbout = expectationsOf(one, allDomains).some(({ choice }) => choice.has(gap));
      if (isAbout && !record.isDecided(gap)) await run(one);
    }
  }
  // In the first round, preparations can fail because they depend on unknown readings. The second round repeats them.
  for (const round of [byCost, byCost]) for (const one of round) await run(one);
  if (!record.isDecided("rate-limit") && runner.mostPerMinute() > 60)
    record.show("rate-limit", "none", "sent more than 60 starts and submits within a minute without a 429");
  await countInstances();
  return { findings: record.findings(), calls: runner.calls() };
}
