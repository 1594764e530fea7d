import { toCoverageLines } from "../coverage-text.ts";
import { checkObligations } from "../obligation/check-obligations.ts";
import { toWords } from "../obligation/evidence.ts";
import type { ObligationReport } from "../obligation/obligation-report.ts";
import { toObligationJunit, toObligationText } from "../obligation/obligation-text.ts";
import { CommandError } from "./command-error.ts";
import { type DriveValues, driveFlags, readDriveOptions } from "./drive-options.ts";
import { writeJunit } from "./junit-file.ts";
import { createProgramDriver } from "./program-driver.ts";
import { reachSimulator } from "./simulator.ts";
import type { Terminal } from "./terminal.ts";
import { type CommandLine, createVerb } from "./verb.ts";

/** Runs a program in any language as a client under contract test. */
export const drive = createVerb(
  {
    name: "drive",
    takesCommand: true,
    help: "runs a program of any language as a client, and holds it to its obligations",
    flags: driveFlags,
    example: "journey-contract drive --min 30 -- python3 client.py",
  },
  run,
);

async function run({ values, command }: CommandLine<typeof driveFlags>, terminal: Terminal): Promise<number> {
  const { pollSeconds, ...options } = await readDriveOptions(values);
  const simulator = await reachSimulator(values, terminal.stop);
  try {
    const report = await checkObligations(createProgramDriver({ command, pollSeconds }), {
      ...options,
      simulator: simulator.address,
      signal: terminal.stop,
      onProbe: (id, { endings, exchanges }) => {
        terminal.err.write(`${id}: ${endings.map(toWords).join("; ")}, ${exchanges.length} calls\n`);
      },
    });
    await writeJunit(values, toObligationJunit(report));
    terminal.out.write(values.json === true ? `${JSON.stringify(report, null, 2)}\n` : toPage(report, values));
    return report.passed && report.coverage.reached ? 0 : 1;
  } catch (error) {
    throw terminal.stop.aborted ? new CommandError("Ended before everything had been tried.") : error;
  } finally {
    await simulator.close();
  }
}

function toPage(report: ObligationReport, { coverage, slow }: DriveValues): string {
  const isShort =
    slow !== true && report.results.some(({ id, status }) => id === "refreshes-in-time" && status === "not-shown");
  const hint = isShort ? ["", "--slow also lets a token come to its end, which takes more than a minute."] : [];
  return ["", toObligationText(report), ...toCoverageLines(report.coverage, coverage === true), ...hint, ""].join("\n");
}
