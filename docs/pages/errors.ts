import { STATUS_CODES } from "node:http";
import {
  type EndpointName,
  endpointNames,
  endpointOf,
  refusalsOf,
  resolveReading,
} from "@journey-kit/schemas/endpoints";
import { type ErrorKind, type ErrorName, errorKindOf, errorNames, presets } from "@journey-kit/schemas/tables";
import { type ErrorForm, toErrorExamples } from "../../packages/schemas/src/emit/error-examples.ts";
import { hasErrors } from "./endpoints.ts";
import { type ReferencePage, toBlock, toBody, toEndpointLink, toGapLink, toList } from "./markdown.ts";
import { toSymptomLinks } from "./symptoms.ts";

/** When a server sends each error. */
const occasions: Readonly<Record<ErrorName, string>> = {
  MALFORMED_JSON: "The body is empty, is not valid JSON, or is not a JSON object.",
  BODY_TOO_COMPLEX: "The body is nested too deeply or has too many values, or a form has too many fields.",
  MISSING_FIELD: "A required field is missing, or a submit lacks the data of a required domain element.",
  INVALID_FIELD:
    "In a submit or a task update, the data of a required domain element is invalid. In the control API, a value has the wrong type or is impossible, such as an outcome that a module does not have.",
  NOTHING_VALID: "Every submitted element is optional and invalid, so nothing is left to store.",
  WRONG_VALUE:
    "A field outside the subject has the wrong type or a value that is not allowed, or the prefill of a start is invalid.",
  UNEXPECTED_FIELD:
    "Documents or biometrics are outside `context.subject`, or the body has an unknown member that the server refuses.",
  FOREIGN_ELEMENT: "A submit contains an element that the current interaction does not collect.",
  INCOMPATIBLE_JOURNEY: "A v1 journey is started on v2, or a v2 journey on v1.",
  OPEN_TASKS: "A synchronous v1 start does not prefill every task.",
  MALFORMED_REQUEST: "The request is not valid HTTP, or does not have exactly one `Host` header.",
  JOURNEY_NOT_ACTIVE:
    "The instance is paused or has ended. In the control API, the state of the instance does not allow the action.",
  MISSING_TOKEN: "The request has no bearer token.",
  INVALID_TOKEN:
    "The token was not issued by this server, was changed or revoked, or was a single-use token that has already been used.",
  EXPIRED_TOKEN: "The token has expired.",
  INVALID_TOKEN_REQUEST: "A token request lacks a field, or has a grant, a scope or a user that is not accepted.",
  INVALID_CLIENT: "The client id is unknown, or the client secret is wrong.",
  UNEXPECTED_PARAMETER: "The URL has query parameters, and the server refuses them.",
  MISSING_PERMISSION: "The API client lacks the permission that the endpoint requires.",
  V2_NOT_ENABLED: "The API client may not use v2 in this region.",
  TOKEN_NOT_ACCEPTED: "The endpoint requires another kind of token, or the end-user token belongs to another instance.",
  HOST_NOT_ALLOWED: "The `Host` header is neither a loopback name nor a host that the simulator allows.",
  CONTROL_NOT_ALLOWED:
    "A request to the control API comes from another machine without the control token, or from a web page on another origin.",
  FORM_NOT_ALLOWED: "A web page of another origin sent the form of a hosted page.",
  UNKNOWN_RESOURCE: "No journey is published under the resource id, or the version does not exist.",
  UNAVAILABLE_REGION: "The journey is published, but not in the region that received the start.",
  UNKNOWN_INSTANCE:
    "The instance does not exist, belongs to another client, API version or region, or was deleted after its retention period.",
  UNKNOWN_TASK: "The task does not exist, or its segment has not started.",
  UNKNOWN_PATH:
    "No endpoint has this path, or a path in the control API contains the name of a resource that does not exist, such as a client.",
  NO_INTERACTION: "Modules are running, so no interaction is current.",
  NO_TASKS: "The request asks for the tasks of a v2 instance, which has no tasks.",
  NOT_SIMULATED:
    "Published clients call the endpoint at this path, but the specification does not define it and the simulator does not serve it.",
  UNKNOWN_CHECKPOINT: "The world has no checkpoint with this id.",
  METHOD_NOT_ALLOWED: "The endpoint does not accept the method. The header `Allow` lists the methods that it accepts.",
  REQUEST_TIMEOUT: "The headers or the body did not arrive in time.",
  DUPLICATE_ELEMENT: "A submit lists an element that was already accepted, or lists an element twice.",
  INTERACTION_NOT_CURRENT: "The `interactionId` in a submit does not belong to the current interaction.",
  TASK_ALREADY_COMPLETED: "The task was already completed.",
  JOURNEY_ENDED: "The journey has ended, so there is no interaction to fetch.",
  HOSTED_PAGES_ONLY: "The instance uses hosted pages, so it does not accept interaction/fetch or interaction/submit.",
  VERSION_EXISTS: "The journey was already published with this version and different contents.",
  LINK_EXPIRED: "The link to a hosted page has expired.",
  BODY_TOO_LARGE: "The body, or a part of it, exceeds a limit.",
  WRONG_CONTENT_TYPE: "The `Content-Type` is missing, or the endpoint does not accept it.",
  RATE_LIMITED: "The client sent more starts and submits in a minute than the rate limit allows.",
  TOO_MANY_AT_ONCE: "Too many large bodies are being read at once, or too many event streams are open.",
  HEADERS_TOO_LARGE: "The headers of the request are too large.",
  INTERNAL_ERROR: "The server failed to handle the request.",
  MODULE_FAILED: "A module failed to complete during a synchronous v1 start, or never finishes.",
  STORE_UNAVAILABLE: "The database of the simulator does not respond.",
  NOT_READY: "The simulator is shutting down. Only `GET /_sim/ready` sends this error.",
  STORAGE_FULL: "The request would exceed a limit on the data that the simulator stores.",
};

