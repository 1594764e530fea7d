import type { SimulatorContext } from "../context/context.ts";
import { readImage } from "../context/digest.ts";
import { applyAt, effectiveAt, type InstanceRecord, isGone, settleAt } from "../engine/commands.ts";
import { checkSubject, validateElement } from "../engine/elements.ts";
import { isFinal, outstanding, type Provided } from "../engine/instance.ts";
import { cardsOf, currentPage, type HostedPage, hasLaterPages, toPageCommand } from "../engine/pages.ts";
import { type Basis, createRecorder, hasProblems, ok, type Refusal, refuse } from "../engine/result.ts";
import { personAfter, toImageText, toSubject } from "../engine/subject.ts";
import { collectedBy } from "../engine/submission.ts";
import { checkScenarios } from "../journeys/scenario-validation.ts";
import { type Entries, type FieldProblem, readCard, sampleEntries, toInvalid } from "../render/fields.ts";
import { ControlError } from "../world/control-error.ts";
import { endOfTime, type Millis } from "../world/time.ts";
import { checkMatching, checkSize } from "./subject-limits.ts";

/** The world and id of an instance, and the time of the world. */
export interface PagePlace {
  readonly world: string;
  readonly id: string;
  readonly now: Millis;
}

/** The hosted pages of an instance: its current page, or why there is none. */
export interface OpenPages {
  /** Undefined if there is no such instance. */
  readonly record: InstanceRecord | undefined;
  /** Undefined while the journey waits for no data. */
  readonly page: HostedPage | undefined;
  /** `UNKNOWN_INSTANCE` or `LINK_EXPIRED`; after a submit, also the refusal of the form. */
  readonly refusal: Refusal | undefined;
  readonly basis: readonly Basis[];
}

/**
 * Opens the hosted pages of an instance. Under an `auto` clock, the instance first moves to its next event. Spec 2.7;
 * gap `link-expiry`.
 */
export async function openPages({ store }: SimulatorContext, { world, id, now }: PagePlace): Promise<OpenPages> {
  const { clock } = await store.settings(world);
  const record = clock.mode === "auto" ? await finishNextModule({ store }, { world, id, now }) : undefined;
  return open(record ?? (await store.read(world, id)), now);
}

/** Opens the pages of a stored instance. */
function open(stored: InstanceRecord | undefined, now: Millis): OpenPages {
  if (stored?.instance.delivery !== "page") {
    return close(undefined, "UNKNOWN_INSTANCE", "No hosted page has this address.", ["delivery-page-url"]);
  }
  const at = effectiveAt(stored, now);
  const record = settleAt(stored, now);
  if (isGone(record, now))
    return close(record, "UNKNOWN_INSTANCE", "There is no such instance.", ["session-retention"]);
  const recorder = createRecorder(record.terms.readings, ["delivery-page-url"]);
  recorder.reading("link-expiry");
  const { linkExpiresAt } = record.instance;
  if (linkExpiresAt !== undefined && at >= linkExpiresAt) {
    return close(record, "LINK_EXPIRED", "The link has expired.", recorder.basis().ids);
  }
  const page = currentPage(recorder, record);
  return { record, page, refusal: undefined, basis: recorder.basis().ids };
}

const close = (
  record: InstanceRecord | undefined,
  name: Refusal["name"],
  problem: string,
  basis: readonly Basis[],
): OpenPages => ({ record, page: undefined, refusal: { name, problems: [problem] }, basis });

/** The pages after a form was submitted. */
export interface SubmittedPages extends OpenPages {
  /** Why the form was not accepted. `page` is then the page to fill in again. */
  readonly problems: readonly PageProblem[];
}

/** A problem with one field of a form, or with the whole form. */
export type PageProblem = FieldProblem | { readonly field: undefined; readonly message: string };

/**
 * Submits the form of a page with the same command as an API call. The form of an earlier page changes nothing. Spec
 * 2.9, 2.10.
 *
 * @throws {LimitError} If the data of the instance would become too large.
 * @param pageId The page that the form belongs to.
 */
export async function submitPage(
  { store, limits }: SimulatorContext,
  { world, id, now }: PagePlace,
  pageId: string | undefined,
  entries: Entries,
): Promise<SubmittedPages> {
  let opened = open(undefined, now);
  let problems: readonly PageProblem[] = [];
  const person = (record: InstanceRecord) => {
    const { page } = open(record, now);
    return page && personAfter(record, readForm(record, page, entries).subject);
  };
  const result = await store.update(world, id, { now, person }, ({ record: stored, earlierRuns }) => {
    opened = open(stored, now);
    problems = [];
    const { record = stored, page } = opened;
    if (page === undefined || page.id !== pageId) return ok({ record, command: undefined });
    const form = readForm(record, page, entries);
    problems = form.problems;
    const named = form.problems.map(({ field, message }) => `${field}: ${message}`);
    if (hasProblems(named)) return refuse("INVALID_FIELD", named, form.basis);
    const { participants, subject } = form;
    checkSize(limits, subject, participants);
    checkMatching(limits, record.terms.scenarios, [subject]);
    const toCommand = (settled: InstanceRecord, at: Millis) =>
      toPageCommand(settled, page, { at, earlierRuns, participants, subject });
    const applied = checkScenarios(applyAt(record, now, toCommand));
    if (!applied.ok) problems = applied.refusal.problems.map((message) => ({ field: undefined, message }));
    return applied;
  });
  const basis = [...opened.basis, ...(result?.basis ?? [])];
  if (result === undefined || opened.refusal !== undefined) return { ...opened, problems, basis };
  return result.ok
    ? { ...open(result.value.record, now), problems, basis }
    : { ...opened, refusal: result.refusal, problems, basis };
}

