import type { Rule } from "./rule.ts";

/** Rules about resources and their fields. Spec 2. */
export const resourceRules = {
  "resource-id-format": { spec: "2.1", text: "A resource id has the form `<id>@<version>`." },
  "resource-id-latest": { spec: "2.1", text: "`@latest` selects the most recently published version." },
  "resource-id-pinned": {
    spec: "2.1",
    text: "A version other than `@latest` selects exactly that version of the journey.",
  },
  "instance-id-length": { spec: "2.2", text: "An `instanceId` has 1 to 64 characters." },
  "instance-status-values": {
    spec: "2.2",
    text: "The status of an instance is `InProgress`, `Completed`, `Failed` (or `Error`) or `Paused`.",
  },
  "metadata-created-time": { spec: "2.2", text: "The state contains `metaData.createdTime` as an ISO 8601 timestamp." },
  "metadata-completed-time": {
    spec: "2.2",
    text: "The state contains `metaData.completedTime` as an ISO 8601 timestamp.",
  },
  "state-data-free-form": { spec: "2.2", text: "The `data` of the v1 state is a free-form object." },
  "task-id-unique": { spec: "2.3", text: "Each task has a unique `taskId`." },
  "task-variant-id": { spec: "2.3", text: "A task has a `variantId`, which identifies the task variant." },
  "task-schema-reference": {
    spec: "2.3",
    text: "In the response to task/list/schema, the `schema` of each task refers to an entry in the `schemas` map.",
  },
  "task-schema-draft-07": {
    spec: "2.4",
    text: "A task schema is a draft-07 JSON Schema with `$schema`, `type`, `properties` and `required`.",
  },
  "task-schemas-map": {
    spec: "2.4",
    text: "In the response to task/list/schema, `schemas` maps each task's schema reference to a draft-07 JSON Schema.",
  },
  "interaction-collects": { spec: "2.5", text: "An interaction lists the domain elements that it collects." },
  "interaction-fetch-parts": {
    spec: "2.5",
    text: "interaction/fetch returns `collects`, `spec`, `outstanding`, a layout of pages and cards, and the interaction id.",
  },
  "interaction-spec-required-optional": {
    spec: "2.5",
    text: "The `spec` of an interaction shows which elements are required and which are optional.",
  },
  "interaction-outstanding": {
    spec: "2.5",
    text: "`outstanding` lists the elements of an interaction that are not yet provided.",
  },
  "start-interaction-validates-prefill": {
    spec: "2.5",
    text: "The start interaction validates the prefill in the start request.",
  },
  "start-interaction-hidden": {
    spec: "2.5",
    text: "The start interaction has no user interface. A client neither fetches it nor submits to it.",
  },
  "standard-interaction-collects": {
    spec: "2.5",
    text: "A standard interaction collects domain elements through API calls.",
  },
  "end-interaction-outcome": { spec: "2.5", text: "The end interaction shows the outcome and collects nothing." },
  "domain-element-named": {
    spec: "2.6",
    text: "A domain element is a named unit of data. A submit refers to it by `domainElementId`.",
  },
  "start-resource-id-required": { spec: "2.7", text: "A start requires a `resourceId`." },
  "start-context-required": {
    spec: "2.7",
    text: "A start requires a `context`, which contains `config` and `subject`.",
  },
  "start-subject-required": { spec: "2.7", text: "A start requires `context.subject`." },
  "start-delivery-required-v2": {
    spec: "2.7",
    text: "A v2 start requires `context.config.delivery`. Without `delivery`, the start returns 400.",
  },
  "delivery-api-no-url": { spec: "2.7", text: "With `api` delivery, a start returns no `instanceUrl`." },
  "delivery-page-url": { spec: "2.7", text: "With `page` delivery, a start returns an `instanceUrl`." },
  "start-assisted-boolean": { spec: "2.7", text: "`context.config.assisted` is an optional boolean." },
  "link-config-integers": {
    spec: "2.7",
    text: "In `linkConfig`, `ttlMinutes` and `resumeExpiryMinutes` are optional integers.",
  },
  "v1-async-returns-at-once": {
    spec: "2.7",
    text: "On v1, a start with `async: true` returns the `instanceId` immediately.",
  },
  "v1-async-default-synchronous": {
    spec: "2.7",
    text: "On v1, a start is synchronous if `async` is false or omitted.",
  },
  "v2-no-async": { spec: "2.7", text: "`async` does not exist in v2." },
  "v1-empty-arrays-without-prefill": {
    spec: "2.7",
    text: "A v1 start without prefill sends `documents` and `biometrics` as empty arrays.",
  },
  "subject-members": {
    spec: "2.8",
    text: "The subject contains `identity`, `entities`, `documents`, `biometrics`, `sessions`, `consent`, `accounts` and `uid`.",
  },
  "subject-uid-no-effect": {
    spec: "2.8",
    text: "`uid` is optional. It links the instance to a record in the caller's system and does not affect processing.",
  },
  "date-of-birth-form": { spec: "2.8", text: "`dateOfBirth` has the form `YYYY-MM-DD`." },
  "id-number-ssn-type": { spec: "2.8", text: "An id number of type `ssn` is a social security number." },
  "document-primary-type": { spec: "2.8", text: "A document with the type `Primary` is the main identity document." },
  "document-images-base64": {
    spec: "2.8",
    text: "`side1Image` and `side2Image` are base64 images of the front and the back.",
  },
  "document-side2-empty": { spec: "2.8", text: "`side2Image` is an empty string if the document has no second side." },
  "selfie-image-base64": { spec: "2.8", text: "A submitted selfie is in `selfieImage`, as a base64 image." },
  "submit-instance-id-form": {
    spec: "2.9",
    text: "The `instanceId` of a v2 submit has 16 to 64 characters, each a letter, a digit, `_` or `-`.",
  },
  "submit-interaction-id-required": {
    spec: "2.9",
    text: "A submit requires the `interactionId` from the response to interaction/fetch.",
  },
  "submit-participants-required": {
    spec: "2.9",
    text: "A submit requires `participants`, which lists the submitted domain elements.",
  },
  "submit-domain-element-id-required": { spec: "2.9", text: "Each participant requires a `domainElementId`." },
  "submit-instructions-strings": {
    spec: "2.9",
    text: "The `instructions` of a participant are an optional array of strings.",
  },
  "submit-subject-carries-data": {
    spec: "2.9",
    text: "`context.subject` contains the data of the submitted elements.",
  },
  "task-update-intent-required": {
    spec: "2.10",
    text: "A task update requires an `intent`. `Complete` marks the task as finished.",
  },
  "task-update-ids-required": { spec: "2.10", text: "A task update requires `instanceId` and `taskId`." },
  "task-update-context-required": { spec: "2.10", text: "A task update requires a `context` with the task data." },
  "task-update-relevant-fields": {
    spec: "2.10",
    text: "A task update needs only the fields that the task schema describes.",
  },
  "token-response-fields": {
    spec: "2.11",
    text: "A token response contains `access_token`, `expires_in` and `token_type`. `token_type` is `Bearer`.",
  },
} as const satisfies Record<string, Rule>;
