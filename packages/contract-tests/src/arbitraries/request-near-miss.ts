import type { RouteName } from "@journey-kit/schemas/routes";
import type { RuleId } from "@journey-kit/schemas/rules";
import fc from "fast-check";
import { replaceAt } from "./place.ts";

/** A body that breaks exactly one rule of its envelope. */
export interface RequestNearMiss {
  readonly rule: RuleId;
  /** Place in the body. */
  readonly at: string;
  readonly body: unknown;
}

type Row = readonly [rule: RuleId, at: string, values: readonly unknown[]];

const start: readonly Row[] = [
  ["start-resource-id-required", "resourceId", [undefined, 7, null, ""]],
  ["resource-id-format", "resourceId", ["@latest", "a@b@c", "with blank@1"]],
  ["start-context-required", "context", [undefined, null, []]],
  ["start-delivery-required-v2", "context.config.delivery", [undefined, 7, null]],
  ["start-assisted-boolean", "context.config.assisted", ["yes", 1]],
  ["link-config-integers", "context.config.linkConfig", [{ ttlMinutes: "60" }, { resumeExpiryMinutes: 1.5 }]],
];

const submit: readonly Row[] = [
  ["submit-instance-id-form", "instanceId", [undefined, "short", "x".repeat(65), "instance 00000001", 7]],
  ["submit-interaction-id-required", "interactionId", [undefined, "", 7]],
  ["submit-participants-required", "participants", [{}, "FullName"]],
  ["submit-domain-element-id-required", "participants[0].domainElementId", [undefined, "", 7]],
  ["submit-instructions-strings", "participants[0].instructions", ["one", [1]]],
  ["submit-documents-inside-subject", "documents", [[], [{}], null]],
  ["submit-documents-inside-subject", "context.biometrics", [[]]],
];

const update: readonly Row[] = [
  ["task-update-intent-required", "intent", [undefined, 7, "Finish"]],
  ["task-update-ids-required", "instanceId", [undefined, 7]],
  ["task-update-ids-required", "taskId", [undefined, 7]],
  ["task-update-context-required", "context", [undefined, null]],
];

const tables = {
  "v2.startJourney": start,
  "v2.submitInteraction": submit,
  "v1.updateTask": update,
} as const satisfies {
  readonly [Name in RouteName]?: readonly Row[];
};

/**
 * Bodies of an endpoint of which exactly one thing is wrong, made of a good one; each is a 400 under every reading.
 * Spec 2.7, 2.9, 2.10.
 */
export const requestNearMiss = (name: keyof typeof tables, good: unknown): fc.Arbitrary<RequestNearMiss> => {
  const rows: readonly Row[] = tables[name];
  const one = ([rule, at, values]: Row) =>
    fc.constantFrom(...values).map((value) => ({ rule, at, body: replaceAt(good, at, value) }));
  return fc.oneof({ withCrossShrink: true }, ...rows.map(one));
};
