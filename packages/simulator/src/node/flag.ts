import { parseArgs } from "node:util";
import { CommandError } from "./command-error.ts";

/** What the program can be asked to do. */
export type CommandName = "serve" | "journeys";

/** One flag: how it is written, whose it is and what the help says of it. */
interface Flag {
  readonly type: "string" | "boolean";
  readonly short?: string;
  readonly multiple?: true;
  /** Name of its value in the help. */
  readonly value?: string;
  readonly help: string;
  readonly commands: readonly CommandName[];
}

const serve = ["serve"] as const;
const both = ["serve", "journeys"] as const;

/** Every flag, in the order of the help. */
const flags = {
  port: { type: "string", value: "PORT", help: "port to listen on, 0 for any free one (4010)", commands: serve },
  host: { type: "string", value: "HOST", help: "address to bind to (127.0.0.1)", commands: serve },
  "allow-host": {
    type: "string",
    multiple: true,
    value: "HOST",
    help: "host name to answer to, beside loopback names; may be repeated",
    commands: serve,
  },
  region: {
    type: "string",
    value: "REGION",
    help: "eu, us or au: region of paths without a prefix (eu)",
    commands: serve,
  },
  clients: { type: "string", value: "FILE", help: "API clients to let in; without it, any client id", commands: serve },
  latency: {
    type: "string",
    value: "MS",
    help: "one duration for every module; without it, each its own",
    commands: serve,
  },
  seed: { type: "string", value: "NUMBER", help: "seed of every draw (1)", commands: serve },
  playground: { type: "string", value: "DIR", help: "folder of pages to show at /", commands: serve },
  profile: { type: "string", value: "PROFILE", help: "specified, observed or a JSON file (specified)", commands: both },
  journeys: { type: "string", value: "DIR", help: "publishes every *.json of a folder as well", commands: both },
  json: { type: "boolean", help: "lists as JSON", commands: ["journeys"] },
  help: { type: "boolean", short: "h", help: "shows this", commands: both },
  version: { type: "boolean", short: "v", help: "shows the version", commands: both },
} as const satisfies Readonly<Record<string, Flag>>;

/** Name of a flag, without its dashes. */
export type FlagName = keyof typeof flags;

/** Every flag with its row, in the order of the help. */
export const flagRows = Object.entries(flags) as readonly (readonly [FlagName, Flag])[]; // `Object.entries` forgets the keys

/** A command line taken apart. */
export interface CommandLine {
  readonly command: CommandName;
  readonly values: ReturnType<typeof parse>["values"];
}

/**
 * Takes a command line apart.
 *
 * @throws {CommandError} For an unknown command or flag, a flag of the other command or a missing value.
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parse(args);
  const [command = "serve", ...more] = positionals;
  if (command !== "serve" && command !== "journeys") throw new CommandError(`There is no command "${command}".`, 2);
  if (more[0] !== undefined) throw new CommandError(`"${more[0]}" is one word too many.`, 2);
  for (const [name, { commands }] of flagRows) {
    const isForeign = values[name] !== undefined && !commands.includes(command);
    if (isForeign) throw new CommandError(`--${name} does not belong to "${command}".`, 2);
  }
  return { command, values };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [sentence = ""] = error.message.replace("argument is ambiguous", "has no value").split(/\.?(?:\s*\n|\. |$)/);
    throw new CommandError(`${sentence}.`, 2);
  }
}
