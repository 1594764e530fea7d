import { parseArgs } from "node:util";
import { CommandError } from "./command-error.ts";
import type { Terminal } from "./terminal.ts";

/** One flag: how it is written and what the help says of it. */
interface Flag {
  readonly type: "string" | "boolean";
  readonly short?: string;
  readonly multiple?: true;
  /** Name of its value in the help. */
  readonly value?: string;
  readonly help: string;
}

/** Flags by their names, without the dashes. */
export type FlagTable = Readonly<Record<string, Flag>>;

type ValueOf<One extends Flag> = One["type"] extends "boolean"
  ? boolean
  : One extends { readonly multiple: true }
    ? readonly string[]
    : string;

/** A command line taken apart. */
export interface CommandLine<Flags extends FlagTable> {
  readonly values: { readonly [Name in keyof Flags]?: ValueOf<Flags[Name]> };
  /** The words after the verb, as many as its row names. */
  readonly words: readonly string[];
  /** What stands behind `--`. */
  readonly command: readonly string[];
}

/** What a verb is called, what it takes and what the help says of it. */
interface VerbRow<Flags extends FlagTable> {
  readonly name: string;
  /** Names of the words it needs, such as `DIR`. */
  readonly words?: readonly string[];
  /** Whether it needs a program behind `--`. */
  readonly takesCommand?: true;
  readonly help: string;
  readonly flags: Flags;
  /** A command line that shows the verb at work. */
  readonly example: string;
}

/** One thing the program can be asked to do. */
export interface Verb extends VerbRow<FlagTable> {
  /** Runs it. The exit code is 0 when all is well, 1 when failures were found. Throws {@link CommandError}. */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** Flags that every verb has. */
export const commonFlags = {
  help: { type: "boolean", short: "h", help: "shows this" },
  version: { type: "boolean", short: "v", help: "shows the version" },
} as const satisfies FlagTable;

/** Makes a verb of its row and of what it does. */
export const createVerb = <const Flags extends FlagTable>(
  row: VerbRow<Flags>,
  act: (line: CommandLine<Flags>, terminal: Terminal) => Promise<number>,
): Verb => ({ ...row, run: async (args, terminal) => act(parseLine(row, args), terminal) });

/** @throws {CommandError} For an unknown flag, a missing value, and too many or too few words. */
function parseLine<Flags extends FlagTable>(row: VerbRow<Flags>, args: readonly string[]): CommandLine<Flags> {
  const dashes = args.indexOf("--");
  const own = dashes === -1 ? args : args.slice(0, dashes);
  const command = dashes === -1 ? [] : args.slice(dashes + 1);
  const { values, positionals } = parse(row.flags, own);
  const wanted = row.words ?? [];
  const missing = wanted[positionals.length];
  if (missing !== undefined) throw new CommandError(`"${row.name}" needs ${missing}.`, 2);
  const [over] = positionals.slice(wanted.length);
  if (over !== undefined) {
    const advice = row.takesCommand ? " A program stands behind --." : "";
    throw new CommandError(`"${over}" is one word too many.${advice}`, 2);
  }
  if (row.takesCommand && command.length === 0) throw new CommandError(`"${row.name}" needs -- COMMAND.`, 2);
  if (!row.takesCommand && dashes !== -1) throw new CommandError(`"${row.name}" takes no program behind --.`, 2);
  return { values: values as CommandLine<Flags>["values"], words: positionals, command }; // as its table of flags says
}

function parse(flags: FlagTable, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { ...commonFlags, ...flags }, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [sentence = ""] = error.message.replace("argument is ambiguous", "has no value").split(/\.?(?:\s*\n|\. |$)/);
    throw new CommandError(`${sentence}.`, 2);
  }
}
