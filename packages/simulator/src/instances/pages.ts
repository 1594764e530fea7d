import type { SimulatorContext } from "../context/context.ts";
import { readImage } from "../context/digest.ts";
import {
  advanceToFinish,
  type Command,
  type InstanceRecord,
  instanceTime,
  isGone,
  isMovedByFetch,
  settleAt,
  untilNextFinish,
} from "../engine/commands.ts";
import { checkSubject, validateElement } from "../engine/elements.ts";
import { isFinal, outstanding, type Provided } from "../engine/instance.ts";
import { cardsOf, createPageCommand, currentPage, type HostedPage, hasLaterPages } from "../engine/pages.ts";
import { RefusalError } from "../engine/refusal-error.ts";
import { type Citations, hasProblems, problemsOf, type Refusal } from "../engine/result.ts";
import { toImageText, toSubject } from "../engine/subject.ts";
import { collectedBy } from "../engine/submission.ts";
import { describeInvalid, type Entries, type FieldProblem, readCard, sampleEntries } from "../render/fields.ts";
import type { Settings } from "../store/store.ts";
import type { Millis } from "../world/time.ts";
import { type Actor, execute } from "./execute.ts";

/** Who opens the hosted pages of an instance. */
export interface PageVisit extends Actor {
  readonly id: string;
  readonly settings: Settings;
  /** Refuses an instance, for example because of its region. */
  readonly check?: (record: InstanceRecord) => void;
}

export interface OpenPages {
  readonly record: InstanceRecord;
  /** The current page; undefined while the journey waits for no data. */
  readonly page: HostedPage | undefined;
}

/**
 * Opens the hosted pages of an instance. Under an `auto` clock, the instance first moves to the end of its next
 * module run. Spec 2.7; gap `link-expiry`.
 *
 * @throws {RefusalError} `UNKNOWN_INSTANCE` or `LINK_EXPIRED`.
 */
export async function openPages(context: SimulatorContext, visit: PageVisit): Promise<OpenPages> {
  const { world, id, now, settings } = visit;
  const stored = await context.store.read(world, id);
  if (stored === undefined) throw unknownPage(visit);
  const opened = openRecord(visit, settleAt(stored, now));
  if (!isMovedByFetch(opened.record, settings.clock, now)) return opened;
  return openRecord(visit, settleAt(await execute(context, visit, id, advanceToFinish), now));
}

/** Refuses an address that belongs to no hosted page. */
export function unknownPage({ citations }: Pick<PageVisit, "citations">): RefusalError {
  citations.cite("delivery-page-url");
  return new RefusalError("UNKNOWN_INSTANCE", "No hosted page has this address.");
}

function openRecord(visit: PageVisit, record: InstanceRecord): OpenPages {
  const { citations, now, check } = visit;
  check?.(record);
  if (record.instance.delivery !== "page") throw unknownPage(visit);
  citations.cite("delivery-page-url");
  if (isGone(record, now)) {
    citations.cite("session-retention");
    throw new RefusalError("UNKNOWN_INSTANCE", "There is no such instance.", { record });
  }
  const pinned = citations.under(record.terms.readings);
  pinned.choose("link-expiry");
  const { linkExpiresAt } = record.instance;
  if (linkExpiresAt !== undefined && instanceTime(record, now) >= linkExpiresAt) {
    throw new RefusalError("LINK_EXPIRED", "The link has expired.", { record });
  }
  return { record, page: currentPage(pinned, record) };
}

export interface SubmittedPages extends OpenPages {
  /** Why the form was not accepted. `page` is then the page to fill in again. */
  readonly problems: readonly PageProblem[];
  readonly refusal: Refusal | undefined;
}

/** A problem with one field of a form, or with the whole form. */
export type PageProblem = FieldProblem | { readonly field: undefined; readonly message: string };

/**
 * Submits the form of a page with the same command as an API call. The form of an earlier page changes nothing. Spec
 * 2.9, 2.10.
 *
 * @throws {RefusalError} `UNKNOWN_INSTANCE`, `LINK_EXPIRED`, or a limit if the data of the instance would become too
 *   large.
 * @param pageId The page that the form belongs to.
 */
