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
  "fault ledger": { words: [], help: "which calls were struck, and by what" },
  coverage: { words: [], help: "what the calls of a world have met, and what never" },
  explain: { words: ["INSTANCE"], help: "where an instance is, how it came there and what it waits for" },
} as const satisfies Readonly<Record<string, Usage>>;

/** Name of something the program can be asked to do: a command, with its verb where it has some. */
export type UsageName = keyof typeof usages;

/** Every usage with its row, in the order of the help. */
export const usageRows = Object.entries(usages) as readonly (readonly [UsageName, Usage])[]; // `Object.entries` forgets the keys

/** What is found for the words of a command line. */
export type UsageMatch =
  | { readonly usage: UsageName; readonly words: readonly string[] }
  | { readonly problem: string };

/** Finds what the words of a command line ask for. */
export function findUsage([command = "serve", ...more]: readonly string[]): UsageMatch {
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
