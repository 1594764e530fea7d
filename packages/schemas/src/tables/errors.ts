import type { GapId } from "./gaps/index.ts";

/** The location of an error, as listed in the specification. Spec 7. */
type ErrorLocation = "Body" | "Authorization" | "Path" | "Service";

/** A location under the reading `extended` of gap `error-location-values`. Null means no `location`. */
export type ExtendedLocation = ErrorLocation | "Header" | "Query String" | "Request" | "Flow" | null;

/** An HTTP status, or one HTTP status for each reading of a gap. */
export type Status = number | { readonly gap: GapId; readonly by: Readonly<Record<string, number>> };

type WireName = "MISSING_FIELD" | "INVALID_FIELD";

/** A kind of refusal: its code, its status, and how a caller can resolve it. */
export interface ErrorKind {
  readonly status: Status;
  /** Four digits. Spec 7; gap `error-catalogue`. */
  readonly code: string;
  /** The error whose code and name are sent in place of this error's. */
  readonly wireAs?: WireName | { readonly gap: GapId; readonly by: Readonly<Record<string, WireName>> };
  readonly location: ErrorLocation;
  /** Location if gap `error-location-values` is `extended`. */
  readonly extendedLocation?: ExtendedLocation;
  readonly action: string;
  /** Set if only simulators send the error, and never the service. */
  readonly isOfSimulator?: true;
}

