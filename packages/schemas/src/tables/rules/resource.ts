import type { Rule } from "./rule.ts";

/** Rules about resources and their fields. Spec 2. */
export const resourceRules = {
  "resource-id-format": { spec: "2.1", text: "A resource id has the form `<id>@<version>`." },
  "resource-id-latest": { spec: "2.1", text: "`@latest` selects the most recently published version." },
  "resource-id-pinned": { spec: "2.1", text: "Any other version is pinned." },
  "instance-id-length": { spec: "2.2", text: "An `instanceId` has 1 to 64 characters." },
  "instance-status-values": {
    spec: "2.2",
    text: "An instance is `InProgress`, `Completed`, `Failed` (or `Error`) or `Paused`.",
  },
  "metadata-created-time": { spec: "2.2", text: "The state gives `metaData.createdTime` as an ISO 8601 timestamp." },
  "metadata-completed-time": {
    spec: "2.2",
    text: "The state gives `metaData.completedTime` as an ISO 8601 timestamp.",
  },
  "state-data-free-form": { spec: "2.2", text: "The `data` of a v1 state is free-form." },
  "task-id-unique": { spec: "2.3", text: "A `taskId` is unique to its task." },
  "task-variant-id": { spec: "2.3", text: "A task names the variant of the task." },
  "task-schema-reference": {
    spec: "2.3",
    text: "In the combined listing the `schema` of a task refers into the `schemas` map.",
  },
  "task-schema-draft-07": {
    spec: "2.4",
    text: "A task schema is a draft-07 object with `$schema`, `type`, `properties` and `required`.",
  },
  "task-schemas-map": { spec: "2.4", text: "`schemas` maps the reference of each task to its draft-07 schema." },
  "interaction-collects": { spec: "2.5", text: "An interaction lists the domain elements it collects." },
  "interaction-fetch-parts": {
    spec: "2.5",
    text: "Fetch gives `collects`, `spec`, `outstanding`, the layout of pages and cards, and the interaction id.",
  },
  "interaction-spec-required-optional": {
    spec: "2.5",
    text: "`spec` says which elements are required and which optional.",
  },
  "interaction-outstanding": { spec: "2.5", text: "`outstanding` names the elements not yet provided." },
  "start-interaction-validates-prefill": {
    spec: "2.5",
    text: "The start interaction validates the prefill sent at journey start.",
  },
  "start-interaction-hidden": {
    spec: "2.5",
    text: "The start interaction is neither fetched nor submitted and has no user interface.",
  },
  "standard-interaction-collects": {
    spec: "2.5",
    text: "A standard interaction collects domain elements through API calls.",
  },
  "end-interaction-outcome": { spec: "2.5", text: "The end interaction displays the outcome and collects nothing." },
  "domain-element-named": {
    spec: "2.6",
    text: "A domain element is a named unit of data, referred to by `domainElementId`.",
  },
  "start-resource-id-required": { spec: "2.7", text: "A start needs a `resourceId`." },
  "start-context-required": { spec: "2.7", text: "A start needs a `context`, which holds config and subject." },
  "start-subject-required": { spec: "2.7", text: "A start needs `context.subject`." },
  "start-delivery-required-v2": {
    spec: "2.7",
    text: "A v2 start needs `context.config.delivery`; without it the answer is a 400 error.",
  },
  "delivery-api-no-url": { spec: "2.7", text: "Under `api` delivery no `instanceUrl` is returned." },
  "delivery-page-url": { spec: "2.7", text: "Under `page` delivery the response includes `instanceUrl`." },
  "start-assisted-boolean": { spec: "2.7", text: "`assisted` is an optional boolean." },
  "link-config-integers": { spec: "2.7", text: "`ttlMinutes` and `resumeExpiryMinutes` are optional integers." },
  "v1-async-returns-at-once": { spec: "2.7", text: "On v1, `async: true` returns the `instanceId` immediately." },
  "v1-async-default-synchronous": { spec: "2.7", text: "On v1, `async` false or omitted is synchronous." },
  "v2-no-async": { spec: "2.7", text: "`async` does not exist in v2." },
  "v1-empty-arrays-without-prefill": {
    spec: "2.7",
    text: "A v1 start without prefill passes empty `documents` and `biometrics`.",
  },
  "subject-members": {
    spec: "2.8",
    text: "The subject holds identity, entities, documents, biometrics, sessions, consent, accounts and uid.",
  },
  "subject-uid-no-effect": {
    spec: "2.8",
    text: "`uid` is optional, links the instance to a record of the caller, and does not affect processing.",
  },
  "date-of-birth-form": { spec: "2.8", text: "`dateOfBirth` has the form `YYYY-MM-DD`." },
  "id-number-ssn-type": { spec: "2.8", text: "An id number of type `ssn` is a social security number." },
  "document-primary-type": { spec: "2.8", text: "A document of type `Primary` is the main identity document." },
  "document-images-base64": { spec: "2.8", text: "`side1Image` and `side2Image` are base64 images of front and back." },
  "document-side2-empty": { spec: "2.8", text: "`side2Image` is an empty string when it does not apply." },
  "selfie-image-base64": { spec: "2.8", text: "A selfie submission uses `selfieImage`, a base64 image." },
  "submit-instance-id-form": {
    spec: "2.9",
    text: "The `instanceId` of a v2 submit has 16 to 64 characters of letters, digits, `_` and `-`.",
  },
  "submit-interaction-id-required": {
    spec: "2.9",
    text: "A submit needs the `interactionId` from the fetch response.",
  },
  "submit-participants-required": {
    spec: "2.9",
    text: "A submit needs `participants`, which lists the domain elements submitted.",
  },
  "submit-domain-element-id-required": { spec: "2.9", text: "Each participant needs a `domainElementId`." },
  "submit-instructions-strings": { spec: "2.9", text: "`instructions` is an optional array of strings." },
  "submit-subject-carries-data": { spec: "2.9", text: "`context.subject` carries the data of the elements." },
  "task-update-intent-required": {
    spec: "2.10",
    text: "A task update needs an `intent`; `Complete` marks the task finished.",
  },
  "task-update-ids-required": { spec: "2.10", text: "A task update needs `instanceId` and `taskId`." },
  "task-update-context-required": { spec: "2.10", text: "A task update needs a `context` with the task data." },
  "task-update-relevant-fields": { spec: "2.10", text: "Only fields relevant to the task schema are needed." },
  "token-response-fields": {
    spec: "2.11",
    text: "A token response has `access_token`, `expires_in` and `token_type`, which is `Bearer`.",
  },
} as const satisfies Record<string, Rule>;
