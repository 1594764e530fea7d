import type { Writable } from "node:stream";
import { toPlain } from "../report/table.ts";
import { CommandError, styleFor, type Terminal } from "./terminal.ts";

/** The members of Commander's programs, commands and arguments that this file uses. */
interface Parsable {
  readonly commands: readonly Described[];
  parseAsync(args: readonly string[], options: { readonly from: "user" }): Promise<unknown>;
}
interface Described {
  readonly name: () => string;
  readonly description: () => string;
  readonly registeredArguments: readonly {
    readonly required: boolean;
    readonly variadic: boolean;
    readonly name: () => string;
  }[];
}

/** Makes a Commander program write its help to `out`. The program writes no errors, because {@link runProgram} does. */
export const outputOf = (out: Writable) => ({
  writeOut: (text: string) => void out.write(text),
  writeErr: () => undefined,
  getOutHelpWidth: () => 100,
});

/** Formats the help of a Commander program. */
export const helpOf = (out: Writable) => ({
  styleTitle: (title: string) => styleFor(out)("bold", title),
  commandDescription: (command: Pick<Described, "description">) => toSentence(command.description()),
  subcommandTerm: (command: Described) => [command.name(), ...command.registeredArguments.map(toTerm)].join(" "),
});

const toSentence = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1).replace(/\.?$/, ".")}`;

const toTerm = (argument: Described["registeredArguments"][number]): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;

/** Formats the example at the end of the help. */
export const example = (line: string): string => `\nExample:\n  ${line}`;

/** Options for {@link runProgram}. */
interface ProgramOptions {
  readonly name: string;
  /** Creates the Commander program. Its actions pass their exit code to `finish`. */
  readonly create: (finish: (code: number) => void) => Parsable;
  /** The exit code for an error that is not a usage error; default 1. */
  readonly errorCode?: 1 | 2;
  /** Text to print after the hint of a usage error. */
  readonly hint?: string;
}

/**
 * Runs a command line. Prints any error to standard error as one line.
 *
 * @returns The exit code of the action, 2 for a usage error, or `errorCode` for any other error.
 */
export async function runProgram(
  args: readonly string[],
  { err }: Pick<Terminal, "err">,
  { name, create, errorCode = 1, hint = "" }: ProgramOptions,
): Promise<number> {
  let code = 0;
  const program = create((result) => {
    code = result;
  });
  const words = withoutHelp(program, args);
  try {
    await program.parseAsync(hasCommandLine(program, words) ? words : withNegatives(words), { from: "user" });
    return code;
  } catch (error) {
    if (isCommanderError(error) && error.exitCode === 0) return 0; // help or version
    const isUsage = isCommanderError(error) || (error instanceof CommandError && error.exitCode === 2);
    err.write(`${name}: ${toMessage(error)}${isUsage ? ` Try ${name} --help.${hint}` : ""}\n`);
    return isUsage ? 2 : errorCode;
  }
}

/** Removes `help` before an unknown command, because Commander suggests names only without `help`. */
const withoutHelp = ({ commands }: Parsable, args: readonly string[]): readonly string[] => {
  const [word, named = "-"] = args;
  return word === "help" && !named.startsWith("-") && !commands.some((one) => one.name() === named)
    ? args.slice(1)
    : args;
};

/** Whether the arguments contain another command line, which must stay unchanged. */
const hasCommandLine = ({ commands }: Parsable, [command]: readonly string[]): boolean =>
  commands.some((one) => one.name() === command && one.registeredArguments.some(({ variadic }) => variadic));

/** Adds a space before negative numbers and durations, so that they are not parsed as flags. */
function withNegatives(args: readonly string[]): string[] {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  return args.map((arg, i) => (i < end && /^-\d/.test(arg) ? ` ${arg}` : arg));
}

const isCommanderError = (error: unknown): error is Error & { readonly code: string; readonly exitCode: number } =>
  error instanceof Error && "code" in error && `${error.code}`.startsWith("commander.");

function toMessage(error: unknown): string {
  if (isCommanderError(error)) return toUsageProblem(error.code, error.message);
  return error instanceof Error ? error.message : String(error);
}

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Milliseconds after the first signal in which other signals are ignored, because the terminal and npm can both forward
 * a single Ctrl-C.
 */
const repeatTime = 500;

/**
 * Runs a command line with the streams and signals of this process, and ends the process with its exit code. The first
 * signal aborts `stop`; a second one ends the process at once.
 */
export async function runMain(
  name: string,
  version: string,
  run: (args: readonly string[], terminal: Terminal) => Promise<number>,
): Promise<void> {
  const { stdout: out, stderr: err } = process;
  const stop = new AbortController();
  let stoppedAt: number | undefined;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      stoppedAt ??= performance.now();
      if (performance.now() - stoppedAt > repeatTime) process.exit(128 + signals[signal]);
      stop.abort(signal);
    });
  }

  // A closed pipe, as in `| head`, is not a failure. Any other write error is.
  let failure: NodeJS.ErrnoException | undefined;
  for (const stream of [out, err]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") failure = error;
      stop.abort("SIGPIPE");
    });
  }

  const npmScript = process.env.npm_lifecycle_event;
  const code = await run(process.argv.slice(2), { out, err, stop: stop.signal, version, npmScript });
  out.write("", () =>
    setImmediate(() => {
      if (failure !== undefined) err.write(`${name}: Cannot write the output: ${failure.message}\n`);
      process.exit(failure === undefined ? code : 1);
    }),
  );
}

const usageProblems: Readonly<Record<string, (named: string, message: string) => string>> = {
  "commander.unknownOption": (named) => `Unknown option "${named}".`,
  "commander.unknownCommand": (named) => `Unknown command "${named}".`,
  "commander.optionMissingArgument": (named) => `${toFlag(named)} needs a value.`,
  "commander.missingMandatoryOptionValue": (named) => `${toFlag(named)} is required.`,
  "commander.missingArgument": (named) => `Missing argument <${named}>.`,
  "commander.conflictingOption": (named, message) => {
    const [other = ""] = /(?<=with option ').*?(?=')/s.exec(message) ?? [];
    return `${toFlag(named)} cannot be used with ${toFlag(other)}.`;
  },
  "commander.excessArguments": (_, message) => {
    const [, expected = "0", received = ""] = /Expected (\d+) .*?: (.*)\.$/s.exec(message) ?? [];
    return `Unexpected argument "${received.split(", ")[Number(expected)] ?? received}".`;
  },
};

const toFlag = (flags: string): string => /--[\w-]+/.exec(flags)?.[0] ?? flags;

/** Formats a Commander error as one line, including any suggestion. */
export function toUsageProblem(code: string, message: string): string {
  const named = /'(.*?)'/s.exec(message)?.[1] ?? "";
  const problem = usageProblems[code]?.(named, message) ?? message.replace(/^error: /, "");
  const [, nearest] = /\(Did you mean (?:one of )?(.+?)\?\)$/.exec(message) ?? [];
  return toPlain(nearest === undefined ? problem : `${problem} Did you mean ${nearest}?`);
}
