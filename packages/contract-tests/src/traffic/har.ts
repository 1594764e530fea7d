import * as z from "zod";
import { fillPlaceholders } from "./placeholders.ts";
import { recordingComment } from "./recording.ts";
import { findTarget, type TrafficExchange } from "./traffic.ts";

/** Thrown when a file is not an HTTP Archive, or when it does not contain the bodies. The message names the place. */
export class HarError extends Error {
  override readonly name = "HarError";
}

/** The exchanges of an HTTP Archive with the service. */
export interface HarExchanges {
  /** Oldest first. */
  readonly exchanges: readonly TrafficExchange[];
  /** Number of other requests in the file, such as those of web pages. */
  readonly ignored: number;
}

const pairs = z.array(z.looseObject({ name: z.string(), value: z.string().default("") })).default([]);
const text = z.string().nullish();

const postData = z.looseObject({ mimeType: text, text, params: pairs.nullish(), _file: text });
const content = z.looseObject({ text, encoding: text, _file: text });
const harEntry = z.looseObject({
  startedDateTime: z.iso.datetime({ offset: true, local: true }),
  time: z.number().nullish(),
  request: z.looseObject({ method: z.string(), url: z.string(), headers: pairs, postData: postData.nullish() }),
  response: z.looseObject({ status: z.int(), headers: pairs, content: content.nullish() }),
});
const harFile = z.looseObject({
  log: z.looseObject({
    creator: z.looseObject({ name: text, comment: text.nullish() }).nullish(),
    entries: z.array(z.unknown()),
  }),
});

type HarEntry = z.infer<typeof harEntry>;

/**
 * Reads the exchanges with the service from an HTTP Archive (HAR 1.1 or 1.2). Valid sample values replace the
 * placeholders in the archive of a simulator.
 *
 * @throws {HarError} When the text is not an HTTP Archive, or when it does not contain the bodies.
 */
export function readHar(har: string): HarExchanges {
  const { log } = check(harFile, parseJson(har), "");
  const isOwn = log.creator?.name === "journey-kit";
  const isOfSimulator = isOwn && log.creator?.comment !== recordingComment;
  const entries = log.entries.flatMap((entry, i) =>
    isOfService(entry) ? [{ entry, place: `log.entries[${i}]` }] : [],
  );
  const exchanges = entries
    .map(({ entry, place }) => readEntry(check(harEntry, entry, place), place))
    .map((exchange) => (isOfSimulator ? fillPlaceholders(exchange) : exchange))
    .toSorted((one, other) => one.startedAt - other.startedAt)
    .map((exchange, i) => ({ ...exchange, sequence: i + 1 }));
  if (!isOwn) requireBodies(exchanges);
  return { exchanges, ignored: log.entries.length - exchanges.length };
}

/** Refuses an archive that was written without bodies, because a missing body looks like a mistake of its sender. */
function requireBodies(exchanges: readonly TrafficExchange[]): void {
  const posts = exchanges.filter(({ method }) => method === "POST");
  const answered = posts.filter(({ status }) => status >= 200 && status < 300 && status !== 204);
  const problem = [
    ...(posts.length > 0 && posts.every(({ requestBody }) => !requestBody) ? ["requests"] : []),
    ...(answered.length > 0 && answered.every(({ responseBody }) => !responseBody) ? ["responses"] : []),
  ].join(" and the ");
  if (problem !== "") throw new HarError(`No body of the ${problem} is in the file. Export it again, with content.`);
}

function parseJson(har: string): unknown {
  if (har.trim() === "") throw new HarError("The file is empty.");
  try {
    return JSON.parse(har.replace(/^\uFEFF/, ""));
  } catch {
    throw new HarError("The file is not an HTTP Archive: it is not JSON.");
  }
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown, place: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path: steps, message } = parsed.error.issues[0] ?? { path: [], message: "Invalid" };
  const path = steps.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("");
  throw new HarError(`The file is not an HTTP Archive: ${`${place}${path}`.replace(/^\./, "") || "it"}: ${message}.`);
}

const ofService = z.looseObject({ request: z.looseObject({ method: z.string(), url: z.string() }) });

/** Whether an entry calls an endpoint of the service. An entry without a request is invalid, so it is not ignored. */
function isOfService(entry: unknown): boolean {
  const { data } = ofService.safeParse(entry);
  return data === undefined || (URL.canParse(data.request.url) && findTarget(data.request) !== undefined);
}

function readEntry({ startedDateTime, time, request, response }: HarEntry, place: string): TrafficExchange {
  const startedAt = Date.parse(startedDateTime);
  return {
    sequence: 0,
    startedAt,
    endedAt: startedAt + Math.max(0, time ?? 0),
    method: request.method,
    url: request.url,
    requestHeaders: readHeaders(request.headers),
    requestBody: readRequestBody(request.postData, `${place}.request.postData`),
    status: Math.max(0, response.status),
    responseHeaders: readHeaders(response.headers),
    responseBody: readContent(response.content, `${place}.response.content`),
  };
}

/** Joins headers of the same name. Leaves out those that HTTP/2 adds, such as `:method`. */
function readHeaders(headers: z.infer<typeof pairs>): Readonly<Record<string, string>> {
  const read = new Map<string, string>();
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    const before = read.get(key);
    if (!key.startsWith(":")) read.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(read);
}

function readRequestBody(sent: HarEntry["request"]["postData"], place: string): string | undefined {
  refuseFile(sent, place);
  const params = sent?.params ?? [];
  if (params.length === 0 || (sent?.text ?? "") !== "") return sent?.text ?? undefined;
  return new URLSearchParams(params.map(({ name, value }) => [name, value] as [string, string])).toString();
}

function readContent(received: HarEntry["response"]["content"], place: string): string | undefined {
  refuseFile(received, place);
  const body = received?.text ?? undefined;
  if (body === undefined || received?.encoding?.toLowerCase() !== "base64") return body;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0)));
  } catch {
    throw new HarError(`The file is not an HTTP Archive: ${place}.text: Invalid base64.`);
  }
}

/** Playwright writes bodies to other files unless it is told to embed them. */
function refuseFile(body: { readonly _file?: string | null | undefined } | null | undefined, place: string): void {
  if (typeof body?._file !== "string") return;
  throw new HarError(`${place}: the body is in another file. Record the HTTP Archive with \`content: "embed"\`.`);
}