const alternatives = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** The page of the errors. */
export const toErrorsPage = (): ReferencePage => ({
  path: "reference/errors",
  title: "Errors",
  description: "Every error of the journey service and of a simulator: status, code, cause and remedy.",
  body: toBody(
    "An error response contains one entry for each problem. `problem` says what is wrong in this request. If a field caused the problem, the text starts with the path of the field. `action` says how to fix the problem. In your code, check `name` or `code`, not the text:",
    toExample("errors", "UNKNOWN_INSTANCE"),
    `v1 uses an older form of the body (gap ${toGapLink("v1-error-body")}), in which \`error\` is the name of the error:`,
    toExample("older", "UNKNOWN_INSTANCE"),
    `The token endpoint uses the error body of RFC 6749 (gap ${toGapLink("token-error-body")}):`,
    toExample("oauth", "INVALID_CLIENT"),
    "The control API of a simulator uses the first form for every error. It also has errors that the service never sends:",
    toExample("errors", "UNKNOWN_CHECKPOINT"),
    "The errors below are grouped by status. If the status of an error depends on a gap, the error is listed under its status in the profile `specified`.",
    ...[...new Set(errorNames.map(statusOf))]
      .toSorted((one, other) => one - other)
      .map((status) =>
        toBody(
          `## ${status} ${STATUS_CODES[status]}`,
          ...errorNames.filter((name) => statusOf(name) === status).map(toSection),
        ),
      ),
  ),
});

/** An example body, as in the OpenAPI documents. */
function toExample(form: ErrorForm, name: ErrorName): string {
  const [example] = Object.values(toErrorExamples(form, statusOf(name), [name], presets.specified));
  return toBlock("json", JSON.stringify(example?.value, null, 2));
}

/** The status under the profile `specified` or, if that is not an error status, the first error status. */
function statusOf(name: ErrorName): number {
  const { status } = errorKindOf(name);
  const usual = resolveReading(presets.specified, status) ?? 500;
  return usual >= 400 || typeof status === "number"
    ? usual
    : Math.min(...Object.values(status.by).filter((one) => one >= 400));
}

function toSection(name: ErrorName): string {
  const { code, action, isOfSimulator, wireAs } = errorKindOf(name);
  const senders = endpointNames
    .filter(hasErrors)
    .filter((route) =>
      Object.values(presets).some((profile) =>
        [...refusalsOf(endpointOf(route), profile).values()].flat().includes(name),
      ),
    );
  return toBody(
    `### \`${name}\``,
    occasions[name],
    toList([
      `Code \`${code}\`${toLocation(name)}`,
      `To fix: ${action}`,
      ...toSymptoms(name),
      ...toStatuses(errorKindOf(name).status),
      ...toWireName(wireAs),
      ...(isOfSimulator === true ? ["Only a simulator sends this error, never the service."] : []),
      ...(senders.length === 0 ? [] : [`Documented for ${toSenders(senders)}`]),
    ]),
  );
}

function toSymptoms(name: ErrorName): readonly string[] {
  const links = toSymptomLinks(name);
  return links.length === 0 ? [] : [`Troubleshooting: ${links.join(", ")}`];
}

const toSenders = (senders: readonly EndpointName[]): string =>
  senders.length > 8 ? "most endpoints" : senders.map(toEndpointLink).join(", ");

function toLocation(name: ErrorName): string {
  const { location, extendedLocation } = errorKindOf(name);
  if (extendedLocation === undefined) return `, location \`${location}\``;
  const other = extendedLocation === null ? "no location" : `\`${extendedLocation}\``;
  return `, location \`${location}\`, or ${other} if gap ${toGapLink("error-location-values")} is \`extended\``;
}

function toStatuses(status: ErrorKind["status"]): readonly string[] {
  if (typeof status === "number") return [];
  const values = Object.entries(status.by).map(([reading, value]) => {
    const text = value < 400 ? "no error" : `${value}`;
    return text === reading ? text : `${text} (\`${reading}\`)`;
  });
  return [`The status depends on the reading of gap ${toGapLink(status.gap)}: ${alternatives.format(values)}`];
}

function toWireName(wireAs: ErrorKind["wireAs"]): readonly string[] {
  if (wireAs === undefined) return [];
  if (typeof wireAs === "string")
    return [`Responses contain the name and code of [\`${wireAs}\`](#${wireAs.toLowerCase()})`];
  const names = Object.entries(wireAs.by).map(([reading, name]) => `\`${name}\` (\`${reading}\`)`);
  return [
    `Responses contain the name and code of another error, depending on the reading of gap ${toGapLink(wireAs.gap)}: ${alternatives.format(names)}`,
  ];
}
