import { Command, CommanderError } from "@commander-js/extra-typings";
import { serveFlags } from "./simulator/flags.ts";
import { findUnknownCommand, formatHelp, renderProblem, writeTo } from "./terminal/help.ts";
import { CommandError, styleFor, type Terminal } from "./terminal/terminal.ts";

/**
 * Runs a command line. Prints any error to standard error as one line.
 *
 * @returns The exit code: 0; 1 if the command ran and its answer is no, for example because a check failed; 2 for a usage
 *   error, or if the command could not run. `exec` returns the exit code of its own command.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const { err, command, npmScript } = terminal;
  const program = createProgram(terminal);
  let code = 0;
  const finish = (result: number) => {
    code = result;
  };
  // `serve` runs most often, and starts faster without the other commands.
  if (args[0] !== "serve") (await import("./commands.ts")).addCommands(program, terminal, finish);
  try {
    await program.parseAsync(args.length === 0 ? ["--help"] : args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0; // help or version
    const isUsage = error instanceof CommanderError || (error instanceof CommandError && error.isUsage);
    const problem = (error instanceof CommanderError && findUnknownCommand(program, args)) || renderProblem(error);
    const hint = npmScript === "start" ? " With npm, put flags after --: npm start -- --flag value" : "";
    err.write(`journey: ${problem}${isUsage ? ` Try ${command} --help.${hint}` : ""}\n`);
    return 2;
  }
}

/** Creates the program with the command `serve`. */
export function createProgram(terminal: Terminal): Command {
  const { out, version } = terminal;
  const program = new Command("journey")
    .description("Runs and controls simulators of the identity-journey service, and tests its clients and servers.")
    .usage("<command> [options]")
    .version(version, "-v, --version", "show the version")
    .helpOption("-h, --help", "show this help")
    .exitOverride()
    .configureOutput(writeTo(out))
    .helpCommand("help [command]", "show the help of a command")
    .configureHelp(formatHelp(out))
    .enablePositionalOptions()
    .addHelpText(
      "after",
      `
${styleFor(out)("bold", "Examples:")}
  journey serve                                      serve on http://127.0.0.1:4010
  journey try                                        run a whole journey and show each request
  journey scenario arm liveness-fails-once --world my-tests
  journey clock advance 24h --world my-tests
  journey client -- python3 client.py                test a client in any language

Exit codes: 0 success, 1 the answer is no (such as a failed check), 2 the command could not run.
Run journey <command> --help for the options of a command.`,
    )
    .commandsGroup("Run the simulator:");
  serveFlags(program.command("serve"))
    .description("start a simulator")
    .action(async (flags) => (await import("./simulator/listen.ts")).serve(flags, terminal));
  return program;
}
