import type { Rule } from "./rule.ts";

/** Rules about access, events, errors, limits and versions. Spec 5 to 9. */
export const accessRules = {
  "bearer-authentication": { spec: "5", text: "Every journey endpoint uses HTTP bearer authentication." },
  "access-token-is-bearer": { spec: "5", text: "The `access_token` is the bearer value." },
  "token-expires": { spec: "5", text: "A token must be refreshed before `expires_in` has passed." },
  "token-client-authentication": { spec: "5", text: "A token request authenticates with client id and client secret." },
  "api-clients-in-portal": {
    spec: "5",
    text: "API clients are created in an account management portal.",
    observable: false,
    why: "The portal is not part of the interface.",
  },
  "customer-token-lifecycle": { spec: "5", text: "Journey lifecycle endpoints take a customer token." },
  "interaction-token-interactions": { spec: "5", text: "Interaction endpoints take an interaction access token." },
  "permissions-required": {
    spec: "5",
    text: "A client needs the permissions to start a journey, read state and submit data.",
  },
  "permission-missing-refused": {
    spec: "5",
    text: "Without a permission v2 answers 401 or 403 even when the token is valid.",
  },
  "token-setup-unchanged": { spec: "5", text: "One token and client setup serves v1 and v2." },
  "events-absent": {
    spec: "6",
    text: "There are no events, callbacks or webhooks.",
    observable: false,
    why: "An absence: no exchange shows that something never comes.",
  },
  "error-body-form": {
    spec: "7",
    text: "An error body is `{errors: [...]}`, each entry with code, name, problem, action and location.",
  },
  "error-code-numeric-string": { spec: "7", text: "`code` is a number written as a string." },
  "error-location-named": { spec: "7", text: "`location` is Body, Authorization, Path or Service." },
  "error-missing-field": { spec: "7", text: "A missing field is `4002` `MISSING_FIELD` at `Body`." },
  "request-id-always": { spec: "7", text: "Every response carries an `X-Request-ID` header." },
  "request-id-in-logs": {
    spec: "7",
    text: "The request id identifies the request in the logs of the server.",
    observable: false,
    why: "The logs of the service are not visible from outside.",
  },
  "submit-four-error-variants": {
    spec: "7",
    text: "Submit documents four error response variants with the common body.",
  },
  "session-retention": { spec: "8", text: "Session retention follows the data retention policy of the organisation." },
  "generation-prefixes": { spec: "9", text: "v1 lies under `/captain/api`, v2 under `/v2/captain`." },
  "regions-shared": { spec: "9", text: "Both generations serve the regions eu, us and au." },
  "token-endpoint-shared": { spec: "9", text: "Both generations use one token endpoint." },
  "v2-asynchronous-only": { spec: "9", text: "v2 executes asynchronously only." },
  "v1-state-flow": { spec: "9", text: "A v1 state has per-step detail under `data.process.flow.<variantId>`." },
  "v1-error-older-form": { spec: "9", text: "v1 errors have an older form." },
  "subject-identical": { spec: "9", text: "`context.subject` has the same structure in v1 and v2." },
  "submit-no-intent": {
    spec: "9",
    text: "A v2 submit has no `intent`; `interactionId` replaces `taskId` and `participants` is added.",
  },
  "removal-date-unknown": {
    spec: "9",
    text: "The deprecated task endpoints will be removed at a date not shown.",
    observable: false,
    why: "No date is given that an answer could carry.",
  },
} as const satisfies Record<string, Rule>;
