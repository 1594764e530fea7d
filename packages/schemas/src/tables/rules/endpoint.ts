import type { Rule } from "./rule.ts";

/** Rules about endpoints and polling. Spec 4. */
export const endpointRules = {
  "bearer-and-json": { spec: "4", text: "Every request carries a bearer token and `Content-Type: application/json`." },
  "token-form-encoded": { spec: "4", text: "The token endpoint takes `application/x-www-form-urlencoded`." },
  "post-only": { spec: "4", text: "Every endpoint is called with POST." },
  "token-password-grant": {
    spec: "4.1",
    text: "The password form sends client id, client secret, username, password and `grant_type=password`.",
  },
  "token-client-credentials-grant": {
    spec: "4.1",
    text: "The client-credentials form sends client id, client secret and the fixed scope.",
  },
  "start-journey-published": { spec: "4.2", text: "The journey to start must be published." },
  "start-in-configured-region": {
    spec: "4.2",
    text: "A start must be sent to the region where the journey is configured.",
  },
  "v2-start-201": { spec: "4.2", text: "A v2 start answers 201 with the `instanceId`." },
  "state-fetch-fields": { spec: "4.2", text: "The state has metaData, status, data and instanceId." },
  "state-fetch-instance-id": { spec: "4.2", text: "State fetch needs the `instanceId`." },
  "submit-success-body": { spec: "4.2", text: 'A successful submit answers `{status: "success"}`.' },
  "v2-task-list-deprecated": { spec: "4.2", text: "The v2 task/list/schema is deprecated and answers 201." },
  "task-list-schema-response": { spec: "4.2", text: "The combined listing has instanceId, status, tasks and schemas." },
  "state-result-overall": { spec: "4.2", text: "The overall outcome is in `context.process.result`." },
  "state-steps-advice": { spec: "4.2", text: "Each step has an `advice` with match scores and an `outcome`." },
  "state-journey-metadata": { spec: "4.2", text: "`context.process.journey` has name, start time, id and version." },
  "v2-prefill-validated": { spec: "4.2", text: "v2 validates prefill for every delivery type." },
  "v1-prefill-validated-for-page": { spec: "4.2", text: "v1 validates prefill for `page` delivery only." },
  "device-start-customer-token": { spec: "4.2", text: "device/start needs the customer token." },
  "submit-missing-required-refused": {
    spec: "4.2",
    text: "A missing required element rejects the whole submit with 400.",
  },
  "submit-invalid-optional-stripped": {
    spec: "4.2",
    text: "An invalid optional element is stripped silently and the submit succeeds.",
  },
  "submit-duplicate-refused": { spec: "4.2", text: "A duplicate element gives 409." },
  "submit-documents-inside-subject": {
    spec: "4.2",
    text: "Documents and biometrics outside `context.subject` make the request fail.",
  },
  "v1-start-returns-instance-id": { spec: "4.3", text: "A v1 start returns the `instanceId`." },
  "v1-synchronous-waits": {
    spec: "4.3",
    text: "In synchronous prefill mode the response comes after all modules have finished.",
  },
  "v1-synchronous-failure-5xx": {
    spec: "4.3",
    text: "In synchronous prefill mode a module that fails to complete gives a 5xx.",
  },
  "v1-state-200": { spec: "4.3", text: "A v1 state fetch answers 200." },
  "v1-task-list": {
    spec: "4.3",
    text: "task/list gives status, instanceId and tasks with taskId and variantId; it is deprecated.",
  },
  "v1-task-schema-201": { spec: "4.3", text: "task/schema needs a `taskId` and answers 201 with a JSON Schema." },
  "v1-task-list-schema-201": { spec: "4.3", text: "The v1 task/list/schema answers 201; it is deprecated." },
  "v1-task-update-response": { spec: "4.3", text: "task/update answers with instanceId and taskId; it is deprecated." },
  "v1-task-endpoints-deprecated": {
    spec: "4.3",
    text: "All v1 task endpoints are deprecated and go when v1 is decommissioned.",
  },
  "polling-base-interval": {
    spec: "4.4",
    text: "A client polls the state at a base interval of 10 seconds.",
    observable: false,
    why: "A rule for callers; the service answers however often it is asked.",
  },
  "polling-backoff": {
    spec: "4.4",
    text: "A client backs off on errors.",
    observable: false,
    why: "A rule for callers.",
  },
  "polling-stops": {
    spec: "4.4",
    text: "A client polls while InProgress and stops on Completed, Failed or Error.",
    observable: false,
    why: "A rule for callers.",
  },
  "polling-interaction-fetch": {
    spec: "4.4",
    text: "On v2, interaction fetch tells when the next interaction is available.",
  },
} as const satisfies Record<string, Rule>;
