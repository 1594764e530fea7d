import { clockVerbs } from "./clock.ts";
import type { Verb } from "./control-client.ts";
import { coverage } from "./coverage.ts";
import { explain } from "./explain.ts";
import { faultVerbs } from "./fault.ts";
import type { UsageName } from "./flags.ts";
import { parseCommandLine } from "./flags.ts";
import { toHelp } from "./help.ts";
import { instanceVerbs } from "./instance.ts";
import { listJourneys } from "./journeys.ts";
import { scenarioVerbs } from "./scenario.ts";
import { serve } from "./serve.ts";
import { CommandError, styleFor, type Terminal } from "./terminal.ts";
import { settingVerbs, worldVerbs } from "./world.ts";

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
