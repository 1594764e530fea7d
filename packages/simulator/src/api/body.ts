import { endpoints } from "@journey-kit/schemas/endpoints";
import type { ErrorName } from "@journey-kit/schemas/errors";
import type { Profile } from "@journey-kit/schemas/profile";
import { isRecord, memberOf, valueAt } from "@journey-kit/schemas/subject-path";
import type * as z from "zod";
import type { SimulatorContext } from "../context/context.ts";
import type { Gate } from "../context/gate.ts";
import { type Basis, readingBasis } from "../engine/result.ts";
import { toTextPlaceholder } from "../journal/redact.ts";
import { countUnknown, formatPath, safeParse } from "../world/parse.ts";
import { type BodyLimits, findExcess } from "./complexity.ts";
import { digestImages } from "./digest-images.ts";
import { RefusalError } from "./errors.ts";
import type { ApiRequest, JsonBody, WorldRequest } from "./request.ts";

const maxValues = 100_000;
const maxIssues = 20;
const maxEntries = 50;

/** Maximum nesting depth of a request body. */
export const maxDepth = 64;

/** Bytes in a mebibyte. */
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
  gate: Gate,
): Pick<ApiRequest, "text" | "json" | "form"> {
  const body: RawBody = { raw, length: () => Number(header("content-length") ?? Number.NaN), gate };
  let text: Promise<string | undefined> | undefined;
  let json: Promise<JsonBody> | undefined;
  return {
    text: (limit) => {
      text ??= readText(body, limit, (read) => read);
      return text;
    },
    json: (limits) => {
      json ??= readText(body, limits.bytes, (read) => parseObject(read, limits));
      return json;
    },
    form: (limit, use) =>
      readChunks(body, limit, async (chunks) => {
        if (chunks === undefined) return undefined;
        const blob = new Blob([...chunks]);
        const headers = { "content-type": header("content-type") ?? "" };
        checkFields(headers["content-type"], await blob.text());
        return use(await new Response(blob, { headers }).formData());
      }),
  };
}

const maxFields = 1_000;

/**
 * Checks the number of fields in a form before parsing it, because parsing can take quadratic time.
 *
 * @throws {RefusalError} `BODY_TOO_COMPLEX`.
 */
function checkFields(contentType: string, text: string): void {
  const boundary = /^multipart\/.*\bboundary="?([^";]+)/i.exec(contentType)?.[1];
  const [separator, maxParts] = boundary === undefined ? ["&", maxFields] : [`--${boundary}`, maxFields + 2];
  if (text.split(separator, maxParts + 1).length <= maxParts) return;
  throw new RefusalError("BODY_TOO_COMPLEX", `The form has more than ${maxFields} fields.`);
}

interface RawBody {
  readonly raw: Request;
  /** The `Content-Length`; `NaN` if there is none. */
  readonly length: () => number;
  readonly gate: Gate;
}

/** Reads a body as text and passes it to `use`, or passes undefined if the body exceeds `limit` bytes. */
function readText<Value>(body: RawBody, limit: number, use: (text: string | undefined) => Value): Promise<Value> {
  const { raw, gate } = body;
  const length = body.length();
  const readWhole = () => raw.text().then(use, refuseIncomplete);
  const readLarge = async () => {
    const leave = await gate.enter(length);
    return readWhole().finally(leave);
  };
  if (length <= limit) return length <= large ? readWhole() : readLarge();
  return readChunks(body, limit, (chunks) => use(chunks && decode(chunks)));
}

const utf8 = new TextDecoder();

/** Decodes the chunks of a body. One chunk, as of most bodies without a length, needs no decoder of its own. */
function decode(chunks: readonly Uint8Array<ArrayBuffer>[]): string {
  if (chunks.length === 1) return utf8.decode(chunks[0]);
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
}

