import { JourneyError } from "../errors.ts";
import type { SubjectInput } from "../types/subject.ts";
import type { InteractionSummary } from "../wait/interaction.ts";
import { type Collect, collectElements, type ElementRequest, type Memory } from "./collect.ts";
import { hasElement } from "./place.ts";

/** Creates the record of the submits that a run has tried in one interaction. */
export const createVisit = (interactionId: string) => ({
  interactionId,
  /** How often the service has accepted each element. */
  accepted: new Map<string, number>(),
  /** Elements not to submit again, because the caller has no value or the service already has one. */
  done: new Set<string>(),
  /** Number of refused submits. After the first, a submit contains only new elements; after the second, only one. */
  duplicates: 0,
  /** Number of submits without data. */
  empty: 0,
  /** Number of submits whose outcome is unknown, or whose end-user token was refused. */
  lost: 0,
});

/** The submits that a run has tried in one interaction. */
export type Visit = ReturnType<typeof createVisit>;

interface SubmissionOptions {
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
 * @returns The element names, a subject with their data, and whether the submit contains no data.
 * @throws {JourneyError} When `collect` returns nothing for a required element, when the service still requests an
 *   element that it has accepted `attempts` times, or when submits without data do not complete the interaction.
 */
export async function collectSubmission(
  interaction: InteractionSummary,
  visit: Visit,
  { attempts, collect, memory, prefill }: SubmissionOptions,
) {
  const { interactionId } = interaction;
  const open = listOpen(interaction, visit, prefill);
  const exhausted = open.find(({ element }) => (visit.accepted.get(element) ?? 0) >= attempts);
  if (exhausted !== undefined) {
    throw new JourneyError(`${interactionId} accepted ${exhausted.element} ${attempts} times but still requests it.`);
  }
  const { given, subject } = await collectElements(collect, open, interactionId, memory);
  for (const { element, need } of open) {
    if (given.includes(element)) continue;
    if (need === "required")
      throw new JourneyError(`collect returned nothing for ${element}, which ${interactionId} requires.`);
    visit.done.add(element);
  }
  const isEmpty = given.length === 0;
  return { names: isEmpty ? chooseEmptyNames(interaction, visit, prefill) : given, subject, isEmpty };
}

/** Records an accepted submit. */
export function recordAccepted({ accepted }: Visit, names: readonly string[], { answers }: Memory): void {
  for (const element of names) {
    accepted.set(element, (accepted.get(element) ?? 0) + 1);
    answers.delete(element);
  }
}

/** Records a submit that the service refused as a duplicate or as empty, and of which it stored nothing. Spec 4.2. */
export function recordDuplicate(visit: Visit, [only, ...more]: readonly string[]): void {
  if (only !== undefined && more.length === 0) visit.done.add(only);
  visit.duplicates += 1;
}

/** Lists the elements of the next submit. */
function listOpen(
  { collects, outstanding }: InteractionSummary,
  visit: Visit,
  prefill: SubjectInput,
): readonly ElementRequest[] {
  const isListed = ({ element }: ElementRequest) => outstanding.includes(element);
  const isNew = ({ element }: ElementRequest) => !visit.accepted.has(element) && !hasElement(prefill, element);
  const isHidden = (one: ElementRequest) => one.need === "optional" && isNew(one);
  const open = collects.filter((one) => !visit.done.has(one.element) && (isListed(one) || isHidden(one)));
  const chosen = visit.duplicates === 0 ? open : open.filter((one) => isListed(one) && isNew(one));
  return visit.duplicates > 1 || chosen.length === 0 ? [...chosen, ...open].slice(0, 1) : chosen;
}

/**
 * Names the elements of a submit without data, which may complete an interaction when the caller has no values. The
 * first such submit names an optional element, if possible one that the service does not have. If the interaction stays
 * open, the next one names no element. Gaps `optional-only`, `prefill-covers`, `optional-absent`, `participants-omitted`.
 */
function chooseEmptyNames(
  { interactionId, collects, outstanding }: InteractionSummary,
  visit: Visit,
  prefill: SubjectInput,
): readonly string[] {
  const optional = collects.filter(({ need }) => need === "optional").map(({ element }) => element);
  const isNew = (element: string) => !visit.accepted.has(element) && !hasElement(prefill, element);
  const named =
    optional.find((element) => outstanding.includes(element)) ?? optional.findLast(isNew) ?? optional.at(-1);
  visit.empty += 1;
  if (named !== undefined && visit.empty <= 2) return visit.empty === 1 ? [named] : [];
  throw new JourneyError(`${interactionId} stays open, because collect returned nothing for ${optional.join(", ")}.`);
}
