import type { Exchange, Explanation, TimelineEvent } from "@journey-kit/schemas/control";
import { formatDuration } from "../../text/format.ts";
import { classificationTones, httpTone, statusTones, type Tone } from "../../text/tones.ts";
import { align, type Pair } from "./align.ts";
import { type BodyDifference, findBodyDifferences } from "./body-differences.ts";
import { groupRequests, type RequestGroup } from "./request-groups.ts";

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

/** The content of a row for one of the instances. */
export interface Cell {
  readonly text: string;
  readonly note?: string;
  readonly tone?: Tone;
  /** Time of an event, in milliseconds since the start of the instance. */
  readonly at?: number;
  /** The `sequence` of a request in the journal. */
  readonly sequence?: number;
}

/** An entry of the comparison, such as a module run, that one or both instances have. */
export interface Row extends Pair<Cell> {
  readonly what: string;
  readonly isDifferent: boolean;
  /** What differs between the bodies of two responses. */
  readonly bodies?: readonly BodyDifference[];
}

/** Rows of one kind, such as the modules. */
export interface Section {
  readonly title: SectionTitle;
  readonly rows: readonly Row[];
}

export type SectionTitle = "Facts" | "Modules" | "Requests" | "Data" | "Readings" | "Timeline";

/** Compares two instances, section by section. */
export const compareRuns = (first: Run, second: Run): readonly Section[] => [
  { title: "Facts", rows: compareFacts(first.explanation, second.explanation) },
  { title: "Modules", rows: compareModules(first.explanation, second.explanation) },
  { title: "Data", rows: compareData(first.explanation, second.explanation) },
  { title: "Requests", rows: compareRequests(first, second) },
  { title: "Timeline", rows: compareTimelines(first.explanation, second.explanation) },
  { title: "Readings", rows: compareReadings(first, second) },
];

/** Tolerated difference, because instances that were started by hand never take exactly the same time. */
const sameTime = 1_000;

function compareFacts(first: Explanation, second: Explanation): readonly Row[] {
  const row = (what: string, read: (of: Explanation) => Cell | undefined): Row =>
    toRow(what, read(first), read(second));
  const took = (of: Explanation) => Date.parse(of.endedAt ?? of.now) - Date.parse(of.startedAt);
  const rows = [
    row("Outcome", ({ outcome }) => outcome && { text: outcome, tone: statusTones[outcome] }),
    row("Phase", ({ phase }) => ({ text: phase })),
    row("Cause", ({ cause }) => toCell(cause)),
    row("Waits for", ({ waitingFor }) => toCell(waitingFor.join(", ") || undefined)),
    row("Scenario", ({ scenario }) => ({ text: scenario })),
    row("Journey", ({ journeyName, version }) => ({ text: `${journeyName}, version ${version}` })),
    row("Resource id", ({ resourceId }) => ({ text: resourceId })),
    row("API version", ({ apiVersion }) => ({ text: apiVersion })),
    row("Region", ({ region }) => ({ text: region })),
    row("Delivery", ({ delivery }) => ({ text: delivery })),
    {
      ...row("Duration", (of) => ({ text: formatDuration(took(of)) })),
      isDifferent: Math.abs(took(first) - took(second)) >= sameTime,
    },
  ];
  return rows.filter((one) => one.first !== undefined || one.second !== undefined);
}

type Module = Explanation["modules"][number];

/** Pairs the module runs: the first run of a module in one instance with its first run in the other, and so on. */
function compareModules(first: Explanation, second: Explanation): readonly Row[] {
  const [runs, others] = [numberRuns(first), numberRuns(second)];
  return [...new Set([...runs.keys(), ...others.keys()])].map((what) => {
    const [one, other] = [runs.get(what), others.get(what)];
    return toRow(what, one && toModuleCell(one, first), other && toModuleCell(other, second));
  });
}

function numberRuns({ modules }: Explanation): ReadonlyMap<string, Module> {
  const named = modules.map((module, i) => {
    const earlier = modules.slice(0, i).filter((other) => other.module === module.module).length;
    return [earlier === 0 ? module.module : `${module.module}, run ${earlier + 1}`, module] as const;
  });
  return new Map(named);
}

function toModuleCell(module: Module, { startedAt: start }: Explanation): Cell {
  const { state, outcome, classification, startedAt, finishesAt, ends, decidedBy } = module;
  const time = finishesAt === undefined ? undefined : formatDuration(Date.parse(finishesAt) - Date.parse(startedAt));
  const note = [time, `decided by ${decidedBy}`].filter((part) => part !== undefined).join(", ");
  const at = Date.parse(finishesAt ?? startedAt) - Date.parse(start);
  if (state === "finished") return { text: outcome, tone: classificationTones[classification], note, at };
  const planned = ends === undefined ? `will be ${outcome}` : `will ${ends === "fail" ? "fail" : "never finish"}`;
  return state === "failed" ? { text: state, tone: "bad", note, at } : { text: `${state}, ${planned}`, note, at };
}

