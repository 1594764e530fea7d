import { isRecord } from "@journey-kit/schemas/calls";
import type { ErrorName, Profile } from "@journey-kit/schemas/tables";
import { pause } from "../context/pause.ts";
import type { Semaphore } from "../context/semaphore.ts";
import { RefusalError } from "../engine/refusal-error.ts";
import { readingBasis } from "../engine/result.ts";
import { describeMalformed } from "../journal/redact.ts";
import { checkForm } from "./form.ts";
import type { ApiRequest, BodyLimits, ConnectionBindings, JsonBody } from "./request.ts";

const maxValues = 100_000;

/** Maximum nesting depth of a request body. */
export const maxDepth = 64;

export const mebibyte = 1024 ** 2;

const sizes: Readonly<Record<Profile["request-size-limit"], number>> = { "20MiB": 20 * mebibyte, "1MiB": mebibyte };

/** Limits of a request body. Gap `request-size-limit`. */
export const bodyLimits = (profile: Profile): BodyLimits => ({
  bytes: sizeLimit(profile),
  depth: maxDepth,
  values: maxValues,
});

/** Limits of a body with a connect token, which is read before the token is checked. */
export const connectLimits: BodyLimits = { bytes: 16 * 1_024, depth: maxDepth, values: maxValues };

/** Maximum size of a body in bytes. Gap `request-size-limit`. */
export const sizeLimit = (profile: Profile): number => sizes[profile["request-size-limit"]];

/** Creates the methods that read a request body. Large bodies wait until the gate admits them. */
export function createReaders(
  raw: Request,
  header: ApiRequest["header"],
  gate: Semaphore,
  take: ConnectionBindings["takeBody"],
): Pick<ApiRequest, "text" | "json" | "form"> {
  const body: RawBody = { raw, length: () => Number(header("content-length") ?? Number.NaN), gate, take };
  let text: Promise<string | undefined> | undefined;
  let json: Promise<JsonBody> | undefined;
  return {
    text: (limit) => {
      text ??= readText(body, limit, (read) => read);
      return text;
    },
    json: (limits) => {
      json ??= readText(body, limits.bytes, (read) => parseBody(read, limits));
      return json;
    },
    form: (limit, use) =>
      readChunks(body, limit, async (chunks) => {
        if (chunks === undefined) return undefined;
        const blob = new Blob([...chunks]);
        const headers = { "content-type": header("content-type") ?? "" };
        checkForm(headers["content-type"], await blob.text());
        return use(await new Response(blob, { headers }).formData());
      }),
  };
}

interface RawBody {
  readonly raw: Request;
  /** The `Content-Length`; `NaN` if there is none. */
  readonly length: () => number;
  readonly gate: Semaphore;
  readonly take: ConnectionBindings["takeBody"];
}

/** Reads a body as text and passes it to `use`, or passes undefined if the body exceeds `limit` bytes. */
function readText<Value>(
  body: RawBody,
  limit: number,
  use: (text: string | undefined) => Value | Promise<Value>,
): Promise<Value> {
  const { raw, gate, take } = body;
  const length = body.length();
  const arrived = length > 0 && length <= Math.min(limit, large) ? take?.(length) : undefined;
  if (arrived !== undefined) return Promise.resolve(use(utf8Decoder.decode(arrived)));
  const readWhole = () => raw.text().then(use, refuseIncomplete);
  const readLarge = async () => {
    const leave = await gate.enter(length);
    return readWhole().finally(leave);
  };
  if (length <= limit) return length <= large ? readWhole() : readLarge();
  return readChunks(body, limit, (chunks) => use(chunks && decodeChunks(chunks)));
}

const utf8Decoder = new TextDecoder();

/** Decodes the chunks of a body. One chunk, as of most bodies without a length, needs no decoder of its own. */
function decodeChunks(chunks: readonly Uint8Array<ArrayBuffer>[]): string {
  if (chunks.length === 1) return utf8Decoder.decode(chunks[0]);
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
}

/** Refuses a request whose caller disconnected before it had sent the whole body. */
function refuseIncomplete(): never {
  throw new RefusalError("MALFORMED_REQUEST", "The connection ended before the whole body arrived.");
}

/** Size in bytes above which a body waits for the gate. */
const large = mebibyte;

/**
 * Reads a body in chunks and passes them to `use`, or passes undefined if `Content-Length` or the chunks read so far
 * exceed `limit` bytes.
 */
async function readChunks<Value>(
  { raw, length, gate }: RawBody,
  limit: number,
  use: (chunks: readonly Uint8Array<ArrayBuffer>[] | undefined) => Value | Promise<Value>,
): Promise<Value> {
  const announced = length();
  if (announced > limit) return use(undefined);
  let leave = announced > large ? await gate.enter(announced) : undefined;
  try {
    const reader = raw.body?.getReader();
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    const next = () => reader?.read().catch(refuseIncomplete);
    for (let read = await next(); read?.value !== undefined; read = await next()) {
      size += read.value.byteLength;
      if (size > limit) {
        reader?.cancel().catch(() => {}); // not awaited: it may never settle if a copy of the body exists
        return await use(undefined);
      }
      chunks.push(read.value);
      if (size > large) leave ??= await gate.enter(limit); // without a length, the body may become as large as allowed
    }
    return await use(chunks);
  } finally {
    leave?.();
  }
}

