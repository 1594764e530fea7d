import { resolveReading } from "@journey-kit/schemas/endpoints";
import { errorKindOf } from "@journey-kit/schemas/tables";
import type { SimulatorContext } from "../../context/context.ts";
import { readImage } from "../../context/digest.ts";
import {
  type OpenPages,
  openPages,
  type PagePlace,
  type PageProblem,
  submitPage as submit,
} from "../../control/pages.ts";
import { bytesOf } from "../../control/subject-limits.ts";
import { effectiveAt, type InstanceRecord } from "../../engine/commands.ts";
import { type Refusal, readingBasis } from "../../engine/result.ts";
import { nextEvent } from "../../engine/settle.ts";
import { toImageText } from "../../engine/subject.ts";
import { collectedBy } from "../../engine/submission.ts";
import type { InstanceTerms } from "../../engine/terms.ts";
import { type Entries, toFields } from "../../render/fields.ts";
import { renderOutcome } from "../../render/status.ts";
import { timeOf } from "../../world/clock.ts";
import { LimitError } from "../../world/control-error.ts";
import type { Millis } from "../../world/time.ts";
import { sizeLimit } from "../body.ts";
import { RefusalError, toLimitRefusal } from "../errors.ts";
import { isElsewhere } from "../instances.ts";
import { isCrossOrigin } from "../origin.ts";
import type { ApiRequest, HandlerResult } from "../request.ts";
import type { Notice } from "./views.ts";

/** Loads the views only for the first page, because most simulators show no pages. */
const loadViews = () => import("./views.ts");

type Handler = (simulator: SimulatorContext, request: ApiRequest) => Promise<HandlerResult>;

/** Shows a page to a browser instead of the error body that other callers receive. */
const withErrorPage =
  (handler: Handler): Handler =>
  async (simulator, request) => {
    try {
      await refuseElsewhere(simulator, request);
      return await handler(simulator, request);
    } catch (error) {
      const isBrowser = request.header("accept")?.includes("text/html") === true;
      const refused = error instanceof LimitError ? toLimitRefusal(error) : error;
      if (!isBrowser || !(refused instanceof RefusalError)) throw error;
      const { refusal, basis, details } = refused;
      request.recorder.addBasis(...basis);
      const text = refusal.problems.join(" ");
      const notice = errorNotices[refusal.name] ?? { title: "This page cannot be shown", text };
      const status = statusOf(request, refusal);
      return { ...details, ...(await showNotice(simulator, undefined, notice)), status, refusal };
    }
  };

/** Refuses a page under the prefix of another region. A path without a prefix is not checked. Gap `region-visibility`. */
async function refuseElsewhere({ store }: SimulatorContext, request: ApiRequest): Promise<void> {
  const { world, path, hasRegionPrefix } = request;
  if (world === undefined || !hasRegionPrefix) return;
  const stored = await store.read(world, path.slice("/journey/".length));
  if (stored === undefined || !isElsewhere(request, stored)) return;
  throw new RefusalError("UNKNOWN_INSTANCE", "No hosted page has this address.", ["delivery-page-url"]);
}

const errorNotices: { readonly [Name in string]?: Notice } = {
  UNKNOWN_INSTANCE: { title: "Page not found", text: "Check that you opened the whole link that you received." },
  FORM_NOT_ALLOWED: {
    title: "This form was not accepted",
    text: "Open the link that you received, and use the form there.",
  },
  LINK_EXPIRED: { title: "This link has expired", text: "Ask for a new link to start again." },
};

const statusOf = ({ profile }: ApiRequest, { name }: Refusal): number =>
  resolveReading(profile, errorKindOf(name).status) ?? 500;

/** Shows the current page of an instance: a form, or a notice such as the outcome. Spec 2.5, 2.7; gap `link-expiry`. */
export const showPage: Handler = withErrorPage(async (simulator, request) => {
  const place = toPlace(simulator, request);
  const pages = await openPages(simulator, place);
  request.recorder.addBasis(...pages.basis);
  const record = refuseClosed(pages);
  if (pages.page !== undefined) return showForm(simulator, request, { ...pages, record }, new Map(), []);
  return { ...(await showNotice(simulator, record.terms, toNotice(request, record, place.now))), record };
});

