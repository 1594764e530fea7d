import { FaultPlan, Scenario } from "@journey-kit/schemas/control";
import {
  checkRequirements,
  type RequirementOptions,
  type RequirementReport,
  requirementRun,
} from "../client/check-requirements.ts";
import { toRequirementJunit, toRequirementText } from "../client/requirement-report.ts";
import type { RequirementId } from "../client/requirements.ts";
import { toCoverageLines } from "../report/coverage-text.ts";
import { toWords } from "../target/run-client.ts";
import { createProgramAdapter } from "./client-program.ts";
import { type ProfileFlags, readJson, readProfile, writeJunit } from "./load-files.ts";
import { reachSimulator, type SimulatorFlags } from "./simulator.ts";
import { CommandError, type Terminal } from "./terminal.ts";

/** Flags that `drive` and `readings` share. */
export interface ProgramFlags extends SimulatorFlags {
  readonly pollSeconds: number;
  /** Milliseconds, as is `pollSeconds`. */
  readonly timeout: number;
  readonly min?: number | undefined;
  readonly coverage?: true | undefined;
  readonly json?: true | undefined;
  readonly junit?: string | undefined;
}

/** Flags of `drive`. */
interface DriveFlags extends ProgramFlags, ProfileFlags {
  readonly journey?: string | undefined;
  readonly scenario?: string | undefined;
  readonly faults?: string | undefined;
  readonly only?: readonly RequirementId[] | undefined;
  readonly slow?: true | undefined;
}

/** Runs a program in any language as a client under contract test. */
export async function drive(command: readonly string[], flags: DriveFlags, terminal: Terminal): Promise<number> {
  const { out, err, stop } = terminal;
  const { pollSeconds: pollInterval, only, min, journey } = flags;
  const chosen = await readChosen(flags);
  const profile = { readings: await readProfile(flags) };
  const simulator = await reachSimulator(flags, stop);
  try {
    return await withProgram(command, pollInterval, terminal, async (adapter, signal) => {
      const report = await checkRequirements(adapter, {
        pollIntervalMs: pollInterval,
        skip: { together: "A program runs one journey." },
        timeoutMs: flags.timeout,
        slow: flags.slow === true,
        profile,
        simulator: simulator.address,
        signal,
        onSituation: (id, { endings, exchanges }) =>
          void err.write(`${id}: ${endings.map(toWords).join("; ")}, ${exchanges.length} calls\n`),
        ...(journey !== undefined && { run: { ...requirementRun, resourceId: journey } }),
        ...(only !== undefined && { only }),
        ...(chosen !== undefined && { chosen }),
        ...(min !== undefined && { min }),
      });
      await writeJunit(flags.junit, toRequirementJunit(report));
      out.write(flags.json === true ? `${JSON.stringify(report, null, 2)}\n` : toPage(report, flags));
      return hasCalled(report, terminal) && report.passed && report.coverage.reached ? 0 : 1;
    });
  } finally {
    await simulator.close();
  }
}

/**
 * Tries a program as a client.
 *
 * @returns What `act` returns; 2 if the program cannot be started.
 * @throws {CommandError} If the user stops before everything was tried.
 */
export async function withProgram(
  command: readonly string[],
  pollInterval: number,
  { err, stop }: Terminal,
  act: (adapter: ReturnType<typeof createProgramAdapter>, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const missing = new AbortController();
  const adapter = createProgramAdapter({ command, pollInterval, onMissing: (problem) => missing.abort(problem) });
  try {
    return await act(adapter, AbortSignal.any([stop, missing.signal]));
  } catch (error) {
    if (missing.signal.aborted) {
      err.write(`journey-contract: ${missing.signal.reason}\n`);
      return 2;
    }
    throw stop.aborted ? new CommandError("Stopped before everything was tried.") : error;
  }
}

/** A program that sends no request breaks no rule, but that is not a success. */
export function hasCalled({ coverage }: Pick<RequirementReport, "coverage">, { err }: Terminal): boolean {
  if (coverage.requests > 0) return true;
  err.write("journey-contract: The program sent no request. Does it read JOURNEY_BASE_URL?\n");
  return false;
}

async function readChosen({ scenario, faults }: DriveFlags): Promise<RequirementOptions["chosen"]> {
  if (scenario === undefined && faults === undefined) return undefined;
  const named = scenario?.endsWith(".json") ? await readJson(Scenario, scenario) : scenario;
  const plan = faults === undefined ? undefined : await readJson(FaultPlan, faults);
  return { scenario: named ?? "accepted", ...(plan !== undefined && { faults: plan }) };
}

function toPage(report: RequirementReport, { coverage, slow }: DriveFlags): string {
  const isShort =
    slow !== true && report.results.some(({ id, status }) => id === "refreshes-in-time" && status === "not-shown");
  const hint = isShort ? ["", "--slow also waits for a token to expire, which takes more than a minute."] : [];
  return ["", toRequirementText(report), ...toCoverageLines(report.coverage, coverage === true), ...hint, ""].join(
    "\n",
  );
}
