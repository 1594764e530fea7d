import { parseArgs } from "node:util";
import { CommandError } from "./command-error.ts";
import { findUsage, type UsageName, usageRows } from "./usage.ts";

/** One flag: how it is written, whose it is and what the help says of it. */
interface Flag {
  readonly type: "string" | "boolean";
  readonly short?: string;
  readonly multiple?: true;
  /** Name of its value in the help. */
  readonly value?: string;
  readonly help: string;
  /** Commands that it belongs to, or a command with one of its verbs. */
  readonly commands: readonly string[];
  readonly section: Section;
}

/** Headings under which the help lists flags. */
export const sections = ["Serving", "Serving and listing", "Controlling a running simulator", "All"] as const;
type Section = (typeof sections)[number];

const serve = { commands: ["serve"], section: "Serving" } as const;
const both = { commands: ["serve", "journeys"], section: "Serving and listing" } as const;
const controls = ["world", "instance", "clock", "scenario", "fault", "coverage", "explain"] as const;
const every = ["serve", "journeys", ...controls] as const;
const worlds = usageRows.map(([name]) => name).filter((name) => name !== "world list" && isOf(name, controls));
const control = { commands: controls, section: "Controlling a running simulator" } as const;

/** Every flag, in the order of the help. */
const flags = {
  port: { type: "string", value: "PORT", help: "port to listen on, 0 for any free one (4010)", ...serve },
  host: { type: "string", value: "HOST", help: "address to bind to (127.0.0.1)", ...serve },
  "allow-host": {
    type: "string",
    multiple: true,
    value: "HOST",
    help: "host name to answer to, beside loopback names; may be repeated",
    ...serve,
  },
  region: {
    type: "string",
    value: "REGION",
    help: "eu, us or au: region of paths without a prefix (eu)",
    ...serve,
  },
  clients: { type: "string", value: "FILE", help: "API clients to let in; without it, any client id", ...serve },
  latency: {
    type: "string",
    value: "MS",
    help: "one duration for every module; without it, each its own",
    ...serve,
  },
  seed: { type: "string", value: "NUMBER", help: "seed of every draw (1)", ...serve },
  playground: { type: "string", value: "DIR", help: "folder of pages to show at /", ...serve },
  profile: { type: "string", value: "PROFILE", help: "specified, observed or a JSON file (specified)", ...both },
  journeys: { type: "string", value: "DIR", help: "publishes every *.json of a folder as well", ...both },
  simulator: { type: "string", value: "URL", help: "where it answers (http://127.0.0.1:4010)", ...control },
  world: {
    type: "string",
    value: "CLIENT-ID",
    help: "the world; may be left out where there is one only",
    ...control,
    commands: worlds,
  },
  times: {
    type: "string",
    value: "N",
    help: "how many instances an armed scenario reaches (1)",
    ...control,
    commands: ["scenario arm"],
  },
  min: {
    type: "string",
    value: "PERCENT",
    help: "the coverage to reach; less ends with exit code 1",
    ...control,
    commands: ["coverage"],
  },
  junit: {
    type: "string",
    value: "FILE",
    help: "writes the coverage there as a JUnit report as well",
    ...control,
    commands: ["coverage"],
  },
  deprecated: {
    type: "boolean",
    help: "counts v1 and deprecated requests by endpoint",
    ...control,
    commands: ["world requests"],
  },
  fail: {
    type: "boolean",
    help: "with --deprecated, exits with 1 if there are any",
    ...control,
    commands: ["world requests"],
  },
  "control-token": {
    type: "string",
    value: "TOKEN",
    help: "opens the control plane to other machines; callers from there send it",
    commands: ["serve", ...controls],
    section: "All",
  },
  json: { type: "boolean", help: "answers as JSON", commands: ["journeys", ...controls], section: "All" },
  help: { type: "boolean", short: "h", help: "shows this", commands: every, section: "All" },
  version: { type: "boolean", short: "v", help: "shows the version", commands: every, section: "All" },
} as const satisfies Readonly<Record<string, Flag>>;

/** Name of a flag, without its dashes. */
export type FlagName = keyof typeof flags;

/** Every flag with its row, in the order of the help. */
export const flagRows = Object.entries(flags) as readonly (readonly [FlagName, Flag])[]; // `Object.entries` forgets the keys

/** A command line taken apart. */
export interface CommandLine {
  readonly usage: UsageName;
  /** The words after the command and its verb. */
  readonly words: readonly string[];
  readonly values: ReturnType<typeof parse>["values"];
}

/**
 * Takes a command line apart.
 *
 * @throws {CommandError} For an unknown command or flag, a flag of another command or a missing word or value.
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parse(args);
  if (values.help === true || values.version === true) return { usage: "serve", words: [], values };
  const match = findUsage(positionals);
  if ("problem" in match) throw new CommandError(match.problem, 2);
  const { usage, words } = match;
  for (const [name, { commands }] of flagRows) {
    if (values[name] !== undefined && !isOf(usage, commands))
      throw new CommandError(`--${name} does not belong to "${usage}".`, 2);
  }
  return { usage, words, values };
}

/** Whether a usage is one of these, or a verb of one of these. */
function isOf(usage: UsageName, commands: readonly string[]): boolean {
  return commands.some((command) => usage === command || usage.startsWith(`${command} `));
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
