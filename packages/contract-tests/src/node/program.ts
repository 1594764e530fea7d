import { calibrateServer } from "./calibrate.ts";
import { canIDeploy } from "./can-i-deploy.ts";
import { showCases } from "./cases.ts";
import { CommandError } from "./command-error.ts";
import { coverage } from "./coverage.ts";
import { drive } from "./drive.ts";
import { exportPact } from "./export-pact.ts";
import { toHelp, toVerbHelp } from "./help.ts";
import { publishPacts } from "./publish-pacts.ts";
import { readings } from "./readings.ts";
import { replayFailure } from "./replay.ts";
import { styleFor, type Terminal } from "./terminal.ts";
import type { Verb } from "./verb.ts";
import { verifyPacts } from "./verify-pacts.ts";

/** Everything the program can be asked to do, in the order of the help. */
const verbs: readonly Verb[] = [
  drive,
  readings,
  coverage,
  showCases,
  verifyPacts,
  exportPact,
  publishPacts,
  canIDeploy,
  calibrateServer,
  replayFailure,
];

/**
 * Runs a command line.
 *
 * @returns The exit code: 0 when all is well, 1 when failures were found, 2 for a wrong command line.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...more] = args;
  try {
    if (name === undefined || isOneOf(name, "-h", "--help"))
      return say(terminal, toHelp(verbs, styleFor(terminal.out)));
    if (isOneOf(name, "-v", "--version")) return say(terminal, `${terminal.version}\n`);
    const verb = verbs.find((one) => one.name === name);
    if (verb === undefined) throw new CommandError(`There is no verb "${name}".`, 2);
    const own = more.includes("--") ? more.slice(0, more.indexOf("--")) : more;
    if (own.some((one) => isOneOf(one, "-h", "--help"))) return say(terminal, toVerbHelp(verb, styleFor(terminal.out)));
    if (own.some((one) => isOneOf(one, "-v", "--version"))) return say(terminal, `${terminal.version}\n`);
    return await verb.run(more, terminal);
  } catch (error) {
    const exitCode = error instanceof CommandError ? error.exitCode : 1;
    const hint = exitCode === 2 ? " Try journey-contract --help." : "";
    terminal.err.write(`journey-contract: ${error instanceof Error ? error.message : String(error)}${hint}\n`);
    return exitCode;
  }
}

const isOneOf = (text: string, ...words: readonly string[]): boolean => words.includes(text);

function say({ out }: Terminal, text: string): number {
  out.write(text);
  return 0;
}
