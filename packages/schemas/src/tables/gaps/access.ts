import type { Gap } from "./gap.ts";

/** Gaps about tokens, permissions, errors and limits. Spec 2, 4.1, 5, 7, 8. */
export const accessGaps = {
  "grant-by-client": {
    spec: "5",
    question: "Which grants can a client use in a token request?",
    kind: "wire",
    options: {
      either: "The password grant and the client-credentials grant, unless the client is limited to one of them.",
      password: "Only the password grant.",
      "client-credentials": "Only the client-credentials grant.",
    },
    specified: "either",
    observed: "either",
  },
  "client-authentication": {
    spec: "5",
    question: "Can a client send its id and secret as HTTP Basic credentials?",
    kind: "wire",
    options: {
      "form-or-basic":
        "Yes. The token endpoint accepts form fields and HTTP Basic credentials, as in RFC 6749, section 2.3.1.",
      form: "No. The token endpoint accepts only form fields.",
    },
    specified: "form-or-basic",
    observed: "form-or-basic",
  },
  "token-scope": {
    spec: "4.1",
    question: "Which scope must a token request with the client-credentials grant send?",
    kind: "wire",
    options: {
      exact: "Exactly `service.token`. With any other scope, the request returns the error `invalid_scope`.",
      any: "Any scope, or none.",
    },
    specified: "exact",
    observed: "any",
  },
  "token-error-body": {
    spec: "4.1",
    question: "Which error body does the token endpoint return?",
    kind: "wire",
    options: {
      oauth: "The error body defined in RFC 6749, section 5.2.",
      errors: "The error body defined in section 7 of the specification.",
    },
    specified: "oauth",
    observed: "oauth",
  },
  "expires-in-unit": {
    spec: "5",
    question: "What is the unit of `expires_in`?",
    kind: "wire",
    options: { seconds: "Seconds.", milliseconds: "Milliseconds.", minutes: "Minutes." },
    specified: "seconds",
    observed: "seconds",
  },
  "token-lifetime": {
    spec: "8",
    question: "How long is a token valid?",
    kind: "wire",
    options: {
      "3600s": "One hour.",
      "300s": "Five minutes.",
      "60s": "One minute. This reading is an example of a short lifetime.",
    },
    specified: "3600s",
    observed: "300s",
  },
  "token-form": {
    spec: "5",
    question: "What form do tokens have?",
    kind: "wire",
    options: {
      "jwt-and-opaque":
        "Access and end-user tokens are JWTs signed with HS256. Connect tokens are opaque and match `^[A-Za-z0-9-_]+$`.",
    },
    specified: "jwt-and-opaque",
    observed: "jwt-and-opaque",
    evidence: "In public material, access tokens have three parts and connect tokens match this pattern.",
  },
  "connect-token-place": {
    spec: "4.2",
    question:
      "Journey Kit adds device/connect, which exchanges a connect token for an end-user token. Where is the connect token in the request?",
    kind: "wire",
    options: {
      body: "In the body, as `connectToken`.",
      bearer: "As the bearer token. The body can be `{}`.",
      either: "In the body or as the bearer token. The bearer token takes precedence.",
    },
    specified: "body",
    observed: "bearer",
    evidence: "Published clients send the connect token as the bearer token, with the body `{}`.",
  },
  "connect-token-uses": {
    spec: "4.2",
    question: "How many times can a connect token be used?",
    kind: "wire",
    options: { once: "Once. The second use returns 401." },
    specified: "once",
    observed: "once",
  },
  "device-token-lifetimes": {
    spec: "4.2",
    question: "How long are connect tokens and end-user tokens valid?",
    kind: "wire",
    options: { "120s-and-3600s": "A connect token is valid for 120 seconds, and an end-user token for one hour." },
    specified: "120s-and-3600s",
    observed: "120s-and-3600s",
  },
  "permission-names": {
    spec: "5",
    question: "What are the permissions called?",
    kind: "wire",
    options: { journey: "`journey:start`, `journey:read` and `journey:submit`." },
    specified: "journey",
    observed: "journey",
  },
  "endpoint-permissions": {
    spec: "5",
    question: "Which permissions do interaction/fetch and device/start need?",
    kind: "wire",
    options: {
      "read-and-start": "interaction/fetch needs `journey:read`, and device/start needs `journey:start`.",
      submit: "Both endpoints need `journey:submit`.",
    },
    specified: "read-and-start",
    observed: "read-and-start",
  },
  "v1-permissions": {
    spec: "5",
    question: "Does v1 check permissions, as v2 does?",
    kind: "wire",
    options: { enforced: "Yes. v1 checks permissions.", "not-enforced": "No. v1 ignores permissions." },
    specified: "enforced",
    observed: "enforced",
  },
  "missing-permission": {
    spec: "5",
    question: "Which status does a call return if the client does not have the required permission?",
    kind: "wire",
    options: { forbidden: "Returns 403.", unauthorized: "Returns 401." },
    specified: "forbidden",
    observed: "forbidden",
  },
  "invalid-token": {
    spec: "5",
    question: "Which status does a call return if the bearer token is missing, malformed, expired or revoked?",
    kind: "wire",
    options: { unauthorized: "Returns 401 with `WWW-Authenticate`, as in RFC 6750." },
    specified: "unauthorized",
    observed: "unauthorized",
  },
  "wrong-token": {
    spec: "5",
    question:
      "Which status does a call return if the endpoint does not accept its kind of token, or if the token belongs to another instance?",
    kind: "wire",
    options: { forbidden: "Returns 403.", unauthorized: "Returns 401." },
    specified: "forbidden",
    observed: "forbidden",
  },
  "unknown-instance": {
    spec: "7",
    question:
      "Which status does a call return if the `instanceId` does not exist, or belongs to another client or apiVersion?",
    kind: "wire",
    options: { "not-found": "Returns 404.", forbidden: "Returns 403.", "bad-request": "Returns 400." },
    specified: "not-found",
    observed: "not-found",
  },
  "submit-unknown-instance": {
    spec: "7",
    question:
      "The documented errors of submit do not include 404. Which status does a submit to an unknown instance return?",
    kind: "wire",
    options: { "as-elsewhere": "The same status as every other endpoint (gap `unknown-instance`)." },
    specified: "as-elsewhere",
    observed: "as-elsewhere",
  },
  "unknown-path": {
    spec: "7",
    question: "Which status does a call return if its path is unknown?",
    kind: "wire",
    options: {
      "not-found": "Returns 404 with an error body.",
      unauthorized: "Returns 401 with an error body that contains the problem `Authentication required`.",
    },
    specified: "not-found",
    observed: "unauthorized",
    evidence: "In public notes on a test run, a wrong path returned 401 `Authentication required`.",
  },
  "extension-endpoints": {
    spec: "4",
    question: "Does the service have the endpoints that published clients call but the specification does not define?",
    kind: "wire",
    options: {
      absent: "No. Their paths return the same error as any unknown path.",
      present:
        "Yes. v2 has `GET journey/health`, `journey/state/delete`, `journey/terminate`, `journey/task/list`, `journey/task/schema` and `journey/task/update`. The token endpoint is also at `/auth/realms/<realm>/protocol/openid-connect/token`. Other endpoints of published clients, such as `journey/schema/fetch`, return 404 with the error `NOT_SIMULATED`.",
    },
    specified: "absent",
    observed: "present",
    evidence: "The generated code of published clients calls these endpoints.",
  },
  "wrong-method": {
    spec: "7",
    question: "Which status does a call return if its method is not POST?",
    kind: "wire",
    options: { "not-allowed": "Returns 405 with an error body.", "not-found": "Returns 404 with an error body." },
    specified: "not-allowed",
    observed: "not-allowed",
  },
  "wrong-content-type": {
    spec: "4",
    question: "Which status does a call return if the `Content-Type` is not JSON?",
    kind: "wire",
    options: { unsupported: "Returns 415.", "bad-request": "Returns 400." },
    specified: "unsupported",
    observed: "unsupported",
  },
  "malformed-json": {
    spec: "7",
    question:
      "Which status does a call return if the body cannot be parsed, is nested too deeply or has too many values?",
    kind: "wire",
    options: { "bad-request": "Returns 400 with an error body, which does not quote the request." },
    specified: "bad-request",
    observed: "bad-request",
  },
  "v1-error-body": {
    spec: "9",
    question: "Which form does the error body have on v1?",
    kind: "wire",
    options: {
      older: "An older form than on v2: `{status, message, error}`, where `status` is a number.",
      errors: "The same form as on v2: `{errors: [...]}`.",
    },
    specified: "older",
    observed: "older",
  },
  "error-location-values": {
    spec: "7",
    question: "Which values can the `location` of an error have?",
    kind: "wire",
    options: {
      four: "`Body`, `Authorization`, `Path` and `Service`.",
      extended:
        "`Body`, `Authorization`, `Path`, `Service`, `Header`, `Query String`, `Request` and `Flow`. An error can also have no `location`.",
    },
    specified: "four",
    observed: "extended",
    evidence: "The generated code of a published client lists these values and makes `location` optional.",
  },
  "error-catalogue": {
    spec: "7",
    question: "Which error codes exist besides 4002?",
    kind: "wire",
    options: {
      "four-digits":
        "4003 `INVALID_FIELD`, 4009 `JOURNEY_NOT_ACTIVE`, and our own four-digit codes for all other errors.",
    },
    specified: "four-digits",
    observed: "four-digits",
  },
  "submit-error-variants": {
    spec: "7",
    question: "Which statuses do the four documented error responses for submit have?",
    kind: "wire",
    options: { "400-401-403-409": "400, 401, 403 and 409.", "400-401-409-500": "400, 401, 409 and 500." },
    specified: "400-401-403-409",
    observed: "400-401-409-500",
    observable: false,
    why: "The reading decides only whether the OpenAPI document lists 500. The document lists every other status that submit returns, under both readings.",
  },
  "x-request-id-echo": {
    spec: "7",
    question: "Is the `X-Request-ID` of a response the same as that of the request?",
    kind: "wire",
    options: {
      "new-one": "No. Every response has a new `X-Request-ID`.",
      echoed: "Yes, if the `X-Request-ID` of the request consists of 1 to 128 letters, digits, `.`, `_` and `-`.",
    },
    specified: "new-one",
    observed: "new-one",
  },
  "extra-members": {
    spec: "2",
    question: "What happens to unknown members in a request?",
    kind: "wire",
    options: {
      ignored:
        "Unknown members are ignored. However, a submit with `documents` or `biometrics` outside `context.subject` fails.",
      refused: "The request returns 400.",
    },
    specified: "ignored",
    observed: "ignored",
  },
  "query-parameters": {
    spec: "4",
    question: "What happens to query parameters, such as `?view=slim`?",
    kind: "wire",
    options: { ignored: "Query parameters are ignored.", refused: "The request returns 400." },
    specified: "ignored",
    observed: "ignored",
  },
  "required-fields": {
    spec: "2.8",
    question: "Which fields are required within the objects of a subject?",
    kind: "engine",
    options: {
      "element-minimum":
        "None, except the minimum fields of each submitted domain element (gap `element-minimum`). `dateOfBirth` must be empty or have the form `YYYY-MM-DD`.",
      strict:
        "Id numbers require `type` and `idNumber`, phones require `type` and `number`, and emails require `type` and a valid `email`. Every country code must be empty or 2 or 3 capital letters, and every date must be empty or have the form `YYYY-MM-DD`.",
    },
    specified: "element-minimum",
    observed: "strict",
  },
  "subject-validation": {
    spec: "2.8",
    question: "How much of a subject is validated?",
    kind: "engine",
    options: {
      whole:
        "All of it. A request with a value of the wrong type returns 400, even if the journey does not collect this value.",
      elements: "Only the domain elements that the request provides.",
    },
    specified: "whole",
    observed: "whole",
    evidence:
      "Public logs show 400 responses that contain the path of the malformed member, wherever it is in the subject.",
  },
  "null-values": {
    spec: "2.8",
    question: "Can a member of a subject be null?",
    kind: "engine",
    options: { refused: "No. Null has the wrong type.", absent: "Yes. Null means that the member is absent." },
    specified: "refused",
    observed: "refused",
  },
  "wrong-value-code": {
    spec: "7",
    question: "Which error code does a response contain if a value has the wrong type or form?",
    kind: "wire",
    options: {
      "invalid-field": "4003 `INVALID_FIELD` at every endpoint.",
      "by-endpoint":
        "4003 `INVALID_FIELD` in the subject of a submit or a task update, and 4002 `MISSING_FIELD` for everything else.",
    },
    specified: "invalid-field",
    observed: "by-endpoint",
    evidence: "In public material, the code is 4002 for malformed fields and 4003 for invalid elements in a submit.",
  },
  "free-form-values": {
    spec: "2.8",
    question:
      "Which values can the free-form strings of a subject have, such as `title`, `gender` and the `type` fields?",
    kind: "wire",
    options: {
      "any-text":
        "Any text. The only values with an effect are the types that select the data of a domain element, such as `ssn` and `Primary`.",
    },
    specified: "any-text",
    observed: "any-text",
  },
  "document-type-case": {
    spec: "2.8",
    question:
      "The main identity document has the `type` `Primary`. Is `type` case-sensitive, and what happens if it is missing?",
    kind: "engine",
    options: {
      lenient:
        "`type` is not case-sensitive. If there is only one document and it has no `type`, it is the main document.",
      "first-untyped":
        "`type` is not case-sensitive. If no document has a `type`, the first document is the main document.",
      exact: "`type` is case-sensitive. A document without a `type` is never the main document.",
    },
    specified: "lenient",
    observed: "first-untyped",
    evidence: "Published v1 clients send each side of a document as a separate entry without a type.",
  },
  "several-primary-documents": {
    spec: "2.8",
    question: "Which document is the main document if several have the `type` `Primary`?",
    kind: "engine",
    options: {
      first: "The first one, even if it has no image.",
      "first-with-image": "The first one with a `side1Image`. If none has an image, the first one.",
    },
    specified: "first",
    observed: "first",
  },
  "several-selfies": {
    spec: "2.8",
    question: "Which entry is the selfie if `biometrics` has several entries?",
    kind: "engine",
    options: {
      "first-with-image":
        "The first one with a `selfieImage` or a `face1Image`. Entries of other kinds, such as a voice sample, may precede it.",
      first: "The first one, even if it has no image.",
    },
    specified: "first-with-image",
    observed: "first-with-image",
  },
  "empty-image": {
    spec: "2.8",
    question: "What does an empty `side2Image` mean?",
    kind: "engine",
    options: { "no-such-side": "The document has no second side.", rejected: "The document is invalid." },
    specified: "no-such-side",
    observed: "no-such-side",
  },
  "image-encoding": {
    spec: "2.8",
    question: "Can an image be a `data:` URL instead of bare base64?",
    kind: "engine",
    options: {
      "bare-base64": "No. A `data:` URL is invalid.",
      "data-url": "Yes. The server removes the part up to the comma.",
    },
    specified: "bare-base64",
    observed: "bare-base64",
  },
  "array-limits": {
    spec: "8",
    question: "How many entries can `documents` and `biometrics` have?",
    kind: "wire",
    options: {
      none: "As many as fit in the request body (gap `request-size-limit`) and in the simulator's limit `subject-bytes`, which does not count images.",
      fifty: "At most 50 each. A request with more entries returns 400.",
    },
    specified: "none",
    observed: "fifty",
  },
  "request-size-limit": {
    spec: "8",
    question: "How large can a request body be?",
    kind: "wire",
    options: {
      "20MiB": "20 MiB. A larger body returns 413.",
      "1MiB": "1 MiB. A larger body returns 413. This reading is an example of a lower limit.",
    },
    specified: "20MiB",
    observed: "20MiB",
  },
  "rate-limit": {
    spec: "8",
    question: "Is there a rate limit?",
    kind: "wire",
    options: {
      none: "No. The number of calls is not limited.",
      limited:
        "Yes. A client can send 60 starts and submits per minute, or as many as a tester sets. Further starts and submits return 429 with `Retry-After`.",
    },
    specified: "none",
    observed: "limited",
  },
} as const satisfies Record<string, Gap>;
