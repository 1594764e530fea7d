import { Subject } from "@journey-kit/schemas";
import { type ProfileChoice, ProfileError } from "@journey-kit/schemas/profile";
import { mergeCoverage } from "../coverage.ts";
import type { Driver, Errand } from "../driver/driver.ts";
import type { SimulatorAddress } from "../driver/world.ts";
import { sampleNames, toSubject } from "../sample.ts";
import type { Evidence } from "./evidence.ts";
import { judgeAll, type ObligationReport } from "./obligation-report.ts";
import { type ObligationId, type ObligationRow, obligationRows } from "./obligations.ts";
import type { Probe } from "./probe.ts";
import { type ProbeId, probeRows } from "./probes.ts";
import { runProbe } from "./run-probe.ts";

/** Options of {@link checkObligations}. */
export interface ObligationOptions {
  readonly simulator: SimulatorAddress;
  /** The obligations to check; default all. */
  readonly only?: readonly ObligationId[];
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
  readonly chosen?: Pick<Probe, "scenario" | "faults">;
  /** The journey to run, which should collect documents; default `document-and-selfie@latest`. */
  readonly resourceId?: string;
  /** The person; default one with all data. */
  readonly subject?: Subject;
  /** Time limit per journey in real milliseconds; default 30,000. */
  readonly patience?: number;
  /** The coverage to reach, a percentage. */
  readonly min?: number;
  readonly signal?: AbortSignal;
  /** Called after each situation. */
  readonly onProbe?: (probe: ProbeId, evidence: Evidence) => void;
}

/**
 * Runs a client in every situation, each in its own world, and checks its requests in the simulator's journal and the
 * outcome that it reports. Spec 2.9, 3.1, 4.2, 4.4, 5, 9.
 *
 * @throws {ApiError} When the simulator refuses a situation.
 * @example
 * const report = await checkObligations(driver, { simulator: { baseUrl: "http://127.0.0.1:4010" } });
 * console.log(toObligationText(report));
 */
export async function checkObligations(driver: Driver, options: ObligationOptions): Promise<ObligationReport> {
  const wanted = obligationRows.filter(([id]) => options.only?.includes(id) ?? true);
  const evidence = new Map<ProbeId, Evidence | string>();
  for (const [id, probe] of probesFor(wanted, options)) {
    const isHopeless = isStuck(evidence.get("accepted"));
    const gathered = isHopeless ? hopeless : await gather(driver, id, probe, options);
    evidence.set(id, gathered);
    if (typeof gathered !== "string") options.onProbe?.(id, gathered);
  }
  const results = judgeAll(wanted, evidence);
  const passed = !results.some(({ status, strength }) => status === "broken" && strength === "must");
  const covered = [...evidence.values()].flatMap((one) => (typeof one === "string" ? [] : [one.coverage]));
  return { results, passed, coverage: mergeCoverage("all situations", covered, options.min) };
}

const hopeless = "The client failed the simplest journey, so nothing else was run.";

const isStuck = (accepted: Evidence | string | undefined): boolean =>
  typeof accepted === "object" && accepted.endings.every(({ kind }) => kind !== "told");

/** The situations that the chosen obligations need and that are possible. */
function probesFor(wanted: readonly ObligationRow[], { time = "virtual", slow, chosen, only }: ObligationOptions) {
  const rows = chosen === undefined ? probeRows : [...probeRows, ["chosen", toChosen(chosen)] as const];
  return rows.filter(([id, probe]) => {
    const isPossible =
      probe.only === undefined || (probe.only === "virtual" ? time === "virtual" : time === "real" && slow === true);
    return isPossible && wanted.some(([, { probes }]) => (probes === "all" ? isForAll(id, only) : probes.includes(id)));
  });
}

/** Situations for obligations that every situation can show, if nothing else is chosen. */
const isForAll = (id: ProbeId, only: ObligationOptions["only"]): boolean =>
  only === undefined || ["accepted", "revoked-token", "chosen"].includes(id);

const toChosen = ({ scenario, faults }: NonNullable<ObligationOptions["chosen"]>): Probe => ({
  text: "The chosen situation.",
  scenario,
  ...(faults !== undefined && { faults }),
});

async function gather(
  driver: Driver,
  id: ProbeId,
  probe: Probe,
  options: ObligationOptions,
): Promise<Evidence | string> {
  const { simulator, time = "virtual", baseInterval = 10_000, patience = 30_000, profile, signal } = options;
  const { resourceId = "document-and-selfie@latest", subject = person() } = options;
  const errand: Errand = { resourceId, generation: "v2", subject };
  try {
    return await runProbe(driver, id, probe, { simulator, errand, time, baseInterval, patience, profile, signal });
  } catch (error) {
    if (error instanceof ProfileError) return `Impossible under these readings: ${error.message}`;
    throw error;
  }
}

/** A person with the data of every element that the specification names. Spec 2.6. */
const person = (): Subject => Subject.parse(toSubject(sampleNames.map((element) => ({ element, kind: "valid" }))));
