import type { Exchange, Explanation, LoggedCommand, TimelineEvent } from "@journey-kit/schemas/control";
import { describeCommand, describeDecider } from "@journey-kit/schemas/report";
import { describeFault } from "@journey-kit/schemas/tables";
import { classificationTones, httpTone, statusTones, type Tone } from "../../text/tones.ts";
import { groupRequests } from "../../ui/request-groups.ts";
import { type Difference, findDifferences } from "./differences.ts";

/** An instance with everything that is compared. */
export interface Run {
  /** How the page names the instance, such as `#2`. */
  readonly label: string;
  readonly explanation: Explanation;
  /** The requests of the instance, oldest first. */
  readonly requests: readonly Exchange[];
  /** The readings of the instance's world. */
  readonly readings: Readonly<Record<string, string>>;
}

/** Something that happened in a run and has a result, such as a module that finished. Times are not compared. */
export interface Entry {
  /** What happened, the same in every run: `Liveness`, `v2.submitInteraction`. */
  readonly what: string;
  /** The result, as the end of a sentence about the run: `found Success`, `got 200`. */
  readonly result: string;
  readonly because?: string | undefined;
  readonly tone: Tone;
  /** Milliseconds since the start of the instance. */
  readonly at: number;
  /** The module run, if the entry is its end. */
  readonly run?: Explanation["modules"][number] | undefined;
  /** The request, if the entry is one. */
  readonly exchange?: Exchange;
}

/** The same entry of two runs, or an entry that only one of them has. */
export interface Pair {
  readonly what: string;
  readonly first?: Entry | undefined;
  readonly second?: Entry | undefined;
}

/** Whether the runs differ at a pair. */
export const isDifferent = ({ first, second }: Pair): boolean => first?.result !== second?.result;

/** Pairs what happened in two runs: the first `Liveness` of one with the first `Liveness` of the other, and so on. */
export function pairCourses(first: Run, second: Run): readonly Pair[] {
  const [course, other] = [numberEntries(listEntries(first)), numberEntries(listEntries(second))];
  const [places, others] = [[...course.keys()], [...other.keys()]];
  const placeOf = (what: string) =>
    Math.min(...[places.indexOf(what), others.indexOf(what)].map((place) => (place === -1 ? Number.MAX_VALUE : place)));
  const isShared = (what: string) => Number(course.has(what) && other.has(what));
  return [...new Set([...places, ...others])]
    .toSorted((a, b) => placeOf(a) - placeOf(b) || isShared(a) - isShared(b))
    .map((what) => ({ what, first: course.get(what), second: other.get(what) }));
}

/** Numbers entries with the same name: `v2.submitInteraction`, `the second v2.submitInteraction`. */
function numberEntries(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  const named = entries.map((entry, i) => {
    const earlier = entries.slice(0, i).filter(({ what }) => what === entry.what).length;
    return [
      earlier === 0 ? entry.what : `the ${ordinals[earlier] ?? `${earlier + 1}th`} ${entry.what}`,
      entry,
    ] as const;
  });
  return new Map(named);
}

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/**
 * Lists what happened in a run, oldest first. Polls are left out, because their number depends on the client's pace,
 * unless they were refused or met a fault.
 */
function listEntries({ explanation, requests }: Run): readonly Entry[] {
  const start = Date.parse(explanation.startedAt);
  const polls = new Set(groupRequests(requests).flatMap(({ isPolls, exchanges }) => (isPolls ? exchanges : [])));
  const events = explanation.timeline.flatMap((event) => toEventEntry(event, explanation));
  const others = requests.filter((exchange) => !polls.has(exchange));
  const sent = others.map((exchange) => toRequestEntry(exchange, Date.parse(exchange.at) - start));
  return [...events, ...sent].toSorted((one, other) => one.at - other.at);
}

function toEventEntry(event: TimelineEvent, { modules, startedAt }: Explanation): readonly Entry[] {
  const at = Date.parse(event.at) - Date.parse(startedAt);
  switch (event.kind) {
    case "command":
      return fromTester.includes(event.command.type)
        ? [{ what: `a tester's ${event.command.type}`, result: describeCommand(event.command), tone: "neutral", at }]
        : [];
    case "module-started":
      return [];
    case "module-finished": {
      const run = modules.find(({ module, attempt }) => module === event.module && attempt === event.attempt);
      const tone = run === undefined ? "neutral" : classificationTones[run.classification];
      const because = run && `decided by ${describeDecider(run.decidedBy)}`;
      return [{ what: event.module, result: `found ${event.outcome}`, because, tone, at, run }];
    }
    case "evaluated":
      return [{ what: end, result: `ended with ${event.outcome}`, tone: statusTones[event.outcome], at }];
    case "failed":
      return [{ what: end, result: "failed", because: event.cause, tone: "bad", at }];
  }
}

const end = "the end";

/** The commands of a tester that do more than move the time. */
const fromTester: readonly LoggedCommand["type"][] = ["resolve", "review", "pause", "resume", "fail"];

function toRequestEntry(exchange: Exchange, at: number): Entry {
  const { endpoint, request, response, refusal, fault } = exchange;
  const what = endpoint ?? `${request.method} ${request.path}`;
  const problem = refusal?.problems.join(" ");
  if (fault !== undefined)
    return {
      what,
      result: `met a fault: ${describeFault(fault.action)}`,
      because: problem,
      tone: "fault",
      at,
      exchange,
    };
  if (refusal === undefined)
    return { what, result: `got ${response.status}`, tone: httpTone(response.status), at, exchange };
  return {
    what,
    result: `was refused (${response.status} ${refusal.kind})`,
    because: problem,
    tone: "bad",
    at,
    exchange,
  };
}