/** Every refusal of the service and of a simulator. The specification names only `MISSING_FIELD`. Spec 7. */
export const errorKinds = {
  MALFORMED_JSON: {
    status: 400,
    code: "4000",
    location: "Body",
    extendedLocation: "Request",
    action: "Send one JSON object as the body.",
  },
  BODY_TOO_COMPLEX: {
    status: 400,
    code: "4001",
    location: "Body",
    action: "Send a body with less nesting and fewer values.",
  },
  MISSING_FIELD: { status: 400, code: "4002", location: "Body", action: "Add the field and send the request again." },
  INVALID_FIELD: {
    status: 400,
    code: "4003",
    location: "Body",
    action: "Correct the field and send the request again.",
  },
  NOTHING_VALID: {
    status: 409,
    code: "4003",
    wireAs: "INVALID_FIELD",
    location: "Body",
    action: "Submit at least one valid element.",
  },
  WRONG_VALUE: {
    status: 400,
    code: "4003",
    wireAs: { gap: "wrong-value-code", by: { "invalid-field": "INVALID_FIELD", "by-endpoint": "MISSING_FIELD" } },
    location: "Body",
    action: "Correct the field and send the request again.",
  },
  UNEXPECTED_FIELD: {
    status: 400,
    code: "4004",
    location: "Body",
    action: "Remove the field and send the request again.",
  },
  FOREIGN_ELEMENT: {
    status: 400,
    code: "4005",
    location: "Body",
    extendedLocation: "Flow",
    action: "Submit only elements that the current interaction collects.",
  },
  INCOMPATIBLE_JOURNEY: {
    status: {
      gap: "incompatible-journey",
      by: { "bad-request": 400, "not-found": 404, conflict: 409 },
    },
    code: "4006",
    location: "Body",
    action: "Start a v1 journey on v1, or a v2 journey on v2.",
  },
  OPEN_TASKS: {
    status: 400,
    code: "4007",
    location: "Body",
    extendedLocation: "Flow",
    action: "Send the data for every task in the start, or set `context.config.async` to true.",
  },
  MALFORMED_REQUEST: {
    status: 400,
    code: "4008",
    location: "Service",
    extendedLocation: "Request",
    action: "Send a well-formed HTTP request with one `Host` header.",
  },
  JOURNEY_NOT_ACTIVE: {
    status: { gap: "inactive-instance", by: { conflict: 409, "bad-request": 400 } },
    code: "4009",
    location: "Body",
    extendedLocation: "Flow",
    action: "Fetch the state. An instance that is paused or has ended accepts no data.",
  },
  MISSING_TOKEN: {
    status: 401,
    code: "4010",
    location: "Authorization",
    extendedLocation: "Header",
    action: "Send `Authorization: Bearer <ACCESS_TOKEN>`.",
  },
  INVALID_TOKEN: {
    status: 401,
    code: "4011",
    location: "Authorization",
    action: "Request a new token and send it unchanged.",
  },
  EXPIRED_TOKEN: {
    status: 401,
    code: "4012",
    location: "Authorization",
    action: "Request a new token. To avoid this error, request one before the time in `expires_in` has passed.",
  },
  INVALID_TOKEN_REQUEST: {
    status: 400,
    code: "4013",
    location: "Body",
    action: "Send the form fields for the password or the client-credentials grant.",
  },
  INVALID_CLIENT: {
    status: 401,
    code: "4014",
    location: "Authorization",
    action: "Check the client id and the client secret.",
  },
  UNEXPECTED_PARAMETER: {
    status: 400,
    code: "4015",
    location: "Path",
    extendedLocation: "Query String",
    action: "Remove the query parameters and send the request again.",
  },
  MISSING_PERMISSION: {
    status: { gap: "missing-permission", by: { forbidden: 403, unauthorized: 401 } },
    code: "4030",
    location: "Authorization",
    action: "Grant the permission to the API client and request a new token.",
  },
  V2_NOT_ENABLED: {
    status: { gap: "v2-not-enabled", by: { forbidden: 403, "not-found": 404 } },
    code: "4031",
    location: "Authorization",
    action: "Enable v2 for the client, or call v1.",
  },
  TOKEN_NOT_ACCEPTED: {
    status: { gap: "wrong-token", by: { forbidden: 403, unauthorized: 401 } },
    code: "4032",
    location: "Authorization",
    action: "Send the kind of token that this endpoint accepts.",
  },
  HOST_NOT_ALLOWED: {
    status: 403,
    code: "4033",
    location: "Service",
    extendedLocation: "Header",
    action: "Use a loopback host name, or allow the host when you start the simulator.",
    isOfSimulator: true,
  },
  CONTROL_NOT_ALLOWED: {
    status: 403,
    code: "4034",
    location: "Authorization",
    extendedLocation: "Header",
    action:
      "Call from the simulator's machine, or send the control token. A web page must be served from the simulator's origin.",
    isOfSimulator: true,
  },
  FORM_NOT_ALLOWED: {
    status: 403,
    code: "4035",
    location: "Service",
    extendedLocation: "Header",
    action: "Send the form from the hosted page. A web page of another origin can show the hosted page in a frame.",
    isOfSimulator: true,
  },
  UNKNOWN_RESOURCE: {
    status: { gap: "unknown-resource", by: { "not-found": 404, "bad-request": 400 } },
    code: "4040",
    location: "Body",
    action: "Use the resource id of a published journey.",
  },
  UNAVAILABLE_REGION: {
    status: { gap: "unavailable-region", by: { "not-found": 404, "bad-request": 400 } },
    code: "4041",
    location: "Body",
    action: "Send the request to a region where the journey is published.",
  },
  UNKNOWN_INSTANCE: {
    status: { gap: "unknown-instance", by: { "not-found": 404, forbidden: 403, "bad-request": 400 } },
    code: "4042",
    location: "Body",
    action: "Use an `instanceId` that a start on the same API version returned to this client.",
  },
  UNKNOWN_TASK: {
    status: { gap: "unknown-task", by: { "not-found": 404, "bad-request": 400 } },
    code: "4043",
    location: "Body",
    action: "Use a `taskId` from the task list.",
  },
  UNKNOWN_PATH: {
    status: { gap: "unknown-path", by: { "not-found": 404, unauthorized: 401 } },
    code: "4044",
    location: "Path",
    action: "Check the path and its prefix.",
  },
  NO_INTERACTION: {
    status: {
      gap: "interaction-while-running",
      by: { processing: 200, "empty-interaction": 200, "not-found": 404, conflict: 409 },
    },
    code: "4045",
    location: "Body",
    extendedLocation: "Flow",
    action: "Fetch again after the running modules have finished.",
  },
  NO_TASKS: { status: 404, code: "4046", location: "Path", action: "On v2, call interaction/fetch instead." },
  UNKNOWN_CHECKPOINT: {
    status: 404,
    code: "4047",
    location: "Path",
    action: "Use the id of a checkpoint in this world.",
  },
  NOT_SIMULATED: {
    status: 404,
    code: "4048",
    location: "Path",
    action: "Stub the endpoint in your test, or call a real service.",
    isOfSimulator: true,
  },
  METHOD_NOT_ALLOWED: {
    status: { gap: "wrong-method", by: { "not-allowed": 405, "not-found": 404 } },
    code: "4050",
    location: "Path",
    extendedLocation: "Request",
    action: "Use a method from the `Allow` header.",
  },
  REQUEST_TIMEOUT: {
    status: 408,
    code: "4080",
    location: "Service",
    extendedLocation: "Request",
    action: "Send the whole request without pausing.",
  },
  DUPLICATE_ELEMENT: {
    status: 409,
    code: "4090",
    location: "Body",
    extendedLocation: "Flow",
    action: "Submit each element only once.",
  },
  INTERACTION_NOT_CURRENT: {
    status: { gap: "stale-interaction", by: { conflict: 409, "not-found": 404, "bad-request": 400 } },
    code: "4091",
    location: "Body",
    extendedLocation: "Flow",
    action: "Fetch the current interaction and submit to it.",
  },
  TASK_ALREADY_COMPLETED: {
    status: 409,
    code: "4092",
    location: "Body",
    extendedLocation: "Flow",
    action: "Fetch the task list. A completed task accepts no more data.",
  },
  JOURNEY_ENDED: {
    status: 409,
    code: "4093",
    location: "Body",
    extendedLocation: "Flow",
    action: "Fetch the state. The journey has no more interactions.",
  },
  HOSTED_PAGES_ONLY: {
    status: 409,
    code: "4094",
    location: "Body",
    extendedLocation: "Flow",
    action: "Send the end user to the `instanceUrl`.",
  },
  VERSION_EXISTS: {
    status: 409,
    code: "4095",
    location: "Body",
    action: "Publish the changed journey under a new version, or omit the version.",
    isOfSimulator: true,
  },
  LINK_EXPIRED: { status: 410, code: "4100", location: "Path", action: "Start a new instance to get a new link." },
  BODY_TOO_LARGE: {
    status: 413,
    code: "4130",
    location: "Body",
    extendedLocation: "Request",
    action: "Send a smaller body.",
  },
  WRONG_CONTENT_TYPE: {
    status: { gap: "wrong-content-type", by: { unsupported: 415, "bad-request": 400 } },
    code: "4150",
    location: "Body",
    extendedLocation: "Header",
    action: "Send the content type that the endpoint accepts.",
  },
  RATE_LIMITED: {
    status: 429,
    code: "4290",
    location: "Service",
    extendedLocation: "Request",
    action: "Wait for the number of seconds in `Retry-After`, then send the request again.",
  },
  TOO_MANY_AT_ONCE: {
    status: 429,
    code: "4291",
    location: "Service",
    extendedLocation: "Request",
    action: "Wait for the number of seconds in `Retry-After`, then send the request again.",
    isOfSimulator: true,
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    code: "4310",
    location: "Service",
    extendedLocation: "Header",
    action: "Send shorter headers.",
  },
  INTERNAL_ERROR: {
    status: 500,
    code: "5000",
    location: "Service",
    extendedLocation: null,
    action: "Report the error, and include the `X-Request-ID` of the response.",
  },
  MODULE_FAILED: {
    status: { gap: "v1-sync-failure", by: { "500": 500, "502": 502, "503": 503, "504": 504 } },
    code: "5001",
    location: "Service",
    extendedLocation: "Flow",
    action: "Start a new instance.",
  },
  STORE_UNAVAILABLE: {
    status: 503,
    code: "5030",
    location: "Service",
    extendedLocation: null,
    action: "Wait for the number of seconds in `Retry-After`, then send the request again.",
    isOfSimulator: true,
  },
  NOT_READY: {
    status: 503,
    code: "5031",
    location: "Service",
    extendedLocation: null,
    action: "Wait for the number of seconds in `Retry-After`, then send the request again.",
    isOfSimulator: true,
  },
  STORAGE_FULL: {
    status: 507,
    code: "5070",
    location: "Service",
    extendedLocation: null,
    action: "Reset worlds that you no longer use, or start the simulator with a higher limit.",
    isOfSimulator: true,
  },
} as const satisfies Record<string, ErrorKind>;

/** Machine-readable name of a refusal. Spec 7. */
export type ErrorName = keyof typeof errorKinds;

/** Every error name. */
export const errorNames = Object.keys(errorKinds) as ErrorName[]; // `Object.keys` returns `string[]`

/** The code and the name of a refusal on the wire. Gap `wrong-value-code`. */
export function wireErrorOf(
  name: ErrorName,
  read: (gap: GapId) => string,
): { readonly code: string; readonly name: string } {
  const { code, wireAs } = errorKindOf(name);
  const shared = typeof wireAs === "object" ? wireAs.by[read(wireAs.gap)] : wireAs;
  return shared === undefined ? { code, name } : { code: errorKinds[shared].code, name: shared };
}

/** Returns an error kind, typed as `ErrorKind` instead of its literal type. */
export const errorKindOf = (name: ErrorName): ErrorKind => errorKinds[name];
