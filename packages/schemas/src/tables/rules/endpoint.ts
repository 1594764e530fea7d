import type { Rule } from "./rule.ts";

/** Rules about endpoints and polling. Spec 4. */
export const endpointRules = {
  "bearer-and-json": { spec: "4", text: "Every request sends a bearer token and `Content-Type: application/json`." },
  "token-form-encoded": { spec: "4", text: "The token endpoint accepts `application/x-www-form-urlencoded`." },
  "post-only": { spec: "4", text: "Every endpoint is called with POST." },
  "token-password-grant": {
    spec: "4.1",
    text: "A token request with the password grant sends `grant_type=password`, the client id, client secret, username and password.",
  },
  "token-client-credentials-grant": {
    spec: "4.1",
    text: "A token request with the client-credentials grant sends the client id, the client secret and a fixed scope.",
  },
  "start-journey-published": { spec: "4.2", text: "A journey must be published before a caller can start it." },
  "start-in-configured-region": {
    spec: "4.2",
    text: "A start must be sent to the region where the journey is configured.",
  },
  "v2-start-201": { spec: "4.2", text: "A v2 start returns 201 with the `instanceId`." },
  "state-fetch-fields": { spec: "4.2", text: "The v2 state contains `metaData`, `status`, `data` and `instanceId`." },
  "state-fetch-instance-id": { spec: "4.2", text: "state/fetch requires the `instanceId`." },
  "submit-success-body": { spec: "4.2", text: 'A successful submit returns `{status: "success"}`.' },
  "v2-task-list-deprecated": { spec: "4.2", text: "On v2, task/list/schema returns 201. The endpoint is deprecated." },
  "task-list-schema-response": {
    spec: "4.2",
    text: "The response to task/list/schema contains `instanceId`, `status`, `tasks` and `schemas`.",
  },
  "state-result-overall": { spec: "4.2", text: "In the v2 state, the overall outcome is in `context.process.result`." },
  "state-steps-advice": {
    spec: "4.2",
    text: "In the v2 state, each step has an `advice` object with match scores and an `outcome`.",
  },
  "state-journey-metadata": {
    spec: "4.2",
    text: "In the v2 state, `context.process.journey` contains the name, start time, id and version of the journey.",
  },
  "v2-prefill-validated": { spec: "4.2", text: "v2 validates prefill for every delivery type." },
  "v1-prefill-validated-for-page": { spec: "4.2", text: "v1 validates prefill only for `page` delivery." },
  "device-start-customer-token": { spec: "4.2", text: "device/start requires the customer token." },
  "submit-missing-required-refused": {
    spec: "4.2",
    text: "If a required element is missing, the whole submit is refused with 400.",
  },
  "submit-invalid-optional-stripped": {
    spec: "4.2",
    text: "If an optional element is invalid, the submit succeeds without that element.",
  },
  "submit-duplicate-refused": { spec: "4.2", text: "A submit with an element that was already submitted returns 409." },
  "submit-documents-inside-subject": {
    spec: "4.2",
    text: "A submit fails if documents or biometrics are outside `context.subject`.",
  },
  "v1-start-returns-instance-id": { spec: "4.3", text: "A v1 start returns the `instanceId`." },
  "v1-synchronous-waits": {
    spec: "4.3",
    text: "A synchronous v1 start with prefill responds after all modules have finished.",
  },
  "v1-synchronous-failure-5xx": {
    spec: "4.3",
    text: "A synchronous v1 start with prefill returns a 5xx if the modules do not finish.",
  },
  "v1-state-200": { spec: "4.3", text: "On v1, state/fetch returns 200." },
  "v1-task-list": {
    spec: "4.3",
    text: "task/list returns `status`, `instanceId` and `tasks`. Each task has a `taskId` and a `variantId`. The endpoint is deprecated.",
  },
  "v1-task-schema-201": { spec: "4.3", text: "task/schema requires a `taskId` and returns 201 with a JSON Schema." },
  "v1-task-list-schema-201": { spec: "4.3", text: "On v1, task/list/schema returns 201. The endpoint is deprecated." },
  "v1-task-update-response": {
    spec: "4.3",
    text: "task/update returns `instanceId` and `taskId`. The endpoint is deprecated.",
  },
  "v1-task-endpoints-deprecated": {
    spec: "4.3",
    text: "All v1 task endpoints are deprecated and will be removed when v1 is decommissioned.",
  },
  "polling-base-interval": {
    spec: "4.4",
    text: "A client polls the state at a base interval of 10 seconds.",
    observable: false,
    why: "The rule applies to clients, and the cases check servers.",
  },
  "polling-backoff": {
    spec: "4.4",
    text: "A client backs off on errors.",
    observable: false,
    why: "The rule applies to clients, and the cases check servers.",
  },
  "polling-stops": {
    spec: "4.4",
    text: "A client polls while the status is `InProgress`, and stops when the status is `Completed`, `Failed` or `Error`.",
    observable: false,
    why: "The rule applies to clients, and the cases check servers.",
  },
  "polling-interaction-fetch": {
    spec: "4.4",
    text: "On v2, a client can also poll interaction/fetch to find out when the next interaction is available.",
  },
} as const satisfies Record<string, Rule>;