/** Where two runs part, and what both did. */
export interface Summary {
  readonly sentence: string;
  readonly because: string | undefined;
  /** The first pair at which the runs differ. */
  readonly divergence: Pair | undefined;
}

/** Describes the first difference between two runs. */
export function summarize(first: Run, second: Run, pairs: readonly Pair[]): Summary {
  const [one, other] = [first.explanation, second.explanation];
  const divergence = pairs.find((pair) => isDifferent(pair) && !isBehind(pair, first, second));
  const only = (sentence: string): Summary => ({ sentence, because: undefined, divergence: undefined });
  if (one.instanceId === other.instanceId && first.label === second.label)
    return only("This is the same instance twice.");
  if (one.journey !== other.journey)
    return only(`The runs are of different journeys: ${one.journeyName} and ${other.journeyName}.`);
  if (divergence !== undefined) {
    const sides = [describeSide(divergence.first, first), describeSide(divergence.second, second)].join(", ");
    return {
      sentence: `The runs are alike until ${divergence.what}: ${sides}.`,
      because: explain(divergence, first, second),
      divergence,
    };
  }
  const behind = pairs.find(isDifferent);
  if (behind === undefined) return only("The runs are alike.");
  const late = behind.first === undefined ? first : second;
  return only(`The runs are alike so far, but ${late.label} is behind: it ${describeState(late.explanation)}.`);
}

/** Whether a run only has not come to an entry yet. A request with a problem is not what every run comes to. */
function isBehind({ first, second }: Pair, one: Run, other: Run): boolean {
  const entry = first ?? second;
  const lacking = first === undefined ? one : other;
  const hasBoth = first !== undefined && second !== undefined;
  const isProblem = entry?.exchange?.refusal !== undefined || entry?.exchange?.fault !== undefined;
  return !hasBoth && !isProblem && lacking.explanation.endedAt === undefined;
}

const describeSide = (entry: Entry | undefined, { label, explanation }: Run): string =>
  `${label} ${entry?.result ?? describeState(explanation)}`;

const endSentence = (text: string): string => (text.endsWith(".") ? text : `${text}.`);

/** Says why the runs differ: what decided an outcome, or what was wrong with a request. */
function explain({ first, second }: Pair, one: Run, other: Run): string | undefined {
  const isDecidedByModule = (entry: Entry | undefined) => entry?.run?.decidedBy.type === "module";
  if (isDecidedByModule(first) && isDecidedByModule(second)) return "The module decided both, from the data.";
  const reasons = [
    ...(first?.because === undefined ? [] : [`${one.label}: ${endSentence(first.because)}`]),
    ...(second?.because === undefined ? [] : [`${other.label}: ${endSentence(second.because)}`]),
  ];
  return reasons.length === 0 ? undefined : reasons.join(" ");
}

/** The state of an instance, as the end of a sentence. */
export function describeState({ phase, outcome, waitingFor, cause }: Explanation): string {
  const [next] = waitingFor;
  switch (phase) {
    case "collecting":
      return `waits for ${next?.type === "data" ? next.missing.join(" and ") : "a submit"}`;
    case "running":
      return `waits for ${waitingFor.flatMap((wait) => ("module" in wait ? wait.module : [])).join(" and ")}`;
    case "reviewing":
      return "waits for a review";
    case "paused":
      return "is paused";
    case "finished":
      return `ended with ${outcome ?? "no outcome"}`;
    case "failed":
      return `failed (${cause})`;
  }
}

/** Differences of one kind, such as those between the responses to a request. */
export interface Differences {
  readonly title: string;
  readonly rows: readonly Difference[];
}

/** Lists everything else that differs: settings, state, readings and the bodies of responses to the same requests. */
export function listDifferences(first: Run, second: Run, pairs: readonly Pair[]): readonly Differences[] {
  const bodies = pairs.map(({ what, first: one, second: other }) => ({
    title: `Response to ${what}`,
    rows: one && other ? findDifferences(one.exchange?.response.body, other.exchange?.response.body) : [],
  }));
  const [read, otherRead] = [lastState(first), lastState(second)];
  const hasEnded = first.explanation.endedAt !== undefined && second.explanation.endedAt !== undefined;
  return [
    { title: "State", rows: findDifferences(stateOf(first.explanation), stateOf(second.explanation)) },
    { title: "Readings of the worlds", rows: findDifferences(first.readings, second.readings) },
    ...bodies,
    {
      title: "Last state that the client read",
      rows: hasEnded && read && otherRead ? findDifferences(read, otherRead) : [],
    },
  ].filter(({ rows }) => rows.length > 0);
}

/** What is worth comparing of an instance, with names instead of positions. Attempts count the person's other instances. */
function stateOf({ timeline, ordinal, lastFault, modules, steps, waitingFor, ...state }: Explanation): unknown {
  const runs = modules.map(({ module, state, outcome, ends, retry, decidedBy }, i) => {
    const earlier = modules.slice(0, i).filter((one) => one.module === module).length;
    const name = earlier === 0 ? module : `${module}, run ${earlier + 1}`;
    return [name, { state, outcome, ends, retry, decidedBy: describeDecider(decidedBy) }] as const;
  });
  const data = steps.map(({ id, state, provided, missing }) => {
    const elements = provided.map(({ element, by }) => [element, by] as const);
    return [id, { state, provided: Object.fromEntries(elements), missing }] as const;
  });
  return { ...state, modules: Object.fromEntries(runs), steps: Object.fromEntries(data) };
}

const lastState = ({ requests }: Run): unknown =>
  requests.findLast(({ endpoint, refusal }) => endpoint?.endsWith(".fetchState") === true && refusal === undefined)
    ?.response.body;
