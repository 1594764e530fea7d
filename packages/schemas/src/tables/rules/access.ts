import type { Rule } from "./rule.ts";

/** Rules about access, events, errors, limits and versions. Spec 5 to 9. */
export const accessRules = {
  "bearer-authentication": { spec: "5", text: "Every journey endpoint uses HTTP bearer authentication." },
  "access-token-is-bearer": { spec: "5", text: "Requests send the `access_token` as the bearer token." },
  "token-expires": { spec: "5", text: "A client must request a new token before the time in `expires_in` has passed." },
  "token-client-authentication": {
    spec: "5",
    text: "A token request authenticates with a client id and a client secret.",
  },
  "api-clients-in-portal": {
    spec: "5",
    text: "API clients are created in an account management portal.",
    observable: false,
    why: "The portal is not part of the API.",
  },
  "customer-token-lifecycle": {
    spec: "5",
    text: "Journey lifecycle endpoints, such as journey/start, use a customer token.",
  },
  "interaction-token-interactions": { spec: "5", text: "Interaction endpoints use an interaction access token." },
  "permissions-required": {
    spec: "5",
    text: "Starting a journey, fetching its state and submitting data each require a permission.",
  },
  "permission-missing-refused": {
    spec: "5",
    text: "If the client lacks the required permission, v2 returns 401 or 403 even if the token is valid.",
  },
  "token-setup-unchanged": { spec: "5", text: "v1 and v2 use the same tokens and the same client setup." },
  "events-absent": {
    spec: "6",
    text: "The service has no events, callbacks or webhooks.",
    observable: false,
    why: "No request can show that something never happens.",
  },
  "error-body-form": {
    spec: "7",
    text: "An error body has the form `{errors: [...]}`. Each entry has `code`, `name`, `problem`, `action` and `location`.",
  },
  "error-code-numeric-string": { spec: "7", text: "The `code` of an error is a number, returned as a string." },
  "error-location-named": {
    spec: "7",
    text: "The `location` of an error is `Body`, `Authorization`, `Path` or `Service`.",
  },
  "error-missing-field": {
    spec: "7",
    text: "The error for a missing field has the code `4002`, the name `MISSING_FIELD` and the location `Body`.",
  },
  "request-id-always": { spec: "7", text: "Every response has an `X-Request-ID` header." },
  "request-id-in-logs": {
    spec: "7",
    text: "The request id identifies the request in the server logs.",
    observable: false,
    why: "A caller cannot see the server logs.",
  },
  "submit-four-error-variants": {
    spec: "7",
    text: "The specification documents four error responses for submit, all with the same form of error body.",
  },
  "session-retention": {
    spec: "8",
    text: "The organisation's data retention policy determines how long sessions are kept.",
  },
  "generation-prefixes": {
    spec: "9",
    text: "The path prefix of v1 is `/captain/api`, and the prefix of v2 is `/v2/captain`.",
  },
  "regions-shared": { spec: "9", text: "Both API versions are available in the regions `eu`, `us` and `au`." },
  "token-endpoint-shared": { spec: "9", text: "Both API versions use the same token endpoint." },
  "v2-asynchronous-only": { spec: "9", text: "v2 runs journeys only asynchronously." },
  "v1-state-flow": {
    spec: "9",
    text: "The v1 state contains the details of each step in `data.process.flow.<variantId>`.",
  },
  "v1-error-older-form": { spec: "9", text: "Error bodies have an older form on v1 than on v2." },
  "subject-identical": { spec: "9", text: "`context.subject` has the same structure in v1 and v2." },
  "submit-no-intent": {
    spec: "9",
    text: "A v2 submit has no `intent`. `interactionId` replaces `taskId`, and `participants` is new.",
  },
  "removal-date-unknown": {
    spec: "9",
    text: "The deprecated task endpoints will be removed, but the specification does not say when.",
    observable: false,
    why: "There is no date to check.",
  },
} as const satisfies Record<string, Rule>;