interface Form {
  readonly participants: readonly string[];
  /**
   * The entered data, merged with the data of the instance: an element can be the second entry of a list whose first
   * entry was submitted earlier.
   */
  readonly subject: Readonly<Record<string, unknown>>;
  readonly problems: readonly FieldProblem[];
  readonly basis: readonly Basis[];
}

/**
 * Reads and validates the entries of a page. Invalid optional elements, which the API would strip, are problems too.
 */
function readForm({ terms, instance }: InstanceRecord, page: HostedPage, entries: Entries): Form {
  const context = { terms, recorder: createRecorder(terms.readings) };
  const read = cardsOf(page).map((card) => ({ element: card.element, ...readCard(terms, card, entries) }));
  const filled = read.filter(({ value }) => value !== undefined);
  const provided: Readonly<Record<string, Provided>> = Object.fromEntries(
    filled.map(({ element, value }) => [element, { by: "submit", value }]),
  );
  const subject = toSubject(terms, { provided: { ...instance.provided, ...provided } });
  const checked = checkSubject(context, subject);
  const problems = read.flatMap(({ element, value, problems: missing }): readonly FieldProblem[] => {
    if (value === undefined || missing.length > 0) return missing;
    const result = validateElement(context, element, checked);
    if (result.kind === "valid") return [];
    return [toInvalid(terms, element, result.kind === "invalid" ? result.where : "")];
  });
  return { participants: filled.map(({ element }) => element), subject, problems, basis: context.recorder.basis().ids };
}

/**
 * Moves an instance to the end of its next module run.
 *
 * @returns The settled instance; undefined if no running module ever finishes.
 */
async function finishNextModule(
  { store }: Pick<SimulatorContext, "store">,
  { world, id, now }: PagePlace,
): Promise<InstanceRecord | undefined> {
  const result = await store.update(world, id, { now }, ({ record }) =>
    applyAt(record, now, ({ instance: { progress } }, at) => {
      const next = progress.phase === "running" ? Math.min(...progress.runs.map((run) => run.finishesAt)) : endOfTime;
      return next === endOfTime ? undefined : { type: "advance", at, by: next - at };
    }),
  );
  return result?.ok && result.value.command !== undefined ? settleAt(result.value.record, now) : undefined;
}

/**
 * Fills in the remaining pages of an instance with sample data, as a person would. Between two pages, the instance
 * moves to the end of its running modules.
 *
 * @param lastName Last name to enter.
 * @throws {ControlError} `UNKNOWN_INSTANCE`, `LINK_EXPIRED`, `JOURNEY_NOT_ACTIVE`, or `INVALID_FIELD` if no page asks
 *   for the last name or the journey refuses the sample data.
 */
export async function completePages(
  context: SimulatorContext,
  place: PagePlace,
  lastName: string | undefined,
): Promise<void> {
  const opened = await openPages(context, place);
  refuseClosed(opened, lastName);
  const toImage = (base64: string) => toImageText(readImage(base64, context.digest));
  for (let pages: OpenPages = opened; pages.record !== undefined; pages = await openPages(context, place)) {
    const { record, page, refusal } = pages;
    if (refusal !== undefined) throw new ControlError(refusal.name, refusal.problems);
    if (page === undefined) {
      if (!hasLaterPages(record) || (await finishNextModule(context, place)) === undefined) return;
      continue;
    }
    const required = cardsOf(page).filter((card) => card.isRequired);
    const elements = required.map((card) => card.element);
    const entries = sampleEntries(record.terms, elements, lastName, toImage);
    const submitted = await submitPage(context, place, page.id, entries);
    if (submitted.refusal !== undefined) throw new ControlError(submitted.refusal.name, submitted.refusal.problems);
  }
}

function refuseClosed({ record, refusal }: OpenPages, lastName: string | undefined): void {
  if (refusal !== undefined) throw new ControlError(refusal.name, refusal.problems);
  if (record === undefined) return;
  const { terms, instance } = record;
  if (isFinal(instance) || instance.progress.phase === "paused") {
    throw new ControlError("JOURNEY_NOT_ACTIVE", "The journey is not active.");
  }
  const isAsked = collectedBy(terms).has("FullName") && outstanding(instance, ["FullName"]).length > 0;
  if (lastName !== undefined && !isAsked) {
    throw new ControlError("INVALID_FIELD", "person: no remaining page asks for a name.");
  }
}
