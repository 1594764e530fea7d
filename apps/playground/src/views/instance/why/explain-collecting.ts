import type { Run } from "../module-state.ts";
import { explainLink } from "./explain-link.ts";
import type { Facts, Move, Why } from "./facts.ts";
import {
  capitalise,
  count,
  deciderOf,
  latestRuns,
  list,
  name,
  names,
  type Sentence,
  type Step,
  toText,
} from "./sentence.ts";

/** Explains which data an instance waits for. Spec 2.5. */
export function explainCollecting(facts: Facts): Why {
  const open = openSteps(facts);
  const link = explainLink(facts);
  const repeated = repeatedRuns(facts);
  return {
    tone: "fair",
    title: link?.isExpired === true ? "The hosted link has expired." : titleFor(open, repeated),
    sentences: [
      ...repeated.map(explainRepetition),
      ...(link?.isExpired === true ? [] : explainOpen(open, facts)),
      ...(link?.sentences ?? []),
      ...(link?.isExpired === true ? open.flatMap((step) => explainStep(step, facts)) : []),
      ...explainNext(facts, open, repeated),
    ],
    moves: movesFor(facts, link?.isExpired),
  };
}

/** The interactions or tasks that accept data now. */
export const openSteps = ({ explanation: { steps } }: Pick<Facts, "explanation">): readonly Step[] =>
  steps.filter(({ state }) => state === "current");

function titleFor(open: readonly Step[], repeated: readonly Run[]): string {
  const [step, ...others] = open;
  if (step === undefined) return "Waiting for data.";
  if (others.length > 0) return `${capitalise(count(open.length, "task"))} are open.`;
  const missing = toText(names(step.missing));
  if (missing !== "") return repeated.length > 0 ? `Waiting for ${missing} again.` : `Waiting for ${missing}.`;
  return step.kind === "task"
    ? `Task ${step.id} has its data, but it is not completed.`
    : `Interaction ${step.id} waits for one submit.`;
}

/** Says where the data goes. The title already names the data if only one step is open. */
function explainOpen(open: readonly Step[], facts: Facts): readonly Sentence[] {
  const [step, ...others] = open;
  if (step === undefined || others.length > 0) return open.flatMap((one) => explainStep(one, facts));
  if (step.missing.length === 0) return explainStep(step, facts, ["It"]);
  const given = givenTo(step);
  const [sender, verb] = facts.explanation.delivery === "page" ? ["person", "enter"] : ["client", "submit"];
  return [
    [
      `The ${sender} must ${verb} ${plural(step.missing, "it", "them")} ${verb === "enter" ? "on the hosted page of" : "to"} `,
      `${step.kind} `,
      name(step.id),
      ...(given.length === 0 ? [] : [", which already has ", ...given]),
      ".",
    ],
    ...optionalOf(step),
  ];
}

/** Says which data a step has and which it lacks. */
export function explainStep(
  step: Step,
  { explanation }: Pick<Facts, "explanation">,
  subject: Sentence = [`${capitalise(step.kind)} `, name(step.id)],
): readonly Sentence[] {
  const { missing, required } = step;
  const given = givenTo(step);
  const extra = optionalOf(step);
  if (missing.length > 0) {
    const needs: Sentence = ["needs ", ...names(missing), "."];
    return [
      given.length === 0 ? [...subject, " ", ...needs] : [...subject, " has ", ...given, ". It still ", ...needs],
      ...extra,
    ];
  }
  if (step.kind === "task")
    return [[...subject, " has ", ...given, ". Update it with intent ", name("Complete"), "."], ...extra];
  const reason = required.length === 0 ? "requires nothing" : "has all that it requires";
  return [[...subject, ` ${reason}, but it still waits for one submit`, ...citeGap(explanation), "."], ...extra];
}

const givenTo = ({ provided }: Step): Sentence => list(provided.map(({ element, by }) => [name(element), origins[by]]));

function optionalOf({ optional, provided }: Step): readonly Sentence[] {
  const open = optional.filter((element) => !provided.some((known) => known.element === element));
  return open.length === 0 ? [] : [[...names(open), plural(open, " is optional.", " are optional.")]];
}

const origins = { prefill: " from the start", submit: "" } as const;

/** Names the gap that decides what the instance waits for, if the simulator reports one. */
function citeGap({ waitingFor }: Facts["explanation"]): Sentence {
  const submit = waitingFor.find((wait) => wait.type === "submit");
  return submit === undefined ? [] : [" (gap ", { kind: "gap", text: submit.gap }, ")"];
}

/**
 * The runs whose data is requested again: the runs with a negative outcome, in a segment that collects data once more.
 */
const repeatedRuns = ({ explanation: { modules, segment } }: Facts): readonly Run[] =>
  latestRuns(modules).filter((run) => run.segment === segment && run.classification === "negative");

const explainRepetition = (run: Run): Sentence => [
  name(run.module),
  ` found ${run.outcome} on attempt ${run.attempt}`,
  ...deciderOf(run, ", set by "),
  ". The data is requested again.",
];

/** Says what follows once the open steps are complete. */
function explainNext(
  { explanation: { steps, segment }, definition }: Facts,
  open: readonly Step[],
  repeated: readonly Run[],
): readonly Sentence[] {
  const later = steps.find((step) => step.state === "later" && step.segment === segment && step.missing.length > 0);
  if (later !== undefined) return [["Then ", later.kind, " ", name(later.id), " follows."]];
  if (open.length === 0) return [];
  if (repeated.length > 0)
    return [["Then ", ...names(repeated.map(({ module }) => module)), plural(repeated, " runs again.", " run again.")]];
  const modules = definition?.segments.find(({ id }) => id === segment)?.modules ?? [];
  if (modules.length === 0) return [];
  return [["Then ", ...names(modules.map(({ module }) => module)), plural(modules, " starts.", " start.")]];
}

const plural = (entries: readonly unknown[], one: string, more: string): string => (entries.length === 1 ? one : more);

function movesFor({ explanation, clock }: Facts, isExpired: boolean | undefined): readonly Move[] {
  const { linkExpiresAt, nextEvent } = explanation;
  const walk: Move = { action: "walk", label: "Fill in the data" };
  const complete: Move = { action: "complete-pages", label: "Complete the hosted pages" };
  const expire: Move = {
    action: "move-clock",
    label: "Let the link expire",
    ms: linkExpiresAt === undefined ? 0 : Date.parse(linkExpiresAt) - clock.now,
  };
  if (isExpired === undefined) return [walk];
  if (isExpired) return [walk, { action: "fail", label: "Make it fail" }];
  return [complete, walk, ...(nextEvent !== undefined && nextEvent === linkExpiresAt ? [expire] : [])];
}
