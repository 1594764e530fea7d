import { type Argument, Command, CommanderError } from "@commander-js/extra-typings";
import { toUsageProblem } from "@journey-kit/schemas/report";
import { addControlCommands, addServingCommands } from "./commands.ts";
import { CommandError, styleFor, type Terminal } from "./terminal.ts";

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
  let code = 0;
  const program = createProgram(terminal, (result) => {
    if (typeof result === "number") code = result;
  });
  try {
    await program.parseAsync(withNegatives(withDefaults(args)), { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0; // help or version
    const isUsage = error instanceof CommanderError || (error instanceof CommandError && error.exitCode === 2);
    const hint = isUsage ? toHint(args, terminal) : "";
    terminal.err.write(`journey-sim: ${toMessage(error)}${hint}\n`);
    return isUsage ? 2 : 1;
  }
}

function createProgram(terminal: Terminal, finish: (result: unknown) => void): Command {
  const { out, version } = terminal;
  const style = styleFor(out);
  const program = new Command("journey-sim")
    .description("Runs and controls simulators of the identity-journey service.")
    .usage("[command] [options]")
    .version(version, "-v, --version", "show the version")
    .helpOption("-h, --help", "show this help")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void out.write(text),
      writeErr: () => undefined,
      getOutHelpWidth: () => 100,
    })
    .helpCommand("help [command]", "show the help of a command")
    .configureHelp({
      styleTitle: (title) => style("bold", title),
      commandDescription: (command) => toSentence(command.description()),
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(toTerm)].join(" "),
    })
    .enablePositionalOptions();
  addServingCommands(program, terminal, finish);
  addControlCommands(program, terminal, finish);
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

const toSentence = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1).replace(/\.?$/, ".")}`;

const toTerm = (argument: Argument): string => (argument.required ? `<${argument.name()}>` : `[${argument.name()}]`);

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

/** Adds a space before negative numbers and durations, so that they are not parsed as flags. */
function withNegatives(args: readonly string[]): string[] {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  return args.map((arg, i) => (i < end && /^-\d/.test(arg) ? ` ${arg}` : arg));
}

function toMessage(error: unknown): string {
  if (error instanceof CommanderError) return toUsageProblem(error.code, error.message);
  return error instanceof Error ? error.message : String(error);
}

/** Without `--`, npm removes our flags and passes only their values on. */
function toHint(args: readonly string[], { npmScript }: Terminal): string {
  const script = npmScript === "start" ? "npm start" : npmScript === "sim" ? "npm run sim" : undefined;
  const words = args.filter((arg) => /^[a-z]/.test(arg)).slice(0, 2);
  const line = [script, "--", ...words, "--flag", "value"].join(" ");
  return ` Try journey-sim --help.${script === undefined ? "" : ` With npm, put flags after --: ${line}`}`;
}