/** Pairs the steps, with the elements that were provided and the ones that are missing. */
function compareData(first: Explanation, second: Explanation): readonly Row[] {
  return align(first.steps, second.steps, ({ id }) => id).map(({ first: one, second: other }) =>
    toRow(one?.id ?? other?.id ?? "", one && toDataCell(one), other && toDataCell(other)),
  );
}

function toDataCell({ provided, missing, state }: Explanation["steps"][number]): Cell {
  const parts = [
    ...provided.map(({ element, by }) => (by === "prefill" ? `${element} (prefill)` : element)),
    ...missing.map((element) => `${element} (missing)`),
  ];
  return { text: parts.join(", ") || "nothing", note: state };
}

/** Pairs the requests by endpoint. */
function compareRequests(first: Run, second: Run): readonly Row[] {
  const pairs = align(groupRequests(first.requests), groupRequests(second.requests), ({ endpoint }) => endpoint);
  return pairs.map(({ first: one, second: other }) => {
    const [cell, otherCell] = [one && toRequestCell(one, first), other && toRequestCell(other, second)];
    const row = toRow(one?.endpoint ?? other?.endpoint ?? "", cell, otherCell);
    const bodies = one && other ? compareBodies(one, other) : [];
    const isDifferent = cell?.text !== otherCell?.text || one?.phase !== other?.phase || bodies.length > 0;
    return { ...row, bodies, isDifferent };
  });
}

/** Compares the bodies of responses, except while modules run: then they depend on when the client asks. */
function compareBodies(one: RequestGroup, other: RequestGroup): readonly BodyDifference[] {
  const isPolling = [one, other].some(({ isRead, phase }) => isRead && phase === "running");
  return isPolling ? [] : findBodyDifferences(one.exchange.response.body, other.exchange.response.body);
}

function toRequestCell({ status, problem, phase, times, exchange }: RequestGroup, { explanation }: Run): Cell {
  return {
    text: problem === undefined ? `${status}` : `${status} ${problem}`,
    tone: problem === undefined ? httpTone(status) : "bad",
    note: [phase && `then ${phase}`, times > 1 && `${times} times`].filter(Boolean).join(", "),
    at: Date.parse(exchange.at) - Date.parse(explanation.startedAt),
    sequence: exchange.sequence,
  };
}

/** Pairs the events. Only results count as differences, because times and attempts always differ. */
function compareTimelines(first: Explanation, second: Explanation): readonly Row[] {
  return align(toEvents(first), toEvents(second), ({ what }) => what).map(({ first: one, second: other }) => {
    const row = toRow(one?.what ?? other?.what ?? "", one?.cell, other?.cell);
    return { ...row, isDifferent: one === undefined || other === undefined || one.result !== other.result };
  });
}

/** An event, its result (such as the outcome of a module), and how the table shows it. */
interface Event {
  readonly what: string;
  readonly result: string;
  readonly cell: Cell;
}

const toEvents = (of: Explanation): readonly Event[] => of.timeline.map((event) => toEvent(event, of));

function toEvent({ at: instant, kind, what }: TimelineEvent, { modules, steps, startedAt }: Explanation): Event {
  const at = Date.parse(instant) - Date.parse(startedAt);
  const module = modules.map((one) => one.module).find((name) => what.startsWith(name)) ?? "";
  const detail = what.slice(module.length).replace(/^[,:] /, "");
  switch (kind) {
    case "command":
      return { what: nameTasks(what, steps), result: "", cell: { text: formatDuration(at), at } };
    case "module-started":
      return { what: `${module} starts`, result: "", cell: { text: detail, at } };
    case "module-finished":
      return { what: `${module} finishes`, result: detail, cell: { text: detail, at } };
    case "evaluated":
      return { what: "evaluation", result: what, cell: { text: what, at } };
    case "failed":
      return { what: "failure", result: what, cell: { text: what, at } };
  }
}

/** Replaces the ids of tasks, which differ between instances, with the ids of their steps. */
const nameTasks = (what: string, steps: Explanation["steps"]): string =>
  steps.reduce((text, { id, taskId }) => (taskId === undefined ? text : text.replace(taskId, id)), what);

/** Lists the readings that differ, and the readings that the scenario of an instance sets. */
function compareReadings(first: Run, second: Run): readonly Row[] {
  const cell = ({ readings, explanation }: Run, gap: string): Cell | undefined => {
    const scripted = explanation.readings?.[gap];
    return toCell(scripted ?? readings[gap], scripted && "set by the scenario");
  };
  return [...new Set([...Object.keys(first.readings), ...Object.keys(second.readings)])]
    .map((gap) => toRow(gap, cell(first, gap), cell(second, gap)))
    .filter((row) => row.isDifferent || row.first?.note !== undefined);
}

const toCell = (text: string | undefined, note?: string): Cell | undefined =>
  text === undefined ? undefined : { text, ...(note !== undefined && { note }) };

const toRow = (what: string, first: Cell | undefined, second: Cell | undefined): Row => ({
  what,
  isDifferent: first?.text !== second?.text || first?.note !== second?.note,
  ...(first !== undefined && { first }),
  ...(second !== undefined && { second }),
});
