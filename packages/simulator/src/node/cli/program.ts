import { Command } from "@commander-js/extra-typings";
import { helpOf, outputOf, runProgram, styleFor, type Terminal } from "@journey-kit/schemas/cli";
import { addServe } from "./serve.ts";

/** The default verb of a group. */
const defaults: Readonly<Record<string, string>> = {
  world: "list",
  "world profile": "show",
  clock: "show",
  journey: "list",
  scenario: "list",
  fault: "list",
};

/**
 * Runs a command line.
 *
 * @returns The exit code: 0, 1 for a failure, 2 for a usage error.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const words = withDefaults(args);
  // `serve` runs most often, and starts faster without the other commands.
  const { addCommands } = words[0] === "serve" ? {} : await import("./commands.ts");
  return runProgram(words, terminal, {
    name: "journey-sim",
    create: (finish) => {
      const program = createProgram(terminal);
      addCommands?.(program, terminal, finish);
      return program;
    },
    hint: toHint(args, terminal),
  });
}

/** Creates the program with the command `serve`. */
export function createProgram(terminal: Terminal): Command {
  const { out, version } = terminal;
  const style = styleFor(out);
  const program = new Command("journey-sim")
    .description("Runs and controls simulators of the identity-journey service.")
    .usage("[command] [options]")
    .version(version, "-v, --version", "show the version")
    .helpOption("-h, --help", "show this help")
    .exitOverride()
    .configureOutput(outputOf(out))
    .helpCommand("help [command]", "show help for a command")
    .configureHelp(helpOf(out))
    .enablePositionalOptions();
  addServe(program, terminal);
  return program.addHelpText(
    "after",
    `
${style("bold", "Examples:")}
  journey-sim                                        serve on http://127.0.0.1:4010
  journey-sim try                                    run a whole journey and show each request
  journey-sim --profile observed --latency 0         the command serve is optional
  journey-sim scenario arm liveness-fails-once --world my-tests
  journey-sim clock advance 24h --world my-tests

Run journey-sim <command> --help for the options of a command.`,
  );
}

/** Adds an omitted `serve` or default verb. */
function withDefaults(args: readonly string[]): readonly string[] {
  if (isOption(args[0])) return ["serve", ...args];
  const words = args[0] === "world" && args[1] === "profile" ? 2 : 1;
  const group = args.slice(0, words).join(" ");
  const verb = Object.hasOwn(defaults, group) ? defaults[group] : undefined;
  return verb !== undefined && isOption(args[words]) ? [...args.slice(0, words), verb, ...args.slice(words)] : args;
}

/** Whether the command is omitted: there is no argument, or an option other than help and version. */
const isOption = (arg: string | undefined): boolean => arg === undefined || (arg.startsWith("-") && !isGlobal(arg));

const isGlobal = (flag: string): boolean => ["-h", "--help", "-v", "--version"].includes(flag);

/** Says how to pass flags through npm. Without `--`, npm removes the flags and passes on only their values. */
function toHint(args: readonly string[], { npmScript }: Terminal): string {
  const script = npmScript === "start" ? "npm start" : npmScript === "sim" ? "npm run sim" : undefined;
  const words = args.filter((arg) => /^[a-z]/.test(arg)).slice(0, 2);
  const line = [script, "--", ...words, "--flag", "value"].join(" ");
  return script === undefined ? "" : ` With npm, put flags after --: ${line}`;
}
