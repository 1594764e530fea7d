import type * as z from "zod";
import { toTextPlaceholder } from "../journal/placeholder.ts";
import type { Basis } from "../machine/result.ts";
import type { Note } from "./note.ts";
import { RefusalError } from "./refusal-error.ts";

const maxDepth = 64;
const maxNodes = 100_000;
const maxIssues = 20;

/**
 * Parses a JSON object, and refuses one that nests or numbers too much before any schema sees it. Nothing of the text
 * is quoted. Gap `malformed-json`.
 *
 * @throws {RefusalError} `MALFORMED_JSON` or `BODY_TOO_COMPLEX`.
 */
export function parseBody(text: string): Record<string, unknown> {
  const basis: readonly Basis[] = ["malformed-json=bad-request"];
  const body = parseJson(text, basis);
  const excess = text.length < 2 * maxDepth ? undefined : findExcess(body); // too short to nest or number too much
  if (excess !== undefined) throw new RefusalError("BODY_TOO_COMPLEX", excess, basis);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new RefusalError("MALFORMED_JSON", "The body is not a JSON object.", basis);
  }
  return body as Record<string, unknown>; // a JSON object, as just checked
}

/**
 * Parses a JSON object and takes note of it, or of how long a text is that is none.
 *
 * @throws {RefusalError} As {@link parseBody} does.
 */
export function parseNoted(note: Note, text: string): Record<string, unknown> {
  try {
    const body = parseBody(text);
    note.sent = body;
    return body;
  } catch (error) {
    note.sent = toTextPlaceholder(text);
    throw error;
  }
}

function parseJson(text: string, basis: readonly Basis[]): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const problem = text === "" ? "The body is empty." : "The body is not well-formed JSON.";
    throw new RefusalError("MALFORMED_JSON", problem, basis);
  }
}

/** Walks a value without recursion, one level at a time. */
function findExcess(value: unknown): string | undefined {
  let level: unknown[] = [value];
  let nodes = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= maxDepth) return `The body nests deeper than ${maxDepth} levels.`;
    const next: unknown[] = [];
    for (const node of level) {
      if (typeof node !== "object" || node === null) continue;
      const members = Array.isArray(node) ? node : Object.values(node);
      nodes += members.length;
      if (nodes > maxNodes) return `The body holds more than ${maxNodes} values.`;
      for (const member of members) if (typeof member === "object" && member !== null) next.push(member);
    }
    level = next;
  }
  return undefined;
}

/**
 * Checks the envelope of a body: the members that are needed before any domain element is read.
 *
 * @throws {RefusalError} `MISSING_FIELD` with the path of each member that is missing or badly formed;
 *   `UNEXPECTED_FIELD` for documents or biometrics outside `context.subject` (spec 4.2, submit rule 4).
 */
export function parseEnvelope<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  basisOf: (path: string) => readonly Basis[],
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, maxIssues);
  const misplaced = issues.filter(({ code, path }) => code === "invalid_type" && isMisplaced(path));
  const [first, ...more] = (misplaced.length > 0 ? misplaced : issues).map(toProblem);
  const name = misplaced.length > 0 ? "UNEXPECTED_FIELD" : "MISSING_FIELD";
  const paths = issues.flatMap(({ path }) => basisOf(path.join(".")));
  throw new RefusalError(name, [first ?? "The body is not well formed.", ...more], ["error-missing-field", ...paths]);
}

const isMisplaced = (path: readonly PropertyKey[]): boolean =>
  ["documents", "biometrics"].includes(String(path.at(-1))) && !path.includes("subject");

/** Says what is wrong at a path. Zod's messages name types and never the value that was sent. */
const toProblem = ({ path, message }: z.core.$ZodIssue): string => `${toPath(path)}: ${message}.`;

const toPath = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? "body"
    : path.map((part, i) => (typeof part === "number" ? `[${part}]` : `${i === 0 ? "" : "."}${String(part)}`)).join("");
