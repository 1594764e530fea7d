import { Command } from "@commander-js/extra-typings";
import { helpOf, outputOf, runProgram, type Terminal } from "@journey-kit/schemas/cli";
import { addCalibrate } from "./calibrate.ts";
import { addClient } from "./client.ts";
import { addVerifyPacts } from "./pacts.ts";
import { addServer } from "./server.ts";

/**
 * Runs a command line.
 *
 * @returns The exit code: 0 if the command passed, 1 if it failed, 2 if the command line is invalid or the command
 *   could not run.
 */
export const run = (args: readonly string[], terminal: Terminal): Promise<number> =>
  runProgram(args.length === 0 ? ["--help"] : args, terminal, {
    name: "journey-contract",
    create: (finish) => createProgram(terminal, finish),
    errorCode: 2,
    hint: terminal.npmScript === "contract" ? " With npm, put the command after --: npm run contract -- client" : "",
  });

/** Creates the program with all its commands. */
export function createProgram(terminal: Terminal, finish: (code: number) => void): Command {
  const { out, version } = terminal;
  const program = new Command("journey-contract")
    .description("Checks clients and servers of the identity-journey API against the specification.")
    .usage("<command> [options]")
    .version(version, "-v, --version", "show the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "show the help of a command")
    .exitOverride()
    .configureOutput(outputOf(out))
    .configureHelp(helpOf(out))
    .enablePositionalOptions()
    .addHelpText("after", epilog);
  for (const add of [addClient, addServer, addCalibrate, addVerifyPacts]) {
    add(program, terminal, finish);
  }
  return program;
}

const epilog = `
Examples:
  journey-contract client -- python3 client.py
  journey-contract server --simulator http://127.0.0.1:4010
  journey-contract verify-pacts pacts

Exit codes: 0 passed, 1 failed, 2 invalid command line or the command could not run.
Run journey-contract <command> --help for the options of a command.`;
