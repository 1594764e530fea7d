import { parseArgs } from "node:util";
import { CommandError } from "./terminal.ts";

/** One thing the program can be asked to do: the words it takes after its name, and what the help says of it. */
interface Usage {
  readonly words: readonly string[];
  readonly help: string;
}

/** Everything the program can be asked to do, in the order of the help. The first verb of a command may be left out. */
const usages = {
  serve: { words: [], help: "serves it on a port; the word may be left out" },
  journeys: { words: [], help: "lists the journeys that are published" },
  "world list": { words: [], help: "the worlds that have been entered; each client id has its own" },
  "world show": { words: [], help: "the clock of a world and how many instances it has" },
  "world instances": { words: [], help: "its instances and their phases" },
  "world reset": { words: [], help: "takes it back to the seed; its tokens are revoked" },
  "world checkpoint": { words: [], help: "keeps its state and shows the id" },
  "world restore": { words: ["CHECKPOINT"], help: "takes it back to a checkpoint" },
  "world fork": { words: ["CHECKPOINT", "CLIENT-ID"], help: "gives the state of a checkpoint to another client id" },
  "world profile": { words: [], help: "its readings of what the specification leaves open" },
  "world use": { words: ["PROFILE"], help: "chooses them: specified, observed or a JSON file" },
  "world rate": {
    words: ["CALLS"],
    help: "how many starts and submits a minute, where they are limited",
  },
  "world requests": { words: [], help: "its latest requests and their results" },
  "instance advance": { words: ["ID", "HOW-FAR"], help: "moves it alone: 90s, 24h or next-event" },
  "instance resolve": { words: ["ID", "MODULE", "OUTCOME"], help: "decides what a running module finds" },
  "instance review": { words: ["ID", "OUTCOME"], help: "decides a referred instance: accept or reject" },
  "instance pause": { words: ["ID"], help: "pauses it" },
  "instance resume": { words: ["ID"], help: "lets a paused instance go on" },
  "instance fail": { words: ["ID"], help: "fails it" },
  "clock show": { words: [], help: "how the clock of a world runs and what it shows" },
  "clock advance": { words: ["HOW-FAR"], help: "90s, 24h, 1h30m, next-event or an ISO 8601 instant; never back" },
  "clock freeze": { words: [], help: "lets it stand" },
  "clock auto": { words: [], help: "jumps to the next event whenever one is asked about" },
  "clock real": { words: [], help: "lets it run with the system's" },
  "scenario list": { words: [], help: "the scenarios that can be chosen, and those that are armed" },
  "scenario arm": { words: ["NAME"], help: "gives one to the next instances that start" },
  "scenario put": { words: ["FILE"], help: "keeps the scenario of a JSON file under its name" },
  "fault list": { words: [], help: "what is planned to go wrong on the way" },
  "fault put": { words: ["FILE"], help: "plans the faults of a JSON file; the ledger begins anew" },
  "fault clear": { words: [], help: "lets every call through" },
  "fault hits": { words: [], help: "which calls were struck, and by what" },
  coverage: { words: [], help: "what the calls of a world have met, and what never" },
  explain: { words: ["INSTANCE"], help: "where an instance is, how it came there and what it waits for" },
} as const satisfies Readonly<Record<string, Usage>>;

/** Name of something the program can be asked to do: a command, with its verb where it has some. */
export type UsageName = keyof typeof usages;

/** Every usage with its row, in the order of the help. */
export const usageRows = Object.entries(usages) as readonly (readonly [UsageName, Usage])[]; // `Object.entries` forgets the keys

/** What is found for the words of a command line. */
type UsageMatch = { readonly usage: UsageName; readonly words: readonly string[] } | { readonly problem: string };

/** Finds what the words of a command line ask for. */
function findUsage([command = "serve", ...more]: readonly string[]): UsageMatch {
  const own = usageRows.filter(([name]) => name === command || name.startsWith(`${command} `));
  const [first] = own;
  if (first === undefined) return { problem: `There is no command "${command}".` };
  if (first[0] === command) return withWords(first, more);
  const [verb, ...words] = more;
  const found = verb === undefined ? first : own.find(([name]) => name === `${command} ${verb}`);
  if (found !== undefined) return withWords(found, words);
  const verbs = own.map(([name]) => name.slice(command.length + 1)).join(", ");
  return { problem: `"${command}" has no verb "${verb}"; it has ${verbs}.` };
}

function withWords([usage, { words: wanted }]: (typeof usageRows)[number], words: readonly string[]): UsageMatch {
  const missing = wanted[words.length];
  if (missing !== undefined) return { problem: `"${usage}" needs ${missing}.` };
  const [over] = words.slice(wanted.length);
  return over === undefined ? { usage, words } : { problem: `"${over}" is one word too many.` };
}

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
