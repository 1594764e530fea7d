import type { ErrorName, RuleId } from "@journey-kit/schemas/tables";

/** The errors that no requirement covers, each with the reason. Spec 7. */
export const uncoveredErrors = {
  MALFORMED_REQUEST: "HTTP libraries send well-formed requests, and a proxy refuses others before they are recorded.",
  V2_NOT_ENABLED: "The account owner enables v2; a client cannot avoid the error and has no way to continue.",
  HOST_NOT_ALLOWED: "Only a simulator sends it, and only to a client that calls it under another host name.",
  CONTROL_NOT_ALLOWED: "Only the control API of a simulator sends it, and a client under test does not call that API.",
  FORM_NOT_ALLOWED: "Only a simulator sends it, to the browser of an end user.",
  NO_TASKS: "The tasks of v2 are deprecated but still allowed, so a client that asks for them breaks no rule.",
  UNKNOWN_CHECKPOINT: "Only the control API of a simulator sends it, and a client under test does not call that API.",
  NOT_SIMULATED: "Only a simulator sends it, for endpoints that the specification does not define.",
  REQUEST_TIMEOUT: "HTTP libraries send a request without pausing, so the time limit is not reached.",
  TASK_ALREADY_COMPLETED: "On v1, a client that completes a task twice and goes on after the error changes nothing.",
  VERSION_EXISTS: "Only the control API of a simulator sends it, and a client under test does not call that API.",
  LINK_EXPIRED: "The service sends it to the browser of an end user who opens a hosted page, not to the client.",
  TOO_MANY_AT_ONCE: "Only a simulator sends it; `waits-retry-after` covers a 429 with Retry-After.",
  HEADERS_TOO_LARGE: "The headers that the specification defines are far below every limit.",
  STORE_UNAVAILABLE: "Only a simulator sends it; `waits-retry-after` covers a 503 with Retry-After.",
  NOT_READY:
    "Only the readiness endpoint of a simulator sends it, and a client under test does not call that endpoint.",
  STORAGE_FULL: "Only a simulator sends it, when the data of many worlds reaches its limit.",
} as const satisfies Readonly<Partial<Record<ErrorName, string>>>;

/** The rules about callers that no requirement covers, each with the reason. */
export const uncoveredRules = {
  "environment-own-resource-id":
    "A check runs against one environment, and the client starts the resource id that it is given.",
  "v2-no-async":
    "By default, the service ignores `async` on v2, like every unknown member, so sending it has no effect.",
  "v1-empty-arrays-without-prefill":
    "v1 accepts a start without the empty arrays, so a client that omits them gets the same instance.",
  "subject-uid-no-effect": "A client may send a `uid` or omit it, and it has no effect that a check could see.",
  "id-number-ssn-type":
    "No condition of the table has a journey that requires `SSN`; only generated conditions collect one.",
  "task-update-relevant-fields":
    "The rule allows a client to omit fields, and one that sends all of them breaks nothing.",
  "partial-submission-allowed": "The rule allows partial submits, and a client that makes none breaks nothing.",
  "start-journey-published":
    "Journeys are published in the portal, and the client starts the resource id that it is given.",
  "v2-task-list-deprecated": "A deprecated endpoint still works, so a client that calls it breaks no rule.",
  "device-start-customer-token":
    "When a client calls device/start, the customer token is usually the only token that it has.",
  "v1-task-list": "A deprecated endpoint still works, so a client that calls it breaks no rule.",
  "v1-task-list-schema-201": "A deprecated endpoint still works, so a client that calls it breaks no rule.",
  "v1-task-update-response": "A deprecated endpoint still works, and v1 has no other one that submits data.",
  "v1-task-endpoints-deprecated": "The tasks of v1 have no other endpoints, so every v1 client calls them.",
  "polling-interaction-fetch":
    "The rule allows a client to poll interaction/fetch, and one that does not breaks nothing.",
  "api-clients-in-portal":
    "API clients are created in the portal, and the client uses the credentials that it is given.",
  "customer-token-lifecycle":
    "A client has no other token before its first start, and the service accepts an end-user token for the state.",
  "permissions-required": "Permissions are granted in the portal; `stops-renewing` covers a client without them.",
  "submit-no-intent":
    "By default, the service ignores `intent`; `sends-valid-requests` covers a submit without `interactionId` or `participants`.",
} as const satisfies Readonly<Partial<Record<RuleId, string>>>;
