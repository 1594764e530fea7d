import { clockVerbs } from "./clock-command.ts";
import { CommandError } from "./command-error.ts";
import { coverage } from "./coverage-command.ts";
import { explain } from "./explain-command.ts";
import { faultVerbs } from "./fault-command.ts";
import { parseCommandLine } from "./flag.ts";
import { toHelp } from "./help.ts";
import { instanceVerbs } from "./instance-command.ts";
import { listJourneys } from "./journeys-command.ts";
import type { Verb } from "./remote.ts";
import { scenarioVerbs } from "./scenario-command.ts";
import { serve } from "./serve-command.ts";
import { styleFor, type Terminal } from "./terminal.ts";
import type { UsageName } from "./usage.ts";
import { worldVerbs } from "./world-command.ts";
import { settingVerbs } from "./world-setting-command.ts";

/** What does each thing that can be asked for. */
const verbs: Readonly<Record<UsageName, Verb>> = {
  serve,
  journeys: listJourneys,
  ...worldVerbs,
  ...settingVerbs,
  ...instanceVerbs,
  ...clockVerbs,
  ...scenarioVerbs,
  ...faultVerbs,
  coverage,
  explain,
};

/**
 * Runs a command line.
 *
 * @returns The exit code: 0, 1 when something stood in the way, 2 for a wrong command line.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const line = parseCommandLine(args);
    if (line.values.help === true) return say(terminal, toHelp(styleFor(terminal.out)));
    if (line.values.version === true) return say(terminal, `${terminal.version}\n`);
    return await verbs[line.usage](line, terminal);
  } catch (error) {
    const exitCode = error instanceof CommandError ? error.exitCode : 1;
    const hint = exitCode === 2 ? " Try journey-sim --help." : "";
    terminal.err.write(`journey-sim: ${error instanceof Error ? error.message : String(error)}${hint}\n`);
    return exitCode;
  }
}

function say({ out }: Terminal, text: string): number {
  out.write(text);
  return 0;
}
