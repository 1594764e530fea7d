import { resolveReading } from "@journey-kit/schemas/endpoints";
import { errorKindOf } from "@journey-kit/schemas/tables";
import { toBase64 } from "../../context/base64.ts";
import type { SimulatorContext } from "../../context/context.ts";
import { readImage } from "../../context/digest.ts";
import { type InstanceRecord, instanceTime } from "../../engine/commands.ts";
import { exceeds, RefusalError } from "../../engine/refusal-error.ts";
import { type Refusal, readingBasis } from "../../engine/result.ts";
import { nextEvent } from "../../engine/settle.ts";
import { toImageText } from "../../engine/subject.ts";
import { collectedBy } from "../../engine/submission.ts";
import type { InstanceTerms } from "../../engine/terms.ts";
import { bytesOf } from "../../instances/limits.ts";
import {
  type OpenPages,
  openPages,
  type PageProblem,
  type PageVisit,
  submitForm,
  unknownPage,
} from "../../instances/pages.ts";
import { type Entries, fieldsOf } from "../../render/fields.ts";
import { renderOutcome } from "../../render/status.ts";
import { timeOf } from "../../world/clock.ts";
import type { Millis } from "../../world/time.ts";
import { linkedIdOf } from "../address.ts";
import { sizeLimit } from "../body.ts";
import { isElsewhere } from "../instances.ts";
import { isCrossOrigin } from "../origin.ts";
import type { ApiRequest, Handler, HandlerResult } from "../request.ts";
import type { Notice } from "./views.ts";

/** Loads the views only for the first page, because most simulators show no pages. */
const loadViews = () => import("./views.ts");

/** Shows a page to a browser instead of the error body that other callers receive. */
const withErrorPage =
  (handler: Handler<ApiRequest>): Handler<ApiRequest> =>
  async (simulator, request) => {
    try {
      return await handler(simulator, request);
    } catch (error) {
      const isBrowser = request.header("accept")?.includes("text/html") === true;
      if (!isBrowser || !(error instanceof RefusalError)) throw error;
      const { refusal, details } = error;
      const text = refusal.problems.join(" ");
      const notice = errorNotices[refusal.name] ?? { title: "This page cannot be shown", text };
      const status = refusalStatusOf(request, refusal);
      const shown = await showNotice(simulator, undefined, notice);
      return { ...shown, headers: { ...details.headers, ...shown.headers }, record: details.record, status, refusal };
    }
  };

const errorNotices: { readonly [Name in string]?: Notice } = {
  UNKNOWN_INSTANCE: { title: "Page not found", text: "Check that you opened the whole link that you received." },
  FORM_NOT_ALLOWED: {
    title: "This form was not accepted",
    text: "Open the link that you received, and use the form there.",
  },
  LINK_EXPIRED: { title: "This link has expired", text: "Ask for a new link to start again." },
};

function refusalStatusOf({ profile, citations }: ApiRequest, { name }: Refusal): number {
  const { status } = errorKindOf(name);
  if (typeof status === "object") citations.choose(status.gap);
  return resolveReading(profile, status) ?? 500;
}

/** Shows the current page of an instance: a form, or a notice such as the outcome. Spec 2.5, 2.7; gap `link-expiry`. */
export const showPage = withErrorPage(async (simulator, request) => {
  const visit = readVisit(simulator, request);
  const pages = await openPages(simulator, visit);
  const { record, page } = pages;
  if (page !== undefined) return showForm(simulator, request, pages, new Map(), []);
  return { ...(await showNotice(simulator, record.terms, describeNotice(request, record, visit.now))), record };
});

/**
 * Submits the form of a page. Redirects to the next page, or shows the form again with its problems. Spec 2.7, 2.9,
 * 2.10; gap `request-size-limit`.
 */
export const submitPage = withErrorPage(async (simulator, request) => {
  if (isCrossOrigin(request))
    throw new RefusalError("FORM_NOT_ALLOWED", "The form was sent by a page of another origin.");
  const visit = readVisit(simulator, request);
  const form = await readPageForm(simulator, request);
  if (form === undefined) return refuseSize(simulator, request, visit);
  const { pageId, entries } = form;
  const pages = await submitForm(simulator, visit, pageId, entries);
  const { record } = pages;
  request.received = receivedEntries(record, entries);
  if (pages.problems.length > 0) return showForm(simulator, request, pages, entries, pages.problems);
  return { body: "", headers: { location: visit.id }, record };
});

/**
 * Reads whose page a request opens. Only a path with the prefix of a region is checked against the region of the
 * instance. Gap `region-visibility`.
 *
 * @throws {RefusalError} `UNKNOWN_INSTANCE`.
 */
function readVisit({ system }: SimulatorContext, request: ApiRequest): PageVisit {
  const { world, settings, path, citations, hasRegionPrefix } = request;
  if (world === undefined || settings === undefined) throw unknownPage(request);
  const check = (record: InstanceRecord) => {
    if (hasRegionPrefix && isElsewhere(request, record)) throw unknownPage(request);
  };
  const now = timeOf(settings.clock, system());
  return { world, settings, citations, now, check, id: linkedIdOf(path) };
}

