import { endpoints } from "@journey-kit/schemas/endpoints";
import type * as z from "zod";
import { type Basis, cite } from "../machine/result.ts";
import { memberOf } from "../world/path.ts";
import { parseEnvelope } from "./body.ts";
import type { Deps } from "./deps.ts";
import type { WorldExchange } from "./exchange.ts";
import { digestImages } from "./image.ts";
import { countUnknown } from "./members.ts";
import { RefusalError } from "./refusal-error.ts";

const fifty = 50;

/** The rules that ask for the members of an envelope, by path. Spec 2.7 to 2.10. */
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
 * Reads the members that an endpoint needs before any domain element.
 *
 * @throws {RefusalError} `MISSING_FIELD`, or `UNEXPECTED_FIELD` (spec 4.2, submit rule 4; gap `extra-members`).
 */
export function readEnvelope<Schema extends z.ZodType>(schema: Schema, exchange: WorldExchange): z.output<Schema> {
  const { body, profile, name, because } = exchange;
  const envelope = parseEnvelope(schema, body, (path) => {
    if (/(^|\.)(documents|biometrics)$/.test(path)) {
      return ["submit-documents-inside-subject", cite(profile, "extra-members")];
    }
    if (/^participants\.\d+\.domainElementId/.test(path)) return ["submit-domain-element-id-required"];
    if (/^participants\.\d+\.instructions/.test(path)) return ["submit-instructions-strings"];
    if (name === "v2.submitInteraction" && path === "instanceId") return ["submit-instance-id-form"];
    if (name === "v1.updateTask" && path === "context") return ["task-update-context-required"];
    const rule = Object.hasOwn(rulesByPath, path) ? rulesByPath[path] : undefined;
    return rule === undefined ? [] : [rule];
  });
  if (countUnknown(endpoints[name].request, body) === 0) return envelope;
  because(cite(profile, "extra-members"));
  if (profile["extra-members"] === "ignored") return envelope;
  throw new RefusalError("UNEXPECTED_FIELD", "The body has members that the endpoint does not know.");
}

/**
 * Reads a subject: checks its lengths and replaces its images by their digests. Spec 2.8; gap `array-limits`.
 *
 * @throws {RefusalError} `MISSING_FIELD` when an array is too long.
 */
export function readSubject(
  { digest }: Deps,
  { profile, because }: WorldExchange,
  subject: unknown,
): Readonly<Record<string, unknown>> {
  for (const name of ["documents", "biometrics"]) {
    const entries = memberOf(subject, name);
    if (!Array.isArray(entries) || entries.length <= fifty) continue;
    because(cite(profile, "array-limits"));
    if (profile["array-limits"] === "none") continue;
    throw new RefusalError("MISSING_FIELD", `context.subject.${name}: has more than ${fifty} entries.`);
  }
  digestImages(subject, digest);
  return (subject ?? {}) as Readonly<Record<string, unknown>>; // the envelope has seen that it is an object
}
