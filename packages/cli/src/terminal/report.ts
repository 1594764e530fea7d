import type { Coverage } from "@journey-kit/schemas/control";
import { toCoverageText } from "@journey-kit/schemas/report";
import { writeText } from "./files.ts";
import type { Terminal } from "./terminal.ts";

interface CommandReport {
  /** Whether the command passed, apart from coverage. */
  readonly passed: boolean;
  /** The members of the JSON output, besides `passed`. */
  readonly body: object;
  readonly text: string;
  readonly junit?: string;
  readonly coverage?: Coverage;
}

interface ReportFlags {
  readonly json?: true | undefined;
  readonly junit?: string | undefined;
  readonly coverage?: true | undefined;
}

/**
 * Prints a report as text or JSON, and writes the `--junit` file.
 *
 * @returns The exit code.
 */
export async function printReport({ out }: Terminal, flags: ReportFlags, report: CommandReport): Promise<0 | 1> {
  const { body, text: page, junit, coverage } = report;
  const passed = report.passed && coverage?.reached !== false;
  if (flags.junit !== undefined && junit !== undefined) await writeText(flags.junit, junit);
  const covered = coverage === undefined ? "" : `\n${toCoverageText(coverage, { uncovered: flags.coverage === true })}`;
  out.write(flags.json === true ? `${JSON.stringify({ ...body, passed }, null, 2)}\n` : page + covered);
  return passed ? 0 : 1;
}