/** Refuses a request whose caller disconnected before it had sent the whole body. */
function refuseIncomplete(): never {
  throw new RefusalError("MALFORMED_REQUEST", "The connection ended before the body.");
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
export function checkContentType({ header }: Pick<ApiRequest, "header">, contentType: string): void {
  const sent = header("content-type") ?? "";
  if (sent === contentType || sent.split(";", 1)[0]?.trim().toLowerCase() === contentType) return;
  const rule = contentType === "application/json" ? "bearer-and-json" : "token-form-encoded";
  throw new RefusalError("WRONG_CONTENT_TYPE", `The content type must be ${contentType}.`, [rule]);
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
      throw new RefusalError("BODY_TOO_LARGE", `The body exceeds ${formatBytes(limits.bytes)}.`, [
        readingBasis(request.profile, "request-size-limit"),
      ]);
    case "refused":
      request.received = read.placeholder;
      throw new RefusalError(read.name, read.problem, ["malformed-json=bad-request"]);
  }
}

const formatBytes = (bytes: number): string => (bytes < mebibyte ? `${bytes / 1_024}KiB` : `${bytes / mebibyte}MiB`);

/** Parses a JSON object. Error messages never quote the text. */
function parseObject(text: string | undefined, limits: BodyLimits): JsonBody {
  if (text === undefined || text.length > limits.bytes) return { kind: "too-large" };
  const excess = findExcess(text, limits);
  if (excess !== undefined) return toRefused(text, "BODY_TOO_COMPLEX", excess);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return toRefused(text, "MALFORMED_JSON", text === "" ? "The body is empty." : "The body is not valid JSON.");
  }
  return isRecord(body)
    ? { kind: "object", body }
    : toRefused(text, "MALFORMED_JSON", "The body is not a JSON object.");
}

const toRefused = (text: string, name: ErrorName, problem: string): JsonBody => ({
  kind: "refused",
  name,
  problem,
  placeholder: toTextPlaceholder(text),
});

/**
 * Parses the envelope of a body: the members that an endpoint needs before any domain element.
 *
 * @throws {RefusalError} With the path of each reported member: `UNEXPECTED_FIELD` for documents or biometrics outside
 *   `context.subject` (spec 4.2, submit rule 4), else `MISSING_FIELD` for missing members, else `WRONG_VALUE`.
 */
export function parseEnvelope<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  basisOf: (path: string) => readonly Basis[],
): z.output<Schema> {
  const parsed = safeParse(schema, body);
  if (parsed?.success) return parsed.data;
  const issues = parsed?.error.issues.slice(0, maxIssues) ?? [];
  const misplaced = issues.filter(({ code, path }) => code === "invalid_type" && isMisplaced(path));
  const missing = issues.filter(({ path }) => valueAt(body, path) === undefined);
  const [name, reported] =
    misplaced.length > 0
      ? (["UNEXPECTED_FIELD", misplaced] as const)
      : missing.length > 0
        ? (["MISSING_FIELD", missing] as const)
        : (["WRONG_VALUE", issues] as const);
  const [first, ...more] = reported.map(toProblem);
  const paths = issues.flatMap(({ path }) => basisOf(path.join(".")));
  const basis: readonly Basis[] = name === "MISSING_FIELD" ? ["error-missing-field", ...paths] : paths;
  throw new RefusalError(name, [first ?? "The body is invalid.", ...more], basis);
}

const isMisplaced = (path: readonly PropertyKey[]): boolean =>
  ["documents", "biometrics"].includes(String(path.at(-1))) && !path.includes("subject");

/** Zod's messages name types and never quote the value. */
const toProblem = ({ path, message }: z.core.$ZodIssue): string =>
  `${formatPath(path) || "body"}: ${isMisplaced(path) ? "Belongs in `context.subject`" : message}.`;

