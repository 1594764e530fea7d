import type { Exchange, FaultPlan } from "@journey-kit/schemas/control";
import { type ProfileChoice, ProfileError, resolveProfile } from "@journey-kit/schemas/profile";
import type { Conclusion, JourneyRun } from "../service/client-adapter.ts";
import type { ClientRun, ClientRunner } from "../service/run-client.ts";
import type { WorldOptions } from "../service/world.ts";
import { requirementRun, type Situation, type SituationId, situations } from "./situations.ts";

/** What a client did in a situation, and the correct conclusion. */
export interface Evidence extends ClientRun {
  /** The correct conclusion; if omitted, any that matches the simulator's state. */
  readonly expects?: Conclusion | undefined;
}

/**
 * What the evidence shows about one requirement. `not-shown` means that it is inconclusive, for example because the
 * client did not get far enough.
 */
export type CheckResult =
  | { readonly status: "kept" }
  | { readonly status: "broken"; readonly problem: string; readonly exchange?: number }
  | { readonly status: "not-shown"; readonly why: string };

/** The client behaved correctly. */
export const kept: CheckResult = { status: "kept" };

/** The client misbehaved, at the given exchange if there is one. */
export const broken = (problem: string, exchange?: Exchange): CheckResult => ({
  status: "broken",
  problem,
  ...(exchange !== undefined && { exchange: exchange.sequence }),
});

/** The evidence is inconclusive. */
export const notShown = (why: string): CheckResult => ({ status: "not-shown", why });

/** Options for gathering evidence. */
export interface GatherOptions {
  /** The journey to run in every situation. */
  readonly run: JourneyRun;
  /** The readings of the service, unless a situation requires others; default `specified`. */
  readonly profile?: ProfileChoice | undefined;
  /** The scenario and faults of your own situation, `chosen`. */
  readonly chosen?: (Pick<Situation, "scenario"> & { readonly faults?: FaultPlan | undefined }) | undefined;
  /** Situations to skip, with the reason. */
  readonly skip?: Readonly<Partial<Record<SituationId, string>>> | undefined;
  /** Time limit per situation in milliseconds of real time. */
  readonly timeoutMs: number;
}

/** Runs a situation unless it has already run. Returns the evidence, or the reason why there is none. */
export type Gather = (id: SituationId) => Promise<Evidence | string>;

/**
 * Creates a function that runs a client in a situation. It runs `accepted` first, without a region. If the client
 * reports no conclusion in it, no other situation is run. The others use the region of the instance in `accepted`.
 */
export function createGather(runner: ClientRunner, options: GatherOptions): Gather {
  const gathered = new Map<SituationId, Promise<Evidence | string>>();
  const act = async (id: SituationId): Promise<Evidence | string> => {
    const accepted = id === "accepted" ? "" : await gather("accepted");
    if (isHopeless(accepted)) {
      return "The client failed the simplest journey, so nothing else was run.";
    }
    const situation: Situation | undefined = id === "chosen" ? toChosen(options) : situations[id];
    if (situation === undefined) return "No situation was chosen.";
    if (situation.isTimed === true) await gather("patient"); // shows whether the client waits with `settings.sleep`
    const region = typeof accepted === "object" ? accepted.instances[0]?.region : undefined;
    return whyNot(id, situation, options) ?? runSituation(runner, situation, options, region);
  };
  const gather: Gather = (id) => {
    const known = gathered.get(id) ?? act(id);
    gathered.set(id, known);
    return known;
  };
  return gather;
}

const isHopeless = (accepted: Evidence | string): boolean =>
  typeof accepted === "object" && accepted.endings.every(({ kind }) => kind !== "reported");

const toChosen = ({ chosen }: GatherOptions): Situation | undefined =>
  chosen && { ...chosen, text: "The chosen situation.", isReviewed: true };

function whyNot(id: SituationId, { journey }: Situation, { skip, run }: GatherOptions) {
  if (skip?.[id] !== undefined) return skip[id];
  return journey !== undefined && run !== requirementRun
    ? "This situation needs a journey of its own, but the journey to run was chosen."
    : undefined;
}

async function runSituation(
  runner: ClientRunner,
  { readings, scenario, faults, runs = 1, isReviewed, finishAfter, isTimed, journey, subject, expects }: Situation,
  { run, timeoutMs, profile }: GatherOptions,
  region: WorldOptions["region"],
): Promise<Evidence | string> {
  try {
    const world: WorldOptions = {
      scenario,
      region,
      profile: { readings: resolveProfile({ readings: { ...resolveProfile(profile), ...readings } }) },
      ...(isTimed === true && !runner.canSleep() && { clock: "real" }),
      faults: typeof faults === "function" ? faults(runner.pollIntervalMs()) : faults,
    };
    const review = isReviewed === true ? ("accept" as const) : undefined;
    if (journey !== undefined) await runner.publish(journey);
    const resourceId = journey === undefined ? run.resourceId : `${journey.id}@latest`;
    const chosen: JourneyRun = { ...run, resourceId, subject: subject ?? run.subject };
    const done = await runner.run(new Array<JourneyRun>(runs).fill(chosen), { world, review, finishAfter, timeoutMs });
    return { ...done, expects };
  } catch (error) {
    if (error instanceof ProfileError) return `Impossible under these readings: ${error.message}`;
    throw error;
  }
}
