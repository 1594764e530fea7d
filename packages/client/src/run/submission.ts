import { JourneyError } from "../errors.ts";
import type { SubjectInput } from "../types/subject.ts";
import type { InteractionSummary } from "../wait/interaction.ts";
import { type Collect, collectElements, type ElementRequest, type Memory } from "./collect.ts";
import { holds } from "./place.ts";

/** The submits that a run has tried in the current interaction. */
export interface Visit {
  readonly interactionId: string;
  /** How often the service has accepted each element. */
  readonly taken: Map<string, number>;
  /** Elements not to submit again, because the caller has no value or the service already has one. */
  readonly done: Set<string>;
  /**
   * Which elements the next submit contains: all, only new ones, or a single one. Each duplicate error narrows the
   * choice.
   */
  care: "all" | "new" | "single";
  /** Number of submits without data. */
  passes: number;
  /** Number of submits whose response was lost. */
  losses: number;
}

/** Creates the record of a new interaction. */
export const visit = (interactionId: string): Visit => ({
  interactionId,
  taken: new Map(),
  done: new Set(),
  care: "all",
  passes: 0,
  losses: 0,
});

/** One submit: the element names, and a subject with their data. */
export interface Submission {
  readonly participants: readonly string[];
  readonly subject: SubjectInput;
  /** Whether the submit contains no data; see {@link pass}. */
  readonly isPass: boolean;
}

/** Options for {@link prepare}. */
export interface SubmissionOptions {
  readonly collect: Collect;
  readonly memory: Memory;
  readonly attempts: number;
  /**
   * The prefill. If a service lists only required elements as outstanding, only the prefill shows which optional
   * elements it already has (gap `outstanding-scope`).
   */
  readonly prefill: SubjectInput;
}

/**
 * Collects the outstanding elements of an interaction into one submit. Spec 2.9, 3.2.
 *
 * @throws {JourneyError} When `collect` returns nothing for a required element, or when the service still requests an
 *   element that it has accepted the maximum number of times.
 */
export async function prepare(
  interaction: InteractionSummary,
  now: Visit,
  options: SubmissionOptions,
): Promise<Submission> {
  const { interactionId } = interaction;
  const { attempts, collect, memory, prefill } = options;
  const open = toOpen(interaction, now, prefill);
  const exhausted = open.find(({ element }) => (now.taken.get(element) ?? 0) >= attempts);
  if (exhausted !== undefined) {
    throw new JourneyError(`${interactionId} accepted ${exhausted.element} ${attempts} times but still requests it.`);
  }
  const { given, subject } = await collectElements(collect, open, interactionId, memory);
  for (const { element, need } of open) {
    if (given.includes(element)) continue;
    if (need === "required")
      throw new JourneyError(`collect returned nothing for ${element}, which ${interactionId} requires.`);
    now.done.add(element);
  }
  const isPass = given.length === 0;
  return { participants: isPass ? pass(interaction, now, prefill) : given, subject, isPass };
}

/** Records an accepted submit. */
export function accept(now: Visit, { participants }: Submission, { answers }: Memory): void {
  for (const element of participants) {
    now.taken.set(element, (now.taken.get(element) ?? 0) + 1);
    answers.delete(element);
  }
}

/** Records a duplicate error: the service already has one of the elements, and stored nothing. Spec 4.2. */
export function refuse(now: Visit, { participants: [only, ...more] }: Submission): void {
  if (only !== undefined && more.length === 0) now.done.add(only);
  now.care = now.care === "all" ? "new" : "single";
}

/** Lists the elements to submit now. */
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
 * Builds a submit without data, to get past an interaction for which the caller has no values. The first submit lists
 * an optional element, if possible one that the service does not have. If the service refuses that submit, the next one
 * lists no element. Gaps `optional-only`, `prefill-covers`, `optional-absent`, `participants-omitted`.
 */
function pass(
  { interactionId, collects, outstanding }: InteractionSummary,
  now: Visit,
  prefill: SubjectInput,
): readonly string[] {
  const optional = collects.filter(({ need }) => need === "optional").map(({ element }) => element);
  const isNew = (element: string) => !now.taken.has(element) && !holds(prefill, element);
  const named =
    optional.find((element) => outstanding.includes(element)) ?? optional.findLast(isNew) ?? optional.at(-1);
  now.passes += 1;
  if (named !== undefined && now.passes <= 2) return now.passes === 1 ? [named] : [];
  throw new JourneyError(`${interactionId} stays open, because collect returned nothing for ${optional.join(", ")}.`);
}
