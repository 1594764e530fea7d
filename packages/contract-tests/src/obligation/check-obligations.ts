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

/** What is checked, where, and how. */
export interface ObligationOptions {
  readonly simulator: SimulatorAddress;
  /** The obligations to check; all where left out. */
  readonly only?: readonly ObligationId[];
  /** Milliseconds that the client should leave between two polls; 10,000 where left out. Spec 4.4. */
  readonly baseInterval?: number;
  /**
   * `virtual`: the client waits by `service.sleep`, and waiting costs nothing. `real`: it really waits; probes that need
   * virtual time, or several journeys with one client, are left out. `virtual` where left out.
   */
  readonly time?: "virtual" | "real";
  /** Where time is real: also tries what takes more than a minute. */
  readonly slow?: boolean;
  /** Readings that hold wherever a probe does not need others; `specified` where left out. */
  readonly profile?: ProfileChoice;
  /** A situation of your own, tried beside those that ship. */
  readonly chosen?: Pick<Probe, "scenario" | "faults">;
  /** The journey to run: one that asks for documents, such as `document-and-selfie@latest`, which it is where left out. */
  readonly resourceId?: string;
  /** The person it is about; one with all data where left out. */
  readonly subject?: Subject;
  /** Real milliseconds that a journey may take; 30,000 where left out. */
  readonly patience?: number;
  /** The coverage to reach, a percentage. */
  readonly min?: number;
  readonly signal?: AbortSignal;
  /** Called as each situation has been tried. */
  readonly onProbe?: (probe: ProbeId, evidence: Evidence) => void;
}

/**
 * Brings a client into every situation that can show whether it meets its obligations, each in a world of its own, and
 * judges it by its calls, which the simulator's journal holds, and by what it told. Spec 2.9, 3.1, 4.2, 4.4, 5, 9.
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

const hopeless = "The client did not come through the plainest journey, so nothing else was tried.";

const isStuck = (accepted: Evidence | string | undefined): boolean =>
  typeof accepted === "object" && accepted.endings.every(({ kind }) => kind !== "told");

/** The situations that the wanted obligations need and that can be. */
function probesFor(wanted: readonly ObligationRow[], { time = "virtual", slow, chosen, only }: ObligationOptions) {
  const rows = chosen === undefined ? probeRows : [...probeRows, ["chosen", toChosen(chosen)] as const];
  return rows.filter(([id, probe]) => {
    const isPossible =
      probe.only === undefined || (probe.only === "virtual" ? time === "virtual" : time === "real" && slow === true);
    return isPossible && wanted.some(([, { probes }]) => (probes === "all" ? isForAll(id, only) : probes.includes(id)));
  });
}

/** What every situation shows is looked at in a few of them, where nothing else is wanted. */
const isForAll = (id: ProbeId, only: ObligationOptions["only"]): boolean =>
  only === undefined || ["accepted", "revoked-token", "chosen"].includes(id);

const toChosen = ({ scenario, faults }: NonNullable<ObligationOptions["chosen"]>): Probe => ({
  text: "The situation that was chosen.",
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
    if (error instanceof ProfileError) return `It cannot be under these readings: ${error.message}`;
    throw error;
  }
}

/** A person with the data of every element that the specification names. Spec 2.6. */
const person = (): Subject => Subject.parse(toSubject(sampleNames.map((element) => ({ element, kind: "valid" }))));
