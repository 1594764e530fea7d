import type { ProfileRun } from "../profiles/causes.ts";
import { pairwiseProfiles } from "../profiles/pairwise.ts";
import { toReadingsJunit, toReadingsText } from "../profiles/profiles-text.ts";
import { type ReadingsReport, runUnderReadings } from "../profiles/run-profiles.ts";
import { shippedRuns } from "../profiles/shipped-runs.ts";
import { toCoverageLines } from "../report/coverage-text.ts";
import { person } from "../target/sample.ts";
import { hasCalled, type ProgramFlags, withProgram } from "./drive.ts";
import { writeJunit } from "./load-files.ts";
import { reachSimulator } from "./simulator.ts";
import type { Terminal } from "./terminal.ts";

/** Flags of `readings`. */
interface ReadingsFlags extends ProgramFlags {
  readonly journey?: readonly string[] | undefined;
  readonly generation: "v1" | "v2";
  readonly strength: "2" | "3";
  readonly parallel: number;
}

/** Runs a program in any language as a client under every pair of readings. */
export async function runReadings(command: readonly string[], flags: ReadingsFlags, terminal: Terminal) {
  const { out, err, stop } = terminal;
  const { generation, journey, min } = flags;
  const runs =
    journey?.map((resourceId) => ({ resourceId, generation, subject: person })) ??
    shippedRuns.filter((run) => run.generation === generation);
  const profiles = pairwiseProfiles({ strength: flags.strength === "3" ? 3 : 2 });
  const simulator = await reachSimulator(flags, stop);
  try {
    return await withProgram(command, flags.pollSeconds, terminal, async (adapter, signal) => {
      const report = await runUnderReadings(adapter, {
        runs,
        profiles,
        timeoutMs: flags.timeout,
        parallel: flags.parallel,
        simulator: simulator.address,
        pollIntervalMs: flags.pollSeconds,
        signal,
        onRun: createProgress(err, profiles.length * runs.length),
        ...(min !== undefined && { min }),
      });
      await writeJunit(flags.junit, toReadingsJunit(report));
      out.write(flags.json === true ? `${JSON.stringify(report, null, 2)}\n` : toPage(report, flags));
      return hasCalled(report, terminal) && report.failed === 0 && report.coverage.reached ? 0 : 1;
    });
  } finally {
    await simulator.close();
  }
}

/** Reports each run that fails, and what comes once all have ended. */
function createProgress(err: Terminal["err"], total: number): (run: ProfileRun) => void {
  let [count, failed] = [0, 0];
  return ({ run, problem }) => {
    count += 1;
    if (problem !== undefined) {
      failed += 1;
      err.write(`run ${count} of ${total}: ${run.resourceId}: ${problem}\n`);
    }
    if (count === total && failed > 0) err.write(`${failed} runs failed; looking for the readings that are to blame\n`);
  };
}

const toPage = (report: ReadingsReport, { coverage }: ReadingsFlags): string =>
  ["", toReadingsText(report), ...toCoverageLines(report.coverage, coverage === true), ""].join("\n");
