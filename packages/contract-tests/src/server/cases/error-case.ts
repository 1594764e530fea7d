import { endpoints } from "@journey-kit/schemas/endpoints";
import { newInstance } from "./bodies.ts";
import type { CaseRequest, CaseTable } from "./case.ts";
import { by, refused, responds, succeeds, withHeaders } from "./expectations.ts";
import { noted } from "./given.ts";
import { fetchState, post, refuses, startOf, startWith } from "./requests.ts";
import { filled, matching, other } from "./shape.ts";

const startAgeCheck = startOf("age-check");
const requestNowhere: CaseRequest = { ...fetchState, path: "/v2/captain/journey/nowhere", body: {} };
const typed = (contentType: string): CaseRequest => ({ ...startAgeCheck, headers: { "content-type": contentType } });
const withText = (text: string): CaseRequest => ({ ...startAgeCheck, text });
const withRequestId = (requestId: string): CaseRequest => ({
  ...startAgeCheck,
  headers: { "x-request-id": requestId },
});
const anyId = { "x-request-id": filled };
const entry = {
  "errors[0].code": matching(/^\d+$/),
  "errors[0].name": filled,
  "errors[0].problem": filled,
  "errors[0].action": filled,
};

const startedAbroad = noted(
  { ...startAgeCheck, region: "us" },
  { abroad: "instanceId" },
  "started an instance in the region us and saved its id as $abroad",
);

