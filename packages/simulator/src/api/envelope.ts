import { endpoints } from "@journey-kit/schemas/endpoints";
import { valueAt } from "@journey-kit/schemas/subject-path";
import type * as z from "zod";
import { type Basis, readingBasis } from "../engine/result.ts";
import { countUnknown, formatPath, safeParse } from "../world/parse.ts";
import { RefusalError } from "./errors.ts";
import type { WorldRequest } from "./request.ts";

const maxIssues = 20;

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
