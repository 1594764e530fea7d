import { routes } from "@journey-kit/schemas/routes";
import { newInstance } from "./bodies.ts";
import type { CaseRequest, CaseTable } from "./case.ts";
import { by, refused, responds, succeeds, withHeaders } from "./expectations.ts";
import { noted } from "./given.ts";
import { fetchState, post, startV1, startV2, startWith } from "./requests.ts";
import { filled, like, other } from "./shape.ts";

const start = startV2("age-check");
const nowhere: CaseRequest = { ...fetchState, path: "/v2/captain/journey/nowhere", body: {} };
const typed = (contentType: string): CaseRequest => ({ ...start, headers: { "content-type": contentType } });
const written = (text: string): CaseRequest => ({ ...start, text });
const named = (requestId: string): CaseRequest => ({ ...start, headers: { "x-request-id": requestId } });
const anyId = { "x-request-id": filled };
const entry = {
  "errors[0].code": like(/^\d+$/),
  "errors[0].name": filled,
  "errors[0].problem": filled,
  "errors[0].action": filled,
};

const startedAbroad = noted(
  { ...start, region: "us" },
  { abroad: "instanceId" },
  "started an instance in the region us and saved its id as $abroad",
);

/** Cases about malformed requests, errors, request ids, prefixes and regions. Spec 4, 7, 9. */
export const errorCases: CaseTable = {
  "bearer-and-json": { request: start, response: newInstance },
  "bearer-and-json/with-charset": { request: typed("application/json; charset=utf-8"), response: newInstance },
  "bearer-and-json/text": { request: typed("text/plain"), response: refused("WRONG_CONTENT_TYPE") },
  "bearer-and-json/form": {
    request: typed("application/x-www-form-urlencoded"),
    response: refused("WRONG_CONTENT_TYPE"),
  },
  "bearer-and-json/cut-short": { request: written('{"resourceId":'), response: refused("MALFORMED_JSON") },
  "bearer-and-json/empty": { request: written(""), response: refused("MALFORMED_JSON") },
  "bearer-and-json/list": { request: written("[]"), response: refused("MALFORMED_JSON") },
  "bearer-and-json/null": { request: written("null"), response: refused("MALFORMED_JSON") },
  "bearer-and-json/too-deep": {
    request: written(`${'{"context":'.repeat(100)}{}${"}".repeat(100)}`),
    response: refused("BODY_TOO_COMPLEX"),
  },
  "bearer-and-json/too-much": {
    request: written(`{"resourceId":[${"0,".repeat(120_000)}0]}`),
    response: refused("BODY_TOO_COMPLEX"),
  },
  "bearer-and-json/prototype": {
    request: written(
      '{"__proto__":{"resourceId":"age-check@latest"},"context":{"config":{"delivery":"api"},"subject":{}}}',
    ),
    response: refused("MISSING_FIELD"),
  },
  "post-only/get": { request: { ...start, method: "GET" }, response: refused("METHOD_NOT_ALLOWED") },
  "post-only/put": { request: { ...start, method: "PUT" }, response: refused("METHOD_NOT_ALLOWED") },
  "post-only/v1": {
    request: { ...startV1("age-check-v1"), method: "DELETE" },
    response: refused("METHOD_NOT_ALLOWED"),
  },
  "error-body-form": { request: post("v2.startJourney"), response: refused("MISSING_FIELD", entry) },
  "error-body-form/unknown-path": { request: nowhere, response: refused("UNKNOWN_PATH", entry) },
  "error-body-form/malformed": { request: written("<start/>"), response: refused("MALFORMED_JSON", entry) },
  "error-code-numeric-string": {
    request: post("v2.fetchState", { instanceId: "nobody-started-this" }),
    response: refused("UNKNOWN_INSTANCE", { "errors[0].code": like(/^\d+$/) }),
  },
  "error-location-named/body": {
    request: post("v2.startJourney"),
    response: refused("MISSING_FIELD", { "errors[0].location": "Body" }),
  },
  "error-location-named/path": {
    request: nowhere,
    response: refused("UNKNOWN_PATH", { "errors[0].location": "Path" }),
  },
  "error-location-named/authorization": {
    request: { ...start, authorization: null },
    response: by("error-location-values", {
      four: responds(401, { "errors[0].location": "Authorization" }),
      extended: responds(401, { "errors[0].location": like(/^(Authorization|Header)$/) }),
    }),
  },
  "error-location-named/header": {
    request: typed("text/plain"),
    response: by("error-location-values", {
      four: refused("WRONG_CONTENT_TYPE", { "errors[0].location": "Body" }),
      extended: refused("WRONG_CONTENT_TYPE", { "errors[0].location": "Header" }),
    }),
  },
  "error-missing-field": {
    request: post("v2.fetchState"),
    response: refused("MISSING_FIELD", {
      "errors[0].code": "4002",
      "errors[0].name": "MISSING_FIELD",
      "errors[0].location": "Body",
    }),
  },
  "error-missing-field/wrong-type": {
    request: post("v2.fetchState", { instanceId: 7 }),
    response: by("wrong-value-code", {
      "invalid-field": refused("WRONG_VALUE", { "errors[0].code": "4003", "errors[0].name": "INVALID_FIELD" }),
      "by-endpoint": refused("WRONG_VALUE", { "errors[0].code": "4002", "errors[0].name": "MISSING_FIELD" }),
    }),
  },
  "request-id-always": { request: start, response: withHeaders(succeeds(), anyId) },
  "request-id-always/refused": {
    request: { ...start, authorization: null },
    response: withHeaders(responds(401), anyId),
  },
  "request-id-always/unknown-path": { request: nowhere, response: withHeaders(refused("UNKNOWN_PATH"), anyId) },
  "request-id-always/of-the-caller": {
    request: named("mine-1"),
    response: by("x-request-id-echo", {
      "new-one": withHeaders(succeeds(), { "x-request-id": other("mine-1") }),
      echoed: withHeaders(succeeds(), { "x-request-id": "mine-1" }),
    }),
  },
  "generation-prefixes/v2": { request: { ...start, path: "/v2/journey/start" }, response: refused("UNKNOWN_PATH") },
  "generation-prefixes/v2-only-endpoint-on-v1": {
    request: { ...post("v1.fetchState"), path: "/captain/api/journey/interaction/fetch" },
    response: refused("UNKNOWN_PATH"),
  },
  "regions-shared/eu": { request: { ...start, region: "eu" }, response: succeeds() },
  "regions-shared/us": { request: { ...start, region: "us" }, response: succeeds() },
  "regions-shared/au": { request: { ...start, region: "au" }, response: succeeds() },
  "regions-shared/v1": { request: { ...startV1("age-check-v1"), region: "au" }, response: succeeds() },
  "regions-shared/own-instances": {
    given: [startedAbroad],
    request: { ...post("v2.fetchState", { instanceId: "$abroad" }), region: "us" },
    response: { instanceId: "$abroad" },
  },
  "regions-shared/instances-of-another-region": {
    given: [startedAbroad],
    request: { ...post("v2.fetchState", { instanceId: "$abroad" }), region: "eu" },
    response: by("region-visibility", { own: refused("UNKNOWN_INSTANCE"), all: { instanceId: "$abroad" } }),
  },
  "v1-error-older-form": {
    request: post("v1.fetchState"),
    response: by("v1-error-body", {
      older: refused("MISSING_FIELD", { status: 400, message: filled, error: filled }),
      errors: refused("MISSING_FIELD", entry),
    }),
  },
  "bearer-and-json/more-than-a-mebibyte": {
    request: startWith("age-check", { documents: [{ type: "Primary", side1Image: "A".repeat(1024 ** 2) }] }),
    response: by("request-size-limit", { "20MiB": newInstance, "1MiB": refused("BODY_TOO_LARGE") }),
    uncited: ["request-size-limit=20MiB"],
  },
  "generation-prefixes/query-parameters": {
    request: { ...start, path: `${String(routes["v2.startJourney"].path)}?view=slim` },
    response: by("query-parameters", { ignored: newInstance, refused: refused("UNEXPECTED_FIELD") }),
  },
  "generation-prefixes/extension": {
    request: { route: "v2.checkHealth", path: "/v2/captain/journey/health", method: "GET" },
    response: by("extension-endpoints", { present: responds(200), absent: refused("UNKNOWN_PATH") }),
  },
  "generation-prefixes/query-parameters-v1": {
    request: { ...startV1("age-check-v1"), path: `${String(routes["v1.startJourney"].path)}?view=slim` },
    response: by("query-parameters", { ignored: newInstance, refused: refused("UNEXPECTED_FIELD") }),
  },
  "request-id-always/with-a-space": {
    request: named("mine 1"),
    response: withHeaders(succeeds(), { "x-request-id": other("mine 1") }),
  },
  "generation-prefixes/extension-of-a-client": {
    request: {
      ...post("v2.terminateInstance", { instanceId: "nobody-started-this" }),
      path: "/v2/captain/journey/terminate",
    },
    response: by("extension-endpoints", { present: refused("UNKNOWN_INSTANCE"), absent: refused("UNKNOWN_PATH") }),
  },
};
