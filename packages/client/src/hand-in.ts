import { type Collect, gather, type Memory, type Wanted } from "./collect.ts";
import type { InteractionSummary } from "./interaction.ts";
import { holds, type Subject } from "./place.ts";

/** What has been tried while one interaction stays current. */
export interface Visit {
  readonly interactionId: string;
  /** How often the service took each element. */
  readonly taken: Map<string, number>;
  /** Elements that are not handed in any more: the caller does not give them, or the service has them. */
  readonly done: Set<string>;
  /** How the next submit is made, more carefully after each that was refused as a duplicate. */
  care: "all" | "new" | "single";
  /** How often the interaction has been passed without data. */
  passes: number;
}

/** Begins a visit. */
export const visit = (interactionId: string): Visit => ({
  interactionId,
  taken: new Map(),
  done: new Set(),
  care: "all",
  passes: 0,
});

/** One submit: the elements it names, and the subject with their data. */
export interface Submission {
  readonly participants: readonly string[];
  readonly subject: Subject;
  /** Whether it carries no data, and is to pass an interaction for which the caller gives nothing. */
  readonly isPass: boolean;
}

/** What is known when the elements of an interaction are asked for. */
export interface HandIn {
  readonly collect: Collect;
  readonly memory: Memory;
  readonly attempts: number;
  /** What came as prefill: where only required elements are listed, nothing else tells (gap `outstanding-scope`). */
  readonly prefill: Subject;
}

/**
 * Asks for what an interaction still collects and makes one submit of it. Spec 2.9, 3.2.
 *
 * @throws {TypeError} When nothing is given for a required element.
 * @throws {Error} When the service took an element as often as allowed, and wants it still.
 */
export async function prepare(interaction: InteractionSummary, now: Visit, options: HandIn): Promise<Submission> {
  const { interactionId } = interaction;
  const { attempts, collect, memory, prefill } = options;
  const open = toOpen(interaction, now, prefill);
  const worn = open.find(({ element }) => (now.taken.get(element) ?? 0) >= attempts);
  if (worn !== undefined) {
    throw new Error(`${interactionId} took ${worn.element} ${attempts} times, and still collects it.`);
  }
  const { given, subject } = await gather(collect, open, interactionId, memory);
  for (const { element, need } of open) {
    if (given.includes(element)) continue;
    if (need === "required")
      throw new TypeError(`collect gave nothing for ${element}, which ${interactionId} requires.`);
    now.done.add(element);
  }
  const isPass = given.length === 0;
  return { participants: isPass ? pass(interaction, now) : given, subject, isPass };
}

/** Notes that the service took a submit. */
export function accept(now: Visit, { participants }: Submission, { answers }: Memory): void {
  for (const element of participants) {
    now.taken.set(element, (now.taken.get(element) ?? 0) + 1);
    answers.delete(element);
  }
}

/** Notes that the service refused a submit as a duplicate: it kept nothing, and has one of its elements or all. Spec 4.2. */
export function refuse(now: Visit, { participants: [only, ...more] }: Submission): void {
  if (only !== undefined && more.length === 0) now.done.add(only);
  now.care = now.care === "all" ? "new" : "single";
}

/** The elements to hand in now. */
function toOpen({ collects, outstanding }: InteractionSummary, now: Visit, prefill: Subject): readonly Wanted[] {
  const isListed = ({ element }: Wanted) => outstanding.includes(element);
  const isNew = ({ element }: Wanted) => !now.taken.has(element);
  const isHidden = (one: Wanted) => one.need === "optional" && isNew(one) && !holds(prefill, one.element);
  const open = collects.filter((one) => !now.done.has(one.element) && (isListed(one) || isHidden(one)));
  const sure = now.care === "all" ? open : open.filter((one) => isListed(one) && isNew(one));
  return now.care === "single" || sure.length === 0 ? [...sure, ...open].slice(0, 1) : sure;
}

/**
 * Passes an interaction for which the caller gives nothing: an optional element is named without data, and where that is
 * refused, none. Gaps `optional-only`, `prefill-covers`, `optional-absent`, `participants-omitted`.
 */
function pass({ interactionId, collects, outstanding }: InteractionSummary, now: Visit): readonly string[] {
  const optional = collects.filter(({ need }) => need === "optional").map(({ element }) => element);
  const named = optional.find((element) => outstanding.includes(element)) ?? optional.at(-1);
  now.passes += 1;
  if (named !== undefined && now.passes <= 2) return now.passes === 1 ? [named] : [];
  throw new Error(
    `${interactionId} stays open: the service wants more of it than collect gives (${optional.join(", ")}).`,
  );
}
