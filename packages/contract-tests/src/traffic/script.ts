import { listOf, memberOf } from "@journey-kit/schemas/calls";
import { parse } from "../service/target.ts";
import { byTime, type TrafficExchange } from "./traffic.ts";
import { isReading, type ReadExchange, type Unit } from "./unit.ts";

/** What happened at the service without a request: outcomes of modules, and responses that were lost. */
export interface Script {
  /** The module runs that a response shows, oldest first. */
  readonly seen: readonly SeenRun[];
  /** The outcome of the journey in each exchange that shows one, oldest first. */
  readonly results: readonly { readonly exchange: ReadExchange; readonly result: Result }[];
  /** The outcome of the journey if no exchange shows one. */
  readonly hidden: Result;
  /** What the modules after which the journey went on led to, if no exchange shows it. */
  readonly passing: Result;
  /** The exchanges that show the status of the instance. */
  readonly states: readonly ReadExchange[];
  /** The disturbed exchanges that the service executed nevertheless. */
  readonly executed: ReadonlySet<ReadExchange>;
}

/** The outcome of a journey. Spec 1. */
export type Result = "accept" | "reject" | "refer";

/** Reads the outcomes of modules in the responses of a unit. */
export function readScript({ exchanges }: Unit): Script {
  const lists = exchanges.map(({ response }) => findRuns(response));
  const seen = lists.reduce((longest, list) => (list.length >= longest.length ? list : longest), []);
  const results = exchanges.flatMap((exchange) => {
    const word = findResults(exchange.response).at(-1);
    return word === undefined ? [] : [{ exchange, result: classify(word) }];
  });
  const states = exchanges.filter(({ response }) => statusIn(response) !== undefined);
  return { seen, results, states, hidden: "accept", passing: "accept", executed: new Set() };
}

/**
 * What may have happened instead: other outcomes of the journey or of its modules, if no exchange shows them, and requests
 * that the service executed although the client received no response.
 */
export function otherScripts(script: Script, { exchanges, context }: Unit): readonly Script[] {
  const isHidden =
    script.results.length === 0 && script.states.some(({ response }) => statusIn(response) === "Completed");
  const outcomes = isHidden ? results.filter((one) => one !== script.hidden) : [];
  const lost = exchanges.filter((one) => isDisturbed(one) && !isReading(one) && !context.has(one));
  const sets = lost.length > 1 ? [lost, ...lost.map((one) => [one])] : [lost];
  const isPaused = script.seen.length === 0 && script.states.some(({ response }) => statusIn(response) === "Paused");
  return [
    ...outcomes.map((hidden) => ({ ...script, hidden })),
    ...(isPaused ? [{ ...script, passing: "refer" } as const] : []), // it may be under review
    ...(lost.length === 0 ? [] : sets.map((executed) => ({ ...script, executed: new Set(executed) }))),
  ];
}

const results: readonly Result[] = ["accept", "reject", "refer"];

/** The parts of a v1 state with the flow. Gap `v1-flow-place`. */
function processesIn(body: unknown): readonly unknown[] {
  const data = memberOf(body, "data");
  return [memberOf(data, "process"), memberOf(memberOf(data, "context"), "process")];
}

/** The words for the outcome of a journey in a response. */
export function findResults(body: unknown): readonly string[] {
  const process = memberOf(memberOf(body, "context"), "process");
  const places = [body, memberOf(body, "context"), process].map((one) => memberOf(one, "result"));
  const processes = processesIn(body);
  const cards = listOf(memberOf(memberOf(body, "layout"), "pages")).flatMap((page) => listOf(memberOf(page, "cards")));
  const found = [
    ...places.flatMap((one) => [one, memberOf(one, "outcome")]),
    ...processes.map((one) => memberOf(one, "outcome")),
    ...processes.map((one) => memberOf(memberOf(memberOf(memberOf(one, "flow"), "decision"), "result"), "outcome")),
    ...cards.map((card) => memberOf(card, "outcome")),
  ];
  return found.filter((one): one is string => typeof one === "string" && one !== "none");
}

const classify = (word: string): Result => {
  if (/reject|declin/i.test(word)) return "reject";
  return /refer|review/i.test(word) ? "refer" : "accept";
};

export const isBefore = (one: ReadExchange, other: ReadExchange): boolean => byTime(one, other) < 0;

/** The outcome that an exchange shows, or the next one that does. */
export const resultAt = ({ results, hidden }: Script, { startedAt }: ReadExchange): Result =>
  (results.find(({ exchange }) => exchange.startedAt >= startedAt) ?? results.at(-1))?.result ?? hidden;

export const lastResult = ({ results, hidden }: Script): Result => results.at(-1)?.result ?? hidden;

/** The status of the instance in a response. Spec 2.2. */
export function statusIn(body: unknown): string | undefined {
  const words = [memberOf(body, "status"), memberOf(memberOf(body, "journey"), "status")];
  return words.find((word): word is string => typeof word === "string" && statusForm.test(word));
}

const statusForm = /^(InProgress|Paused|Completed|Failed|Error)$/;

/** Whether a response shows that an instance has ended. Spec 2.2. */
export const endsInstance = ({ responseBody }: Pick<TrafficExchange, "responseBody">): boolean =>
  responseBody !== undefined && ["Completed", "Failed", "Error"].includes(statusIn(parse(responseBody)) ?? "");

/** The name of the error in a body. Spec 7. */
export const errorNameIn = (body: unknown): unknown =>
  memberOf(listOf(memberOf(body, "errors"))[0], "name") ?? memberOf(body, "error");

/** The steps or the flow in the body of a state, wherever they stand. Gaps `state-steps-place`, `v1-flow-place`. */
export function findRuns(body: unknown): readonly SeenRun[] {
  const process = memberOf(memberOf(body, "context"), "process");
  const steps = [memberOf(process, "steps"), memberOf(body, "steps")].flatMap(listOf);
  const flows = processesIn(body).flatMap((one) => Object.entries(Object(memberOf(one, "flow"))));
  return [
    ...steps.flatMap((step): readonly SeenRun[] => {
      const name = memberOf(step, "name");
      if (typeof name !== "string") return [];
      const isFailed = memberOf(memberOf(step, "result"), "status") === "error";
      return [{ module: name, variant: undefined, isFailed, ...readOutcome(step) }];
    }),
    ...flows
      .filter(([variant]) => variant !== "decision")
      .map(([variant, entry]): SeenRun => {
        const result = memberOf(entry, "result");
        return { module: undefined, variant, isFailed: false, ...readOutcome(result) };
      }),
  ];
}

/** A module run that a response shows, by its module (v2) or its variant (v1). */
export interface SeenRun {
  readonly module: string | undefined;
  readonly variant: string | undefined;
  readonly outcome: string | undefined;
  readonly classification: string | undefined;
  /** Whether the module could not complete. */
  readonly isFailed: boolean;
}

function readOutcome(step: unknown): Pick<SeenRun, "outcome" | "classification"> {
  const names = [memberOf(memberOf(step, "advice"), "outcome"), memberOf(step, "outcome")];
  const outcome = names.find((one): one is string => typeof one === "string");
  const classification = memberOf(step, "outcomeClassification");
  return { outcome, classification: typeof classification === "string" ? classification : undefined };
}

/** Whether an exchange may have changed something although the client received an error, or nothing. */
export const isDisturbed = ({ status }: Pick<TrafficExchange, "status">): boolean =>
  [0, 408, 425, 429, 500, 502, 503, 504].includes(status);
