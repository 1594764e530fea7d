import { endpoints } from "@journey-kit/schemas/endpoints";
import type { Profile } from "@journey-kit/schemas/profile";
import { isRecord, memberOf, valueAt } from "@journey-kit/schemas/subject-path";
import type * as z from "zod";
import type { SimulatorContext } from "../context/context.ts";
import { type Basis, readingBasis } from "../engine/result.ts";
import { toTextPlaceholder } from "../journal/redact.ts";
import { countUnknown, formatPath, safeParse } from "../world/parse.ts";
import { digestImages } from "./digest-images.ts";
import { RefusalError } from "./errors.ts";
import type { ApiRequest, WorldRequest } from "./request.ts";

const maxValues = 100_000;
const maxIssues = 20;
const maxEntries = 50;

/** How deep the body of a request may nest. */
export const maxDepth = 64;

/** Bytes in a mebibyte. */
export const mebibyte = 1024 ** 2;

const sizes: Readonly<Record<Profile["request-size-limit"], number>> = { "20MiB": 20 * mebibyte, "1MiB": mebibyte };

/** Maximum size of a body in bytes. Gap `request-size-limit`. */
export const sizeLimit = (profile: Profile): number => sizes[profile["request-size-limit"]];

/** How large a JSON body may be. */
export interface BodyLimits {
  readonly bytes: number;
  /** Number of nested objects and arrays. */
  readonly depth: number;
  /** Number of members and array entries, at any depth. */
  readonly values: number;
}

/**
 * Creates the `text` method of a request. It can be called repeatedly. If there is no `Content-Length`, reading stops as
 * soon as the body exceeds the limit.
 */
export function createTextReader(raw: Request, header: ApiRequest["header"]): ApiRequest["text"] {
  let read: Promise<string | undefined> | undefined;
  return (limit) => {
    const length = Number(header("content-length") ?? Number.NaN);
    read ??= length <= limit ? raw.text() : readText(raw, length, limit);
    return read.then((text) => (text === undefined || text.length > limit ? undefined : text));
  };
}

async function readText(raw: Request, length: number, limit: number): Promise<string | undefined> {
  const chunks = await readChunks(raw, length, limit);
  const decoder = new TextDecoder();
  let text = "";
  for (const chunk of chunks ?? []) text += decoder.decode(chunk, { stream: true });
  return chunks && text + decoder.decode();
}

/** Creates the `form` of a request. Unlike `text`, it keeps the bytes of files. */
export const createFormReader =
  (raw: Request, header: ApiRequest["header"]): ApiRequest["form"] =>
  async (limit) => {
    const chunks = await readChunks(raw, Number(header("content-length") ?? Number.NaN), limit);
    const headers = { "content-type": header("content-type") ?? "" };
    return chunks && new Response(new Blob([...chunks]), { headers }).formData();
  };

/** Reads until the body exceeds `limit` bytes; then, and if `length` exceeds it, returns undefined. */
async function readChunks(
  raw: Request,
  length: number,
  limit: number,
): Promise<readonly Uint8Array<ArrayBuffer>[] | undefined> {
  if (length > limit) return undefined;
  const reader = raw.body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    size += read.value.byteLength;
    if (size > limit) {
      await reader?.cancel();
      return undefined;
    }
    chunks.push(read.value);
  }
  return chunks;
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
  limits: BodyLimits = { bytes: sizeLimit(request.profile), depth: maxDepth, values: maxValues },
): Promise<Readonly<Record<string, unknown>>> {
  const { profile } = request;
  checkContentType(request, "application/json");
  const text = await request.text(limits.bytes);
  if (text === undefined) {
    throw new RefusalError("BODY_TOO_LARGE", `The body exceeds ${limits.bytes / mebibyte}MiB.`, [
      readingBasis(profile, "request-size-limit"),
    ]);
  }
  try {
    const body = parseObject(text, limits);
    request.received = body;
    return body;
  } catch (error) {
    request.received = toTextPlaceholder(text);
    throw error;
  }
}

/** Parses a JSON object. Error messages never quote the text. */
function parseObject(text: string, limits: BodyLimits): Readonly<Record<string, unknown>> {
  const basis: readonly Basis[] = ["malformed-json=bad-request"];
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    const problem = text === "" ? "The body is empty." : "The body is not valid JSON.";
    throw new RefusalError("MALFORMED_JSON", problem, basis);
  }
  const excess = text.length < 2 * limits.depth ? undefined : findExcess(body, limits); // shorter text can exceed neither limit
  if (excess !== undefined) throw new RefusalError("BODY_TOO_COMPLEX", excess, basis);
  if (isRecord(body)) return body;
  throw new RefusalError("MALFORMED_JSON", "The body is not a JSON object.", basis);
}

/** Walks a value without recursion, one level at a time. */
function findExcess(value: unknown, limits: BodyLimits): string | undefined {
  let level: unknown[] = [value];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= limits.depth) return `The body nests deeper than ${limits.depth} levels.`;
    const next: unknown[] = [];
    for (const node of level) {
      if (typeof node !== "object" || node === null) continue;
      const members = Array.isArray(node) ? node : Object.values(node);
      count += members.length;
      if (count > limits.values) return `The body contains more than ${limits.values} values.`;
      for (const member of members) if (typeof member === "object" && member !== null) next.push(member);
    }
    level = next;
  }
  return undefined;
}

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
 * @throws {RefusalError} `MISSING_FIELD`, `WRONG_VALUE`, or `UNEXPECTED_FIELD` (spec 4.2, submit rule 4; gap `extra-members`).
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

const rulesByElement: Readonly<Record<string, readonly Basis[]>> = {
  DateOfBirth: ["date-of-birth-form"],
  SSN: ["id-number-ssn-type"],
  PrimaryDocument: ["document-primary-type", "document-images-base64"],
  Selfie: ["selfie-image-base64"],
};

/** The rules cited when elements are accepted. Spec 2.8. */
export const elementBasis = (names: readonly string[]): readonly Basis[] =>
  names.flatMap((name) => (Object.hasOwn(rulesByElement, name) ? (rulesByElement[name] ?? []) : []));

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