/**
 * Submits the form of a page. Redirects to the next page, or shows the form again with its problems. Spec 2.7, 2.9,
 * 2.10; gap `request-size-limit`.
 */
export const submitPage: Handler = withErrorPage(async (simulator, request) => {
  if (isCrossOrigin(request))
    throw new RefusalError("FORM_NOT_ALLOWED", "The form was sent by a page of another origin.");
  const place = toPlace(simulator, request);
  const form = await readForm(simulator, request);
  if (form === undefined) return refuseSize(simulator, request, place);
  const { pageId, entries } = form;
  const pages = await submit(simulator, place, pageId, entries);
  if (pages.record !== undefined) request.received = toReceived(pages.record, entries);
  request.recorder.addBasis(...pages.basis);
  if (pages.problems.length > 0) {
    return showForm(simulator, request, { ...pages, record: refuseUnknown(pages) }, entries, pages.problems);
  }
  return { body: "", headers: { location: place.id }, record: refuseClosed(pages) };
});

/** @throws {RefusalError} `UNKNOWN_INSTANCE`. */
function toPlace({ system }: SimulatorContext, { world, settings, path, profile }: ApiRequest): PagePlace {
  if (world === undefined || settings === undefined) {
    throw new RefusalError("UNKNOWN_INSTANCE", "No hosted page has this address.", [
      "delivery-page-url",
      readingBasis(profile, "unknown-instance"),
    ]);
  }
  return { world, id: path.slice("/journey/".length), now: timeOf(settings.clock, system()) };
}

/** @throws {RefusalError} `UNKNOWN_INSTANCE` or `LINK_EXPIRED`. */
function refuseClosed(pages: OpenPages): InstanceRecord {
  const { record, refusal } = pages;
  if (refusal === undefined) return refuseUnknown(pages);
  throw new RefusalError(refusal.name, refusal.problems, [], record === undefined ? {} : { record });
}

function refuseUnknown({ record }: OpenPages): InstanceRecord {
  if (record !== undefined) return record;
  throw new RefusalError("UNKNOWN_INSTANCE", "There is no such instance.");
}

async function showNotice(
  { embed }: SimulatorContext,
  terms: InstanceTerms | undefined,
  notice: Notice,
): Promise<HandlerResult> {
  const { toPageHeaders, renderNotice } = await loadViews();
  return { body: await renderNotice(terms, notice), headers: toPageHeaders(embed) };
}

interface ShownPages extends OpenPages {
  readonly record: InstanceRecord;
}

async function showForm(
  { embed }: SimulatorContext,
  request: ApiRequest,
  { record, page, refusal }: ShownPages,
  entries: Entries,
  problems: readonly PageProblem[],
): Promise<HandlerResult> {
  if (page === undefined) throw new RefusalError("JOURNEY_NOT_ACTIVE", "The page has no form.", [], { record });
  const { terms } = record;
  request.recorder.addBasis("interaction-collects");
  const { toPageHeaders, renderForm } = await loadViews();
  const body = await renderForm({ terms, page, entries, problems });
  const refused = refusal && { status: statusOf(request, refusal), refusal };
  return { body, headers: toPageHeaders(embed), record, ...refused };
}

/** Describes an instance that waits for no data. Spec 2.5, 3.1. */
function toNotice({ recorder }: ApiRequest, record: InstanceRecord, now: Millis): Notice {
  const { terms, instance } = record;
  const { progress } = instance;
  switch (progress.phase) {
    case "collecting":
    case "running":
      return {
        title: "Checking your details",
        text: "This takes a few moments. The next step appears automatically.",
        refresh: {
          seconds: secondsUntil(nextEvent(terms, instance), effectiveAt(record, now)),
          address: instance.id,
        },
      };
    case "reviewing":
      return {
        title: "Under review",
        text: "Your details are being reviewed. The outcome appears automatically.",
        refresh: { seconds: maxRefresh, address: instance.id },
      };
    case "paused":
      return { title: "Paused", text: "This check is paused. Open this link again later." };
    case "finished": {
      recorder.addBasis("end-interaction-reached", "end-interaction-outcome");
      const outcome = renderOutcome(recorder, terms, progress.outcome);
      const title = terms.definition.end?.pages[0]?.label ?? "Outcome";
      return { title, text: "The check is complete. You can close this page.", outcome };
    }
    case "failed":
      recorder.addBasis("processing-failure-fails");
      return { title: "The check failed", text: "It could not be completed. Ask for a new link to start again." };
  }
}