/** The rules that require the members of an envelope, by path. Spec 2.7 to 2.10. */
const rulesByPath: Readonly<Record<string, Basis>> = {
  resourceId: "start-resource-id-required",
  context: "start-context-required",
  "context.config": "start-delivery-required-v2",
  "context.config.delivery": "start-delivery-required-v2",
  "context.config.assisted": "start-assisted-boolean",
  interactionId: "submit-interaction-id-required",
  participants: "submit-participants-required",
  intent: "task-update-intent-required",
  taskId: "task-update-ids-required",
  instanceId: "state-fetch-instance-id",
};

/**
 * Parses the envelope of a request. A refusal cites the rules that the request breaks.
 *
 * @throws {RefusalError} `MISSING_FIELD`, `WRONG_VALUE`, or `UNEXPECTED_FIELD` (spec 4.2, submit rule 4; gap
 * `extra-members`).
 */
export function readEnvelope<Schema extends z.ZodType>(schema: Schema, request: WorldRequest): z.output<Schema> {
  const { body, profile, name, recorder } = request;
  const envelope = parseEnvelope(schema, body, (path) => {
    if (/(^|\.)(documents|biometrics)$/.test(path)) {
      return ["submit-documents-inside-subject", readingBasis(profile, "extra-members")];
    }
    if (/^participants\.\d+\.domainElementId/.test(path)) return ["submit-domain-element-id-required"];
    if (/^participants\.\d+\.instructions/.test(path)) return ["submit-instructions-strings"];
    if (name === "v2.submitInteraction" && path === "instanceId") return ["submit-instance-id-form"];
    if (name === "v1.updateTask" && path === "context") return ["task-update-context-required"];
    const rule = Object.hasOwn(rulesByPath, path) ? rulesByPath[path] : undefined;
    return rule === undefined ? [] : [rule];
  });
  if (countUnknown(endpoints[name].request, body) > 0 && recorder.reading("extra-members") !== "ignored") {
    throw new RefusalError("UNEXPECTED_FIELD", "The body has unknown members.");
  }
  return envelope;
}

/**
 * Reads a subject: checks the lengths of its arrays and replaces its images with digests. Spec 2.8; gap `array-limits`.
 *
 * @throws {RefusalError} `WRONG_VALUE` when an array is too long.
 */
export function readSubject(
  { digest }: SimulatorContext,
  { recorder }: WorldRequest,
  subject: unknown,
): Readonly<Record<string, unknown>> {
  if (!isRecord(subject)) return {};
  for (const name of ["documents", "biometrics"]) {
    const entries = memberOf(subject, name);
    if (!Array.isArray(entries) || entries.length <= maxEntries || recorder.reading("array-limits") === "none")
      continue;
    throw new RefusalError("WRONG_VALUE", `context.subject.${name}: expected at most ${maxEntries} entries.`);
  }
  if (subject.documents !== undefined || subject.biometrics !== undefined) digestImages(subject, digest);
  return subject;
}

const rulesByElement: ReadonlyMap<string, readonly Basis[]> = new Map([
  ["DateOfBirth", ["date-of-birth-form"]],
  ["SSN", ["id-number-ssn-type"]],
  ["PrimaryDocument", ["document-primary-type", "document-images-base64"]],
  ["Selfie", ["selfie-image-base64"]],
]);

/** The rules cited when elements are accepted. Spec 2.8. */
export const elementBasis = (names: readonly string[]): readonly Basis[] =>
  names.flatMap((name) => rulesByElement.get(name) ?? []);

/** The rules cited when a subject is accepted. Spec 1, 2.8. */
export function subjectBasis(subject: Readonly<Record<string, unknown>>): readonly Basis[] {
  const { documents } = subject;
  const hasEmptyBack = Array.isArray(documents) && documents.some((one) => memberOf(one, "side2Image") === "");
  return [
    ...(Object.keys(subject).length > 0 ? (["caller-supplies-subject", "subject-members"] as const) : []),
    ...(subject.uid === undefined ? [] : (["subject-uid-no-effect"] as const)),
    ...(hasEmptyBack ? (["document-side2-empty"] as const) : []),
  ];
}
