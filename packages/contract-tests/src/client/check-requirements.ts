import type { Subject } from "@journey-kit/schemas";
import { type ProfileChoice, ProfileError } from "@journey-kit/schemas/profile";
import { mergeCoverage } from "../report/coverage.ts";
import type { ClientAdapter, JourneyRun } from "../target/client-adapter.ts";
import { person } from "../target/sample.ts";
import type { SimulatorAddress } from "../target/world.ts";
import type { Evidence } from "./evidence.ts";
import { judgeAll, type RequirementReport } from "./report.ts";
import { type RequirementId, type RequirementRow, requirementRows } from "./requirements.ts";
import { runSituation } from "./run-situation.ts";
import type { Situation } from "./situation.ts";
import { type SituationId, situationRows } from "./situations.ts";

/** Options of {@link checkRequirements}. */
export interface RequirementOptions {
  readonly simulator: SimulatorAddress;
  /** The requirements to check; default all. */
  readonly only?: readonly RequirementId[];
  /** Minimum milliseconds between two polls; default 10,000. Spec 4.4. */
  readonly baseInterval?: number;
  /**
   * `virtual` (default): the client waits with `service.sleep`, which takes no time. `real`: it really waits, and
   * situations that need virtual time or several journeys with one client are skipped.
   */
  readonly time?: "virtual" | "real";
  /** In real time, also runs situations that take more than a minute. */
  readonly slow?: boolean;
  /** Readings, unless a situation requires others; default `specified`. */
  readonly profile?: ProfileChoice;
  /** Your own situation, run in addition to the built-in ones. */
  readonly chosen?: Pick<Situation, "scenario" | "faults">;
  /** The journey to run, which should collect documents; default `document-and-selfie@latest`. */
  readonly resourceId?: string;
  /** The person; default one with all data. */
  readonly subject?: Subject;
  /** Time limit per journey in real milliseconds; default 30,000. */
  readonly timeoutMs?: number;
  /** The coverage to reach, a percentage. */
  readonly min?: number;
  readonly signal?: AbortSignal;
  /** Called after each situation. */
  readonly onSituation?: (situation: SituationId, evidence: Evidence) => void;
}

/**
 * Runs a client in every situation, each in its own world, and checks its requests in the simulator's journal and the
 * outcome that it reports. Spec 2.9, 3.1, 4.2, 4.4, 5, 9.
 *
 * @throws {ApiError} When the simulator refuses a situation.
 * @example
 * const report = await checkRequirements(adapter, { simulator: { baseUrl: "http://127.0.0.1:4010" } });
 * console.log(toRequirementText(report));
 */
export async function checkRequirements(
  adapter: ClientAdapter,
  options: RequirementOptions,
): Promise<RequirementReport> {
  const wanted = requirementRows.filter(([id]) => options.only?.includes(id) ?? true);
  const evidence = new Map<SituationId, Evidence | string>();
  for (const [id, situation] of situationsFor(wanted, options)) {
    const isHopeless = isStuck(evidence.get("accepted"));
    const gathered = isHopeless ? hopeless : await gather(adapter, id, situation, options);
    evidence.set(id, gathered);
    if (typeof gathered !== "string") options.onSituation?.(id, gathered);
  }
  const results = judgeAll(wanted, evidence);
  const passed = !results.some(({ status, strength }) => status === "broken" && strength === "must");
  const covered = [...evidence.values()].flatMap((one) => (typeof one === "string" ? [] : [one.coverage]));
  return { results, passed, coverage: mergeCoverage("all situations", covered, options.min) };
}

const hopeless = "The client failed the simplest journey, so nothing else was run.";

const isStuck = (accepted: Evidence | string | undefined): boolean =>
  typeof accepted === "object" && accepted.endings.every(({ kind }) => kind !== "told");

/** The situations that the chosen requirements need and that are possible. */
function situationsFor(
  wanted: readonly RequirementRow[],
  { time = "virtual", slow, chosen, only }: RequirementOptions,
) {
  const rows = chosen === undefined ? situationRows : [...situationRows, ["chosen", toChosen(chosen)] as const];
  return rows.filter(([id, situation]) => {
    const isPossible =
      situation.only === undefined ||
      (situation.only === "virtual" ? time === "virtual" : time === "real" && slow === true);
    return (
      isPossible &&
      wanted.some(([, { situations }]) => (situations === "all" ? isForAll(id, only) : situations.includes(id)))
    );
  });
}

/** Situations for requirements that every situation can show, if nothing else is chosen. */
const isForAll = (id: SituationId, only: RequirementOptions["only"]): boolean =>
  only === undefined || ["accepted", "revoked-token", "chosen"].includes(id);

const toChosen = ({ scenario, faults }: NonNullable<RequirementOptions["chosen"]>): Situation => ({
  text: "The chosen situation.",
  scenario,
  ...(faults !== undefined && { faults }),
});

async function gather(
  adapter: ClientAdapter,
  id: SituationId,
  situation: Situation,
  options: RequirementOptions,
): Promise<Evidence | string> {
  const { simulator, time = "virtual", baseInterval = 10_000, timeoutMs = 30_000, profile, signal } = options;
  const { resourceId = "document-and-selfie@latest", subject = person } = options;
  const journeyRun: JourneyRun = { resourceId, generation: "v2", subject };
  try {
    return await runSituation(adapter, id, situation, {
      simulator,
      journeyRun,
      time,
      baseInterval,
      timeoutMs,
      profile,
      signal,
    });
  } catch (error) {
    if (error instanceof ProfileError) return `Impossible under these readings: ${error.message}`;
    throw error;
  }
}
