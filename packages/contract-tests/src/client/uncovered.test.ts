import { errorNames, type RuleId, ruleIds } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { requirementRows } from "./requirements.ts";
import { uncoveredErrors, uncoveredRules } from "./uncovered.ts";

/** The rules that bind the service and not its callers, by what they describe. */
const rulesOfService = {
  // A client only sees the effect, in responses that it reads. Its reports show whether it reads them correctly.
  "how the service runs instances": [
    "journey-instance-own-id",
    "module-variants",
    "modules-use-capabilities",
    "segment-modules-parallel",
    "segment-advances-when-all-finished",
    "start-interaction-validates-prefill",
    "standard-interaction-collects",
    "end-interaction-outcome",
    "v1-async-returns-at-once",
    "v1-async-default-synchronous",
    "start-creates-in-progress",
    "start-returns-instance-id",
    "processing-success-completes",
    "completed-sets-completed-time",
    "prefill-passes-interaction",
    "full-prefill-starts-modules",
    "partial-submission-outstanding",
    "submit-advances-when-complete",
    "end-interaction-reached",
    "task-stages",
    "task-complete-finishes",
    "v2-prefill-validated",
    "v1-prefill-validated-for-page",
    "submit-missing-required-refused",
    "submit-invalid-optional-stripped",
    "v1-synchronous-waits",
    "v1-synchronous-failure-5xx",
    "v2-asynchronous-only",
  ],
  // A server can break these, and `journey server` checks it.
  "what a response contains": [
    "instance-id-length",
    "metadata-created-time",
    "metadata-completed-time",
    "state-data-free-form",
    "task-id-unique",
    "task-variant-id",
    "task-schema-reference",
    "task-schema-draft-07",
    "task-schemas-map",
    "interaction-collects",
    "interaction-fetch-parts",
    "interaction-spec-required-optional",
    "delivery-api-no-url",
    "delivery-page-url",
    "token-response-fields",
    "v2-start-201",
    "state-fetch-fields",
    "submit-success-body",
    "task-list-schema-response",
    "state-steps-advice",
    "state-journey-metadata",
    "v1-start-returns-instance-id",
    "v1-state-200",
    "error-body-form",
    "error-code-numeric-string",
    "error-location-named",
    "error-missing-field",
    "request-id-always",
    "request-id-in-logs",
    "submit-four-error-variants",
    "v1-state-flow",
    "v1-error-older-form",
  ],
  // These bind whoever builds, publishes or operates journeys.
  "which journeys exist and where": [
    "resource-id-identifies-journey",
    "v2-selected-customers",
    "v1-journey-cannot-be-converted",
    "v2-needs-interaction-nodes",
    "v2-refuses-v1-variants",
    "resource-id-latest",
    "resource-id-pinned",
    "session-retention",
    "regions-shared",
  ],
  // They say that something is equal, separate or absent, which asks nothing of a client.
  "how the two versions compare": [
    "generations-separate-state",
    "token-setup-unchanged",
    "events-absent",
    "token-endpoint-shared",
    "subject-identical",
    "removal-date-unknown",
  ],
} as const satisfies Readonly<Record<string, readonly RuleId[]>>;

const coveredErrors = requirementRows.flatMap(([, { errors = [] }]) => errors);
const coveredRules = requirementRows.flatMap(([, { rules = [] }]) => rules);

/** Each id once for every table that contains it, sorted. */
const sorted = (...tables: readonly (readonly string[])[]): readonly string[] =>
  tables.flatMap((ids) => [...new Set(ids)]).toSorted();

test("every error is either covered by a requirement or uncovered for a reason (spec 7)", () => {
  expect(sorted(coveredErrors, Object.keys(uncoveredErrors))).toEqual(errorNames.toSorted());
});

test("every rule is covered by a requirement, uncovered for a reason, or binds only the service (spec 1)", () => {
  const ofService = Object.values(rulesOfService).flat();
  expect(sorted(coveredRules, Object.keys(uncoveredRules), ofService)).toEqual(ruleIds.toSorted());
  expect(ofService.filter((id, i) => ofService.indexOf(id) !== i)).toEqual([]);
});

test("no requirement lists a rule or an error twice (spec 1)", () => {
  for (const [id, { rules = [], errors = [] }] of requirementRows)
    expect(new Set([...rules, ...errors]).size, id).toBe(rules.length + errors.length);
});

test("each reason is one sentence that ends in a full stop (spec 1)", () => {
  for (const [id, reason] of Object.entries({ ...uncoveredErrors, ...uncoveredRules }))
    expect(reason, id).toMatch(/^[A-Zv`][^.]*\.$/);
});
