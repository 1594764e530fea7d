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
import { type Calibration, type Sighting, toFindings } from "./finding.ts";
import { type Calibrated, type CalibrateOptions, createRunner, RateLimited } from "./runner.ts";

/** A synchronous start whose modules fail. */
const failedStart = {
  given: [armed("broken")],
  request: startV1With("age-check-v1", toSubject(toParts(["DateOfBirth"])), {}),
} as const;

/** Gaps that decide how other cases are prepared. */
const decidedFirst: readonly GapId[] = ["grant-by-client", "device-start", "interaction-token"];
const attempts = 3;
const total = gapIds.filter(isSwitchable).length;

/** How expensive the preparations of a case are; cheap cases run first, and often leave nothing to an expensive one. */
const costOf = ({ given }: Case): number =>
  given.reduce((sum, one) => {
    if (one.do === "pass") return sum + one.by;
    return sum + (one.do === "settle" ? 10_000 : one.do === "repeat" ? Number.POSITIVE_INFINITY : 1);
  }, 0);

const byCost = cases.toSorted((one, other) => (costOf(one) < costOf(other) ? -1 : costOf(one) > costOf(other) ? 1 : 0));

/**
 * Finds out which readings a server follows, with harmless journeys. It runs the cases whose expected response differs
 * between the readings that are still possible, and keeps the readings that the responses fit. A simulator's `control`
 * advances the clock and scripts outcomes, so nothing waits.
 *
 * @throws {TargetError} If the target returns no token.
 * @example
 * const { findings } = await calibrate({ baseUrl, authUrl, clientId, clientSecret });
 * await writeFile("profile.json", JSON.stringify(toProfileFile(findings)));
 */
export async function calibrate(target: Calibrated, options: CalibrateOptions = {}): Promise<Calibration> {
  const runner = createRunner(target, options);
  const sightings: Sighting[] = [];
  const observations: Observation[] = [];
  const done = new Set<Case>();
  let domains: Domains = allReadings;

  const learn = (gaps: readonly GapId[], observation: Observation, evidence: string, blocked?: string): void => {
    const next = narrow(domains, [...observations, observation]);
    if (next === undefined)
      return void sightings.push({ gaps, ...(blocked === undefined ? { mismatch: evidence } : { blocked }) });
    const narrowed = gapIds.filter((id) => next.get(id)?.length !== domains.get(id)?.length);
    for (const id of narrowed) if (next.get(id)?.length === 1) options.onShown?.(id, total);
    domains = next;
    observations.push(observation);
    sightings.push({ gaps: narrowed, evidence });
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
      const evidence = `${one.id}: ${one.request.route} answered ${answer.status}`;
      const wasCast = target.control === undefined && one.given.some((given) => given.do === "arm");
      learn(
        gaps,
        observation,
        evidence,
        wasCast ? "No last name in people has the outcome that this needs." : undefined,
      );
    } catch (error) {
      if (error instanceof CaseSkip) done.add(one);
      else if (!(error instanceof CaseFailure)) throw error;
      sightings.push({ gaps, blocked: `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.` });
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

  /** The id of a failed synchronous start is never returned, so no case can show whether it leaves an instance. */
  const countInstances = async (): Promise<void> => {
    const gaps = ["v1-sync-failed-instance"] as const;
    const { control } = target;
    if (control === undefined) return void sightings.push({ gaps, blocked: "Needs control, to count the instances." });
    const count = async () => (await control.instances()).instances.length;
    const before = await count();
    const { answer } = await runner.perform(failedStart, domains);

    const reading = (await count()) > before ? "failed" : "none";
    if (answer.status < 500) return;
    learn(gaps, { fitting: [new Map([[gaps[0], reading]])] }, `the instances after ${answer.status}: ${reading}`);
  };

  for (const gap of decidedFirst) {
    for (const one of byCost) {
      const isAbout = expectationsOf(one, allReadings).some(({ choice }) => choice.has(gap));
      if (isAbout && domains.get(gap)?.length !== 1) await run(one);
    }
  }
  // The second round repeats the cases whose preparation failed before the readings that it depends on were known.
  for (const round of [byCost, byCost]) for (const one of round) await run(one);
  if (domains.get("rate-limit")?.length !== 1 && runner.mostPerMinute() > 60)
    learnLimit("none", "more than 60 starts and submits within a minute, and no 429");
  await countInstances();
  return { findings: toFindings(domains, sightings), calls: runner.calls() };
}