export async function submitForm(
  context: SimulatorContext,
  visit: PageVisit,
  pageId: string | undefined,
  entries: Entries,
): Promise<SubmittedPages> {
  let opened: OpenPages | undefined;
  let problems: readonly PageProblem[] = [];
  const decide = (settled: InstanceRecord, at: Millis): Command | undefined => {
    problems = [];
    opened = undefined;
    opened = openRecord(visit, settled);
    const { page } = opened;
    if (page === undefined || page.id !== pageId) return undefined;
    const form = validateForm(visit.citations, settled, page, entries);
    problems = form.problems;
    const named = form.problems.map(({ field, message }) => `${field}: ${message}`);
    if (hasProblems(named)) throw new RefusalError("INVALID_FIELD", named);
    const { participants, subject } = form;
    return createPageCommand(settled, page, { at, participants, subject });
  };
  try {
    const record = await execute(context, visit, visit.id, decide);
    return { ...openRecord(visit, settleAt(record, visit.now)), problems, refusal: undefined };
  } catch (error) {
    if (opened === undefined || !(error instanceof RefusalError) || error.details.limit !== undefined) throw error;
    const { refusal } = error;
    if (refusal.name === "UNKNOWN_INSTANCE") throw error; // it was removed since the attempt that opened it
    if (problems.length === 0) problems = refusal.problems.map((message) => ({ field: undefined, message }));
    return { ...opened, problems, refusal };
  }
}

interface ValidatedForm {
  readonly participants: readonly string[];
  /**
   * The entered data, merged with the data of the instance: an element can be the second entry of a list whose first
   * entry was submitted earlier.
   */
  readonly subject: Readonly<Record<string, unknown>>;
  readonly problems: readonly FieldProblem[];
}

/**
 * Reads and validates the entries of a page. Invalid optional elements, which the API would strip, are problems too.
 */
function validateForm(
  citations: Citations,
  { terms, instance }: InstanceRecord,
  page: HostedPage,
  entries: Entries,
): ValidatedForm {
  const context = { terms, citations: citations.under(terms.readings) };
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
    return [describeInvalid(terms, element, result.kind === "invalid" ? result.where : "")];
  });
  return { participants: filled.map(({ element }) => element), subject, problems };
}

/**
 * Fills in the remaining pages of an instance with sample data, as a person would. Between two pages, the instance
 * moves to the end of its running modules.
 *
 * @param lastName Last name to enter.
 * @throws {RefusalError} `UNKNOWN_INSTANCE`, `LINK_EXPIRED`, `JOURNEY_NOT_ACTIVE`, or `INVALID_FIELD` if no page asks
 *   for the last name or the journey refuses the sample data.
 */
export async function completePages(
  context: SimulatorContext,
  visit: PageVisit,
  lastName: string | undefined,
): Promise<void> {
  const toImage = (base64: string) => toImageText(readImage(base64, context.digest));
  let pages = await openPages(context, visit);
  refuseClosed(pages, lastName);
  for (;;) {
    const { record, page } = pages;
    if (page === undefined) {
      if (!hasLaterPages(record) || untilNextFinish(record, instanceTime(record, visit.now)) === 0) return;
      await execute(context, visit, visit.id, advanceToFinish);
    } else {
      const required = cardsOf(page).filter((card) => card.isRequired);
      const elements = required.map((card) => card.element);
      const entries = sampleEntries(record.terms, elements, lastName, toImage);
      const { refusal } = await submitForm(context, visit, page.id, entries);
      if (refusal !== undefined) throw new RefusalError(refusal.name, problemsOf(refusal));
    }
    pages = await openPages(context, visit);
  }
}

function refuseClosed({ record: { terms, instance } }: OpenPages, lastName: string | undefined): void {
  if (isFinal(instance) || instance.progress.phase === "paused") {
    throw new RefusalError("JOURNEY_NOT_ACTIVE", "The journey is not active.");
  }
  const isAsked = collectedBy(terms).has("FullName") && outstanding(instance, ["FullName"]).length > 0;
  if (lastName !== undefined && !isAsked) {
    throw new RefusalError("INVALID_FIELD", "person: no remaining page asks for a name.");
  }
}
