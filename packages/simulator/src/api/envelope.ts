import { safeParse } from "@journey-kit/schemas";
import { findMisplaced, formatPath, readPath } from "@journey-kit/schemas/calls";
import { endpointOf, endpoints } from "@journey-kit/schemas/endpoints";
import type * as z from "zod";
import { RefusalError } from "../engine/refusal-error.ts";
import { type Basis, type Citations, maxProblems, type Problem, readingBasis } from "../engine/result.ts";
import { findKnownPath, hasUnknown } from "../world/parse.ts";
import type { WorldRequest } from "./request.ts";

/**
 * Parses the envelope of a body: the members that an endpoint needs before any domain element.
 *
 * @throws {RefusalError} With the path of each reported member: `MISSING_FIELD` for missing members, else `WRONG_VALUE`.
 */
export function parseEnvelope<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  citations: Citations,
  basisOf: (path: string) => readonly Basis[] = () => [],
): z.output<Schema> {
  const parsed = safeParse(schema, body);
  if (parsed?.success) return parsed.data;
  const issues = parsed?.error.issues.slice(0, maxProblems) ?? [];
  const missing = issues.filter(({ path }) => readPath(body, path) === undefined);
  const [name, reported] =
    missing.length > 0 ? (["MISSING_FIELD", missing] as const) : (["WRONG_VALUE", issues] as const);
  const [first, ...more] = reported.map(formatIssue);
  if (name === "MISSING_FIELD") citations.cite("error-missing-field");
  for (const { path } of issues) citations.cite(...basisOf(path.join(".")));
  throw new RefusalError(name, [first ?? "The body is invalid.", ...more]);
}

/** Zod's messages name types and never quote the value. */
const formatIssue = ({ path, message }: z.core.$ZodIssue): Problem => ({
  text: `${formatPath(path) || "body"}: ${message}.`,
  path: formatPath(path),
});

/**
 * Refuses documents and biometrics outside `context.subject`. The problems do not quote unknown members, whose names may
 * be personal. Spec 4.2, submit rule 4.
 */
function refuseMisplaced({ body, profile, citations }: WorldRequest, schema: z.ZodType): void {
  const [first, ...more] = findMisplaced(body)
    .slice(0, maxProblems)
    .map((path) => {
      const known = findKnownPath(schema, path);
      if (known.length === path.length) return `${formatPath(path)}: Belongs in \`context.subject\`.`;
      const name = String(path.at(-1));
      return `${formatPath(known) || "body"}: Contains \`${name}\`, which belongs in \`context.subject\`.`;
    });
  if (first === undefined) return;
  citations.cite("submit-documents-inside-subject", readingBasis(profile, "extra-members"));
  throw new RefusalError("UNEXPECTED_FIELD", [first, ...more]);
}

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
 * @throws {RefusalError} `UNEXPECTED_FIELD` (spec 4.2, submit rule 4; gap `extra-members`), `MISSING_FIELD` or
 *   `WRONG_VALUE`.
 */
export function readEnvelope<Schema extends z.ZodType>(schema: Schema, request: WorldRequest): z.output<Schema> {
  const { body, name, citations } = request;
  const { refusesMisplaced, memberRules } = endpointOf(name);
  if (refusesMisplaced === true) refuseMisplaced(request, schema);
  const envelope = parseEnvelope(schema, body, citations, (path) => {
    if (/^participants\.\d+\.domainElementId/.test(path)) return ["submit-domain-element-id-required"];
    if (/^participants\.\d+\.instructions/.test(path)) return ["submit-instructions-strings"];
    const rules = { ...rulesByPath, ...memberRules };
    const rule = Object.hasOwn(rules, path) ? rules[path] : undefined;
    return rule === undefined ? [] : [rule];
  });
  if (hasUnknown(endpoints[name].request, body) && citations.choose("extra-members") !== "ignored") {
    throw new RefusalError("UNEXPECTED_FIELD", "The body has unknown members.");
  }
  return envelope;
}
