import { JourneyError } from "../errors/base.ts";
import type { SubjectInput } from "../types/subject.ts";
import type { InteractionSummary } from "../wait/interaction.ts";
import { type Collect, collectElements, type ElementRequest, type Memory } from "./collect.ts";
import { holds } from "./place.ts";

/** Submits tried so far in the current interaction. */
export interface Visit {
  readonly interactionId: string;
  /** How often the service accepted each element. */
  readonly taken: Map<string, number>;
  /** Elements not to submit again: the caller has no value, or the service already has one. */
  readonly done: Set<string>;
  /** How to build the next submit; more cautious after each duplicate error. */
  care: "all" | "new" | "single";
  /** How often a submit without data was sent to pass the interaction. */
  passes: number;
  /** How often the response to a submit was lost. */
  losses: number;
}

/** Starts tracking an interaction. */
export const visit = (interactionId: string): Visit => ({
  interactionId,
  taken: new Map(),
  done: new Set(),
  care: "all",
  passes: 0,
  losses: 0,
});

/** One submit: element names and a subject with their data. */
export interface Submission {
  readonly participants: readonly string[];
  readonly subject: SubjectInput;
  /** Whether it has no data, and only passes an interaction for which the caller has no values. */
  readonly isPass: boolean;
}

/** Context for building a submit. */
export interface SubmissionOptions {
  readonly collect: Collect;
  readonly memory: Memory;
  readonly attempts: number;
  /**
   * The prefill. If only required elements are listed, nothing else shows which elements the service has (gap
   * `outstanding-scope`).
   */
  readonly prefill: SubjectInput;
}

/**
 * Collects the outstanding elements of an interaction into one submit. Spec 2.9, 3.2.
 *
 * @throws {JourneyError} When `collect` returns nothing for a required element, or when the service has accepted an
 *   element the maximum number of times and still requests it.
 */
export async function prepare(
  interaction: InteractionSummary,
  now: Visit,
  options: SubmissionOptions,
): Promise<Submission> {
  const { interactionId } = interaction;
  const { attempts, collect, memory, prefill } = options;
  const open = toOpen(interaction, now, prefill);
  const worn = open.find(({ element }) => (now.taken.get(element) ?? 0) >= attempts);
  if (worn !== undefined) {
    throw new JourneyError(`${interactionId} accepted ${worn.element} ${attempts} times and still collects it.`);
  }
  const { given, subject } = await collectElements(collect, open, interactionId, memory);
  for (const { element, need } of open) {
    if (given.includes(element)) continue;
    if (need === "required")
      throw new JourneyError(`collect returned nothing for ${element}, which ${interactionId} requires.`);
    now.done.add(element);
  }
  const isPass = given.length === 0;
  return { participants: isPass ? pass(interaction, now) : given, subject, isPass };
}

/** Records an accepted submit. */
export function accept(now: Visit, { participants }: Submission, { answers }: Memory): void {
  for (const element of participants) {
    now.taken.set(element, (now.taken.get(element) ?? 0) + 1);
    answers.delete(element);
  }
}

/** Records a duplicate error: the service stored nothing, but already has at least one of the elements. Spec 4.2. */
export function refuse(now: Visit, { participants: [only, ...more] }: Submission): void {
  if (only !== undefined && more.length === 0) now.done.add(only);
  now.care = now.care === "all" ? "new" : "single";
}

/** The elements to submit now. */
function toOpen(
  { collects, outstanding }: InteractionSummary,
  now: Visit,
  prefill: SubjectInput,
): readonly ElementRequest[] {
  const isListed = ({ element }: ElementRequest) => outstanding.includes(element);
  const isNew = ({ element }: ElementRequest) => !now.taken.has(element) && !holds(prefill, element);
  const isHidden = (one: ElementRequest) => one.need === "optional" && isNew(one);
  const open = collects.filter((one) => !now.done.has(one.element) && (isListed(one) || isHidden(one)));
  const sure = now.care === "all" ? open : open.filter((one) => isListed(one) && isNew(one));
  return now.care === "single" || sure.length === 0 ? [...sure, ...open].slice(0, 1) : sure;
}

/**
 * Passes an interaction for which the caller has no values: names an optional element without data or, if that is
 * refused, none. Gaps `optional-only`, `prefill-covers`, `optional-absent`, `participants-omitted`.
 */
function pass({ interactionId, collects, outstanding }: InteractionSummary, now: Visit): readonly string[] {
  const optional = collects.filter(({ need }) => need === "optional").map(({ element }) => element);
  const named = optional.find((element) => outstanding.includes(element)) ?? optional.at(-1);
  now.passes += 1;
  if (named !== undefined && now.passes <= 2) return now.passes === 1 ? [named] : [];
  throw new JourneyError(`${interactionId} stays open: collect returned nothing for ${optional.join(", ")}.`);
}
