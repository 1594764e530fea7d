import { type GapId, gapIds, isSwitchable } from "@journey-kit/schemas/gaps";
import type { Case } from "../cases/case.ts";
import { cases } from "../cases/cases.ts";
import { CaseFailure, CaseSkip } from "../cases/context.ts";
import { armed } from "../cases/given.ts";
import {
  allReadings,
  type Domains,
  expectationsOf,
  gapsOf,
  isInformative,
  narrow,
  type Observation,
  observe,
} from "../cases/infer.ts";
import { startV1With, toParts } from "../cases/requests.ts";
import { compare } from "../cases/run-cases.ts";
import { toSubject } from "../target/sample.ts";
import { type Calibration, type GapEvidence, toFindings } from "./finding.ts";
import { type Calibrated, type CalibrateOptions, createRunner, RateLimited } from "./runner.ts";

/** A synchronous start with modules that fail. */
const failedStart = {
  given: [armed("broken")],
  request: startV1With("age-check-v1", toSubject(toParts(["DateOfBirth"])), {}),
} as const;

/** Gaps that decide how other cases are prepared. */
const decidedFirst: readonly GapId[] = ["grant-by-client", "device-start", "interaction-token"];
const attempts = 3;
const total = gapIds.filter(isSwitchable).length;

/** The cost of preparing a case. Cheap cases run first, and often make an expensive case unnecessary. */
const costOf = ({ given }: Case): number =>
  given.reduce((sum, one) => {
    if (one.do === "pass") return sum + one.by;
    return sum + (one.do === "settle" ? 10_000 : one.do === "repeat" ? Number.POSITIVE_INFINITY : 1);
  }, 0);

const byCost = cases.toSorted((one, other) => (costOf(one) < costOf(other) ? -1 : costOf(one) > costOf(other) ? 1 : 0));

/**
 * Finds out which readings a server follows, with harmless journeys. Runs the cases that can tell the remaining readings
 * apart, and rules out the readings that the responses contradict. With a simulator's `control`, calibration advances the
 * clock and scripts outcomes instead of waiting.
 *
 * @throws {TargetError} If the target returns no token.
 * @example
 * const { findings } = await calibrate({ baseUrl, authUrl, clientId, clientSecret });
 * await writeFile("profile.json", JSON.stringify(toProfileFile(findings)));
 */
export async function calibrate(target: Calibrated, options: CalibrateOptions = {}): Promise<Calibration> {
  const runner = createRunner(target, options);
  const gathered: GapEvidence[] = [];
  const observations: Observation[] = [];
  const done = new Set<Case>();
  let domains: Domains = allReadings;

  const learn = (gaps: readonly GapId[], observation: Observation, evidence: string, blocked?: string): void => {
    const next = narrow(domains, [...observations, observation]);
    if (next === undefined)
      return void gathered.push({ gaps, ...(blocked === undefined ? { mismatch: evidence } : { blocked }) });
    const narrowed = gapIds.filter((id) => next.get(id)?.length !== domains.get(id)?.length);
    for (const id of narrowed) if (next.get(id)?.length === 1) options.onShown?.(id, total);
    domains = next;
    observations.push(observation);
    gathered.push({ gaps: narrowed, evidence });
  };
  const learnLimit = (reading: "limited" | "none", evidence: string): void =>
    learn(["rate-limit"], { fitting: [new Map([["rate-limit", reading]])] }, evidence);

  const runOnce = async (one: Case): Promise<void> => {
    const branches = expectationsOf(one, domains);
    if (done.has(one) || !isInformative(branches)) return;
    const gaps = gapsOf(branches, domains);
    try {
      const { context, answer } = await runner.perform(one, domains);
      done.add(one);
      const observation = observe(branches, (expected) => compare(context, expected, answer) === undefined);
      const evidence = `${one.id}: ${one.request.route} returned ${answer.status}`;
      const usesLastName = target.control === undefined && one.given.some((given) => given.do === "arm");
      learn(
        gaps,
        observation,
        evidence,
        usesLastName
          ? "None of the last names under `people` in the options leads to the outcome that the test of this gap needs."
          : undefined,
      );
    } catch (error) {
      if (error instanceof CaseSkip) done.add(one);
      else if (!(error instanceof CaseFailure)) throw error;
      gathered.push({ gaps, blocked: `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.` });
    }
  };
  const run = async (one: Case): Promise<void> => {
    await runner.rest();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runOnce(one);
      } catch (error) {
        if (!(error instanceof RateLimited) || attempt === attempts) throw error;
        learnLimit("limited", `${one.id}: 429`);
        await runner.wait(error.retryAfterMs);
      }
    }
  };

  /**
   * Counts the instances before and after a failed synchronous start. The response contains no id, so a case cannot
   * show whether the start leaves an instance.
   */
  const countInstances = async (): Promise<void> => {
    const gaps = ["v1-sync-failed-instance"] as const;
    const { control } = target;
    if (control === undefined) return void gathered.push({ gaps, blocked: "Needs control to count the instances." });
    const count = async () => (await control.instances()).instances.length;
    const before = await count();
    const { answer } = await runner.perform(failedStart, domains);
    const reading = (await count()) > before ? "failed" : "none";
    if (answer.status < 500) return;
    learn(
      gaps,
      { fitting: [new Map([[gaps[0], reading]])] },
      `v1.startJourney returned ${answer.status} and ${reading === "failed" ? "left a failed" : "left no"} instance`,
    );
  };

  for (const gap of decidedFirst) {
    for (const one of byCost) {
      const isAbout = expectationsOf(one, allReadings).some(({ choice }) => choice.has(gap));
      if (isAbout && domains.get(gap)?.length !== 1) await run(one);
    }
  }
  // In the first round, some preparations fail because they depend on unknown readings. The second round repeats them.
  for (const round of [byCost, byCost]) for (const one of round) await run(one);
  if (domains.get("rate-limit")?.length !== 1 && runner.mostPerMinute() > 60)
    learnLimit("none", "sent more than 60 starts and submits within a minute without a 429");
  await countInstances();
  return { findings: toFindings(domains, gathered), calls: runner.calls() };
}