/** Cases about malformed requests, errors, request ids, prefixes and regions. Spec 4, 7, 9. */
export const errorCases: CaseTable = {
  "bearer-and-json": { request: startAgeCheck, response: newInstance },
  "bearer-and-json/with-charset": { request: typed("application/json; charset=utf-8"), response: newInstance },
  "bearer-and-json/text": refuses(typed("text/plain"), "WRONG_CONTENT_TYPE"),
  "bearer-and-json/form": refuses(typed("application/x-www-form-urlencoded"), "WRONG_CONTENT_TYPE"),
  "bearer-and-json/cut-short": refuses(withText('{"resourceId":'), "MALFORMED_JSON"),
  "bearer-and-json/empty": refuses(withText(""), "MALFORMED_JSON"),
  "bearer-and-json/list": refuses(withText("[]"), "MALFORMED_JSON"),
  "bearer-and-json/null": refuses(withText("null"), "MALFORMED_JSON"),
  "bearer-and-json/too-deep": refuses(withText(`${'{"context":'.repeat(100)}{}${"}".repeat(100)}`), "BODY_TOO_COMPLEX"),
  "bearer-and-json/too-much": refuses(withText(`{"resourceId":[${"0,".repeat(120_000)}0]}`), "BODY_TOO_COMPLEX"),
  "bearer-and-json/prototype": refuses(
    withText('{"__proto__":{"resourceId":"age-check@latest"},"context":{"config":{"delivery":"api"},"subject":{}}}'),
    "MISSING_FIELD",
  ),
  "post-only/get": refuses({ ...startAgeCheck, method: "GET" }, "METHOD_NOT_ALLOWED"),
  "post-only/put": refuses({ ...startAgeCheck, method: "PUT" }, "METHOD_NOT_ALLOWED"),
  "post-only/v1": refuses({ ...startOf("age-check-v1"), method: "DELETE" }, "METHOD_NOT_ALLOWED"),
  "error-body-form": refuses(post("v2.startJourney"), "MISSING_FIELD", entry),
  "error-body-form/unknown-path": refuses(requestNowhere, "UNKNOWN_PATH", entry),
  "error-body-form/malformed": refuses(withText("<start/>"), "MALFORMED_JSON", entry),
  "error-code-numeric-string": refuses(
    post("v2.fetchState", { instanceId: "nobody-started-this" }),
    "UNKNOWN_INSTANCE",
    { "errors[0].code": matching(/^\d+$/) },
  ),
  "error-location-named/body": refuses(post("v2.startJourney"), "MISSING_FIELD", { "errors[0].location": "Body" }),
  "error-location-named/path": refuses(requestNowhere, "UNKNOWN_PATH", { "errors[0].location": "Path" }),
  "error-location-named/authorization": {
    request: { ...startAgeCheck, authorization: null },
    response: by("error-location-values", {
      four: responds(401, { "errors[0].location": "Authorization" }),
      extended: responds(401, { "errors[0].location": matching(/^(Authorization|Header)$/) }),
    }),
  },
  "error-location-named/header": {
    request: typed("text/plain"),
    response: by("error-location-values", {
      four: refused("WRONG_CONTENT_TYPE", { "errors[0].location": "Body" }),
      extended: refused("WRONG_CONTENT_TYPE", { "errors[0].location": "Header" }),
    }),
  },
  "error-missing-field": refuses(post("v2.fetchState"), "MISSING_FIELD", {
    "errors[0].code": "4002",
    "errors[0].name": "MISSING_FIELD",
    "errors[0].location": "Body",
  }),
  "error-missing-field/wrong-type": {
    request: post("v2.fetchState", { instanceId: 7 }),
    response: by("wrong-value-code", {
      "invalid-field": refused("WRONG_VALUE", { "errors[0].code": "4003", "errors[0].name": "INVALID_FIELD" }),
      "by-endpoint": refused("WRONG_VALUE", { "errors[0].code": "4002", "errors[0].name": "MISSING_FIELD" }),
    }),
  },
  "request-id-always": { request: startAgeCheck, response: withHeaders(succeeds(), anyId) },
  "request-id-always/refused": {
    request: { ...startAgeCheck, authorization: null },
    response: withHeaders(responds(401), anyId),
  },
  "request-id-always/unknown-path": { request: requestNowhere, response: withHeaders(refused("UNKNOWN_PATH"), anyId) },
  "request-id-always/of-the-caller": {
    request: withRequestId("mine-1"),
    response: by("x-request-id-echo", {
      "new-one": withHeaders(succeeds(), { "x-request-id": other("mine-1") }),
      echoed: withHeaders(succeeds(), { "x-request-id": "mine-1" }),
    }),
  },
  "generation-prefixes/v2": refuses({ ...startAgeCheck, path: "/v2/journey/start" }, "UNKNOWN_PATH"),
  "generation-prefixes/v2-only-endpoint-on-v1": refuses(
    { ...post("v1.fetchState"), path: "/captain/api/journey/interaction/fetch" },
    "UNKNOWN_PATH",
  ),
  "regions-shared/eu": { request: { ...startAgeCheck, region: "eu" }, response: succeeds() },
  "regions-shared/us": { request: { ...startAgeCheck, region: "us" }, response: succeeds() },
  "regions-shared/au": { request: { ...startAgeCheck, region: "au" }, response: succeeds() },
  "regions-shared/v1": { request: { ...startOf("age-check-v1"), region: "au" }, response: succeeds() },
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
    request: { ...startAgeCheck, path: `${String(endpoints["v2.startJourney"].path)}?view=slim` },
    response: by("query-parameters", { ignored: newInstance, refused: refused("UNEXPECTED_FIELD") }),
  },
  "generation-prefixes/extension": {
    request: { route: "v2.checkHealth", path: "/v2/captain/journey/health", method: "GET" },
    response: by("extension-endpoints", { present: responds(200), absent: refused("UNKNOWN_PATH") }),
  },
  "generation-prefixes/query-parameters-v1": {
    request: { ...startOf("age-check-v1"), path: `${String(endpoints["v1.startJourney"].path)}?view=slim` },
    response: by("query-parameters", { ignored: newInstance, refused: refused("UNEXPECTED_FIELD") }),
  },
  "request-id-always/with-a-space": {
    request: withRequestId("mine 1"),
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