const maxRefresh = 10;

/** Whole seconds until an event, at least one and at most {@link maxRefresh}. */
const secondsUntil = (event: Millis | undefined, at: Millis): number =>
  Math.min(maxRefresh, Math.max(1, Math.ceil(((event ?? at) - at) / 1_000)));

interface Form {
  /** The page that the form belongs to. */
  readonly pageId: string | undefined;
  readonly entries: Entries;
}

/**
 * Reads a form. Converts images to the text that an API call stores. Spec 2.8; gaps `request-size-limit`,
 * `wrong-content-type`.
 *
 * @returns undefined if the form, or the images in base64, are too large.
 * @throws {RefusalError} `WRONG_CONTENT_TYPE`, `BODY_TOO_COMPLEX` or `MALFORMED_REQUEST`.
 * @throws {LimitError} `text-bytes`.
 */
async function readForm(simulator: SimulatorContext, request: ApiRequest): Promise<Form | undefined> {
  const { header, profile } = request;
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(header("content-type") ?? "")) {
    throw new RefusalError("WRONG_CONTENT_TYPE", "The body must be a form.", [
      readingBasis(profile, "wrong-content-type"),
    ]);
  }
  const limit = sizeLimit(profile);
  return request
    .form(limit, (form) => readEntries(simulator, form, limit))
    .catch((error: unknown) => {
      if (error instanceof LimitError || error instanceof RefusalError) throw error;
      throw new RefusalError("MALFORMED_REQUEST", "The body is not a valid form.");
    });
}

/** Reads the entries of a form; undefined if its images exceed `limit` bytes in base64. */
async function readEntries(
  { digest, limits }: SimulatorContext,
  form: FormData,
  limit: number,
): Promise<Form | undefined> {
  const maxText = limits["text-bytes"];
  const entries = new Map<string, string | { readonly image: string }>();
  let size = 0;
  for (const [name, entry] of form) {
    if (typeof entry === "string") {
      if (bytesOf(entry, maxText) > maxText) throw new LimitError("text-bytes", maxText);
      entries.set(name, entry);
    } else if (entry.size > 0) {
      const base64 = toBase64(new Uint8Array(await entry.arrayBuffer()));
      size += base64.length;
      entries.set(name, { image: toImageText(readImage(base64, digest)) });
    }
  }
  if (size > limit) return undefined;
  const pageId = entries.get("page");
  return { pageId: typeof pageId === "string" ? pageId : undefined, entries };
}

const chunkSize = 24_576; // a multiple of 3, so that only the last chunk is padded

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += chunkSize) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + chunkSize)));
  }
  return text;
}

/** Shows an empty form again, because a form that is too large is not read. */
async function refuseSize(simulator: SimulatorContext, request: ApiRequest, place: PagePlace): Promise<HandlerResult> {
  const { profile, recorder } = request;
  const pages = await openPages(simulator, place);
  recorder.addBasis(...pages.basis, readingBasis(profile, "request-size-limit"));
  const record = refuseClosed(pages);
  const message = `The files are too large. The limit for all files together is ${profile["request-size-limit"]}.`;
  const refusal: Refusal = { name: "BODY_TOO_LARGE", problems: [message] };
  return showForm(simulator, request, { ...pages, record, refusal }, new Map(), [{ field: undefined, message }]);
}

/** The entries of known fields. The journal keeps their names and lengths. */
function toReceived({ terms }: InstanceRecord, entries: Entries): Readonly<Record<string, string>> {
  const names = [...collectedBy(terms).keys()].flatMap((element) => toFields(terms, element).map(({ name }) => name));
  return Object.fromEntries(
    names.flatMap((name) => {
      const entry = entries.get(name);
      return entry === undefined ? [] : [[name, typeof entry === "string" ? entry : entry.image]];
    }),
  );
}