async function showNotice(
  { embed }: SimulatorContext,
  terms: InstanceTerms | undefined,
  notice: Notice,
): Promise<HandlerResult> {
  const { pageHeaders: toPageHeaders, renderNotice } = await loadViews();
  return { body: await renderNotice(terms, notice), headers: toPageHeaders(embed) };
}

interface ShownPages extends OpenPages {
  readonly refusal?: Refusal | undefined;
}

async function showForm(
  { embed }: SimulatorContext,
  request: ApiRequest,
  { record, page, refusal }: ShownPages,
  entries: Entries,
  problems: readonly PageProblem[],
): Promise<HandlerResult> {
  if (page === undefined) throw new RefusalError("JOURNEY_NOT_ACTIVE", "The page has no form.", { record });
  const { terms } = record;
  request.citations.cite("interaction-collects");
  const { pageHeaders: toPageHeaders, renderForm } = await loadViews();
  const body = await renderForm({ terms, page, entries, problems });
  const refused = refusal && { status: refusalStatusOf(request, refusal), refusal };
  return { body, headers: toPageHeaders(embed), record, ...refused };
}

/** Describes an instance that waits for no data. Spec 2.5, 3.1. */
function describeNotice({ citations }: ApiRequest, record: InstanceRecord, now: Millis): Notice {
  const { terms, instance } = record;
  const { progress } = instance;
  switch (progress.phase) {
    case "collecting":
    case "running":
      return {
        title: "Checking your details",
        text: "This takes a few moments. The next step appears automatically.",
        refresh: {
          seconds: secondsUntil(nextEvent(terms, instance), instanceTime(record, now)),
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
      citations.cite("end-interaction-reached", "end-interaction-outcome");
      const outcome = renderOutcome(citations, terms, progress.outcome);
      const title = terms.definition.end?.pages[0]?.label ?? "Outcome";
      return { title, text: "The check is complete. You can close this page.", outcome };
    }
    case "failed":
      citations.cite("processing-failure-fails");
      return { title: "The check failed", text: "It could not be completed. Ask for a new link to start again." };
  }
}

const maxRefresh = 10;

/** Whole seconds until an event, at least one and at most {@link maxRefresh}. */
const secondsUntil = (event: Millis | undefined, at: Millis): number =>
  Math.min(maxRefresh, Math.max(1, Math.ceil(((event ?? at) - at) / 1_000)));

interface PageForm {
  /** The page that the form belongs to. */
  readonly pageId: string | undefined;
  readonly entries: Entries;
}

/**
 * Reads a form. Converts images to the text that an API call stores. Spec 2.8; gaps `request-size-limit`,
 * `wrong-content-type`.
 *
 * @returns undefined if the form, or the images in base64, are too large.
 * @throws {RefusalError} `WRONG_CONTENT_TYPE`, `BODY_TOO_COMPLEX`, `MALFORMED_REQUEST` or the limit `text-bytes`.
 */
async function readPageForm(simulator: SimulatorContext, request: ApiRequest): Promise<PageForm | undefined> {
  const { header, profile, citations } = request;
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(header("content-type") ?? "")) {
    citations.cite(readingBasis(profile, "wrong-content-type"));
    throw new RefusalError("WRONG_CONTENT_TYPE", "The body must be a form.");
  }
  const limit = sizeLimit(profile);
  return request
    .form(limit, (form) => readEntries(simulator, form, limit))
    .catch((error: unknown) => {
      if (error instanceof RefusalError) throw error;
      throw new RefusalError("MALFORMED_REQUEST", "The body is not a valid form.");
    });
}

/** Reads the entries of a form; undefined if its images exceed `limit` bytes in base64. */
async function readEntries(
  { digest, limits }: SimulatorContext,
  form: FormData,
  limit: number,
): Promise<PageForm | undefined> {
  const maxText = limits["text-bytes"];
  const entries = new Map<string, string | { readonly image: string }>();
  let size = 0;
  for (const [name, entry] of form) {
    if (typeof entry === "string") {
      if (bytesOf(entry, maxText) > maxText) throw exceeds("text-bytes", maxText);
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

/** Shows an empty form again, because a form that is too large is not read. */
async function refuseSize(simulator: SimulatorContext, request: ApiRequest, visit: PageVisit): Promise<HandlerResult> {
  const { profile, citations } = request;
  const pages = await openPages(simulator, visit);
  citations.cite(readingBasis(profile, "request-size-limit"));
  const message = `The files are too large. The limit for all files together is ${profile["request-size-limit"]}.`;
  const refusal: Refusal = { name: "BODY_TOO_LARGE", problems: [message] };
  return showForm(simulator, request, { ...pages, refusal }, new Map(), [{ field: undefined, message }]);
}

/** The entries of known fields. The journal keeps their names and lengths. */
function receivedEntries({ terms }: InstanceRecord, entries: Entries): Readonly<Record<string, string>> {
  const names = [...collectedBy(terms).keys()].flatMap((element) => fieldsOf(terms, element).map(({ name }) => name));
  return Object.fromEntries(
    names.flatMap((name) => {
      const entry = entries.get(name);
      return entry === undefined ? [] : [[name, typeof entry === "string" ? entry : entry.image]];
    }),
  );
}
