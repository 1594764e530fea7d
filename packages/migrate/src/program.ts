import { endpointChanges } from "@journey-kit/client/migrate";
import { toColumns } from "./column.ts";
import { CommandError } from "./command-error.ts";
import { type CommandLine, help, parseCommandLine } from "./command-line.ts";
import { createReport, toReportText } from "./report.ts";

/** What a command works with. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly version: string;
}

/**
 * Runs a command line.
 *
 * @returns The exit code: 0, 1 when v1 was found or a source could not be read, 2 for a wrong command line.
 */
export function run(args: readonly string[], terminal: Terminal): number {
  try {
    return follow(parseCommandLine(args), terminal);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    terminal.err(`journey-migrate: ${error.message} Try journey-migrate --help.\n`);
    return 2;
  }
}

function follow(line: CommandLine, { out, version }: Terminal): number {
  switch (line.verb) {
    case "help":
      out(help);
      return 0;
    case "version":
      out(`${version}\n`);
      return 0;
    case "map":
      out(toMap(line.json, line.deprecated));
      return 0;
    case "report": {
      const report = createReport(line.folder, line.skip, line.deprecated);
      out(line.json ? toJson(report) : toReportText(report));
      return report.findings.length + report.problems.length === 0 ? 0 : 1;
    }
  }
}

/** The endpoints that go, and what takes their place. Spec 4.3, 9. */
function toMap(asJson: boolean, onlyDeprecated: boolean): string {
  const changes = endpointChanges.filter(({ deprecated }) => deprecated || !onlyDeprecated);
  if (asJson) return toJson(changes);
  const rows = changes.map(({ from, to, deprecated }) => [from.path, deprecated ? "deprecated" : "v1", to.path]);
  return `${toColumns([["FROM", "IS", "TO"], ...rows]).join("\n")}\n`;
}

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