/**
 * Checks the content type of a request. Gap `wrong-content-type`.
 *
 * @throws {RefusalError} `WRONG_CONTENT_TYPE`.
 */
export function checkContentType(
  { header, citations }: Pick<ApiRequest, "header" | "citations">,
  contentType: string,
): void {
  const sent = header("content-type") ?? "";
  if (sent === contentType || sent.split(";", 1)[0]?.trim().toLowerCase() === contentType) return;
  citations.cite(contentType === "application/json" ? "bearer-and-json" : "token-form-encoded");
  throw new RefusalError("WRONG_CONTENT_TYPE", `The content type must be ${contentType}.`);
}

/**
 * Reads a JSON object. Refuses bodies that nest too deeply or contain too many values before a schema parses them.
 * Gaps `wrong-content-type`, `request-size-limit`, `malformed-json`.
 *
 * @throws {RefusalError} `WRONG_CONTENT_TYPE`, `BODY_TOO_LARGE`, `MALFORMED_JSON` or `BODY_TOO_COMPLEX`.
 */
export async function readJson(
  request: ApiRequest,
  limits: BodyLimits = bodyLimits(request.profile),
): Promise<Readonly<Record<string, unknown>>> {
  checkContentType(request, "application/json");
  const read = await request.json(limits);
  switch (read.kind) {
    case "object":
      request.received = read.body;
      return read.body;
    case "too-large":
      request.citations.cite(readingBasis(request.profile, "request-size-limit"));
      throw new RefusalError("BODY_TOO_LARGE", `The body exceeds ${formatBytes(limits.bytes)}.`);
    case "refused":
      request.received = read.placeholder;
      request.citations.cite("malformed-json=bad-request");
      throw new RefusalError(read.name, read.problem);
  }
}

const formatBytes = (bytes: number): string => (bytes < mebibyte ? `${bytes / 1_024}KiB` : `${bytes / mebibyte}MiB`);

/** Parses a JSON object. Pauses before each pass over a large text. Error messages never quote the text. */
function parseBody(text: string | undefined, limits: BodyLimits): JsonBody | Promise<JsonBody> {
  if (text === undefined || text.length > limits.bytes) return { kind: "too-large" };
  if (text.length <= large) return parseChecked(text, findExcess(text, limits));
  return parseLarge(text, limits);
}

async function parseLarge(text: string, limits: BodyLimits): Promise<JsonBody> {
  await pause();
  const excess = findExcess(text, limits);
  await pause();
  return parseChecked(text, excess);
}

/** Parses a JSON object whose complexity has been checked. */
function parseChecked(text: string, excess: string | undefined): JsonBody {
  if (excess !== undefined) return refuseText(text, "BODY_TOO_COMPLEX", excess);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return refuseText(text, "MALFORMED_JSON", text === "" ? "The body is empty." : "The body is not valid JSON.");
  }
  return isRecord(body)
    ? { kind: "object", body }
    : refuseText(text, "MALFORMED_JSON", "The body is not a JSON object.");
}

const refuseText = (text: string, name: ErrorName, problem: string): JsonBody => ({
  kind: "refused",
  name,
  problem,
  placeholder: describeMalformed(text),
});

const [quote, backslash, comma] = [34, 92, 44];
const [openArray, closeArray, openObject, closeObject] = [91, 93, 123, 125];
const space = 32;

/**
 * Describes why JSON text is too complex to parse; undefined if it is not. Stops at the first value that exceeds a
 * limit, so it never takes longer than parsing the text up to that value. In malformed text, the counts may be wrong.
 */
export function findExcess(text: string, { depth, values }: Pick<BodyLimits, "depth" | "values">): string | undefined {
  if (text.length < 2 * Math.min(depth, values)) return undefined; // too short to exceed either limit
  let open = 0;
  let count = 0;
  let isFirst = false; // whether the next value is the first of its object or array
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= space) continue;
    if (code === closeArray || code === closeObject) {
      open -= 1;
      isFirst = false;
      continue;
    }
    if (code === comma || isFirst) count += 1;
    isFirst = false;
    if (code === quote) at = findEnd(text, at + 1);
    else if (code === openArray || code === openObject) {
      open += 1;
      isFirst = true;
      if (open > depth) return `The body nests deeper than ${depth} levels.`;
    }
    if (count > values) return `The body contains more than ${values} values.`;
  }
  return undefined;
}

/** The index of the quote that ends a string. An image is skipped by `indexOf`, which is much faster than a loop. */
function findEnd(text: string, from: number): number {
  const end = text.indexOf('"', from);
  if (end === -1) return text.length;
  if (text.charCodeAt(end - 1) !== backslash) return end;
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) break;
  }
  return at;
}
