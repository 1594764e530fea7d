import { routes } from "@journey-kit/schemas/routes";
import { answers, by, refused, succeeds, withHeaders } from "./answer.ts";
import { fetchState, post, startV1, startV2, startWith } from "./ask.ts";
import type { Ask, CaseTable } from "./case.ts";
import { noted } from "./given.ts";
import { filled, like, other } from "./shape.ts";

const start = startV2("age-check");
const nowhere: Ask = { ...fetchState, path: "/v2/captain/journey/nowhere", body: {} };
const typed = (contentType: string): Ask => ({ ...start, headers: { "content-type": contentType } });
const written = (text: string): Ask => ({ ...start, text });
const named = (requestId: string): Ask => ({ ...start, headers: { "x-request-id": requestId } });
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
  "started an instance in us and saved its id as $abroad",
);

/** Malformed requests, errors, request ids, prefixes and regions. Spec 4, 7, 9. */
export const errorCases: CaseTable = {
  "bearer-and-json": { ask: start, answer: succeeds({ instanceId: filled }) },
  "bearer-and-json/with-charset": {
    ask: typed("application/json; charset=utf-8"),
    answer: succeeds({ instanceId: filled }),
  },
  "bearer-and-json/text": { ask: typed("text/plain"), answer: refused("WRONG_CONTENT_TYPE") },
  "bearer-and-json/form": { ask: typed("application/x-www-form-urlencoded"), answer: refused("WRONG_CONTENT_TYPE") },
  "bearer-and-json/cut-short": { ask: written('{"resourceId":'), answer: refused("MALFORMED_JSON") },
  "bearer-and-json/empty": { ask: written(""), answer: refused("MALFORMED_JSON") },
  "bearer-and-json/list": { ask: written("[]"), answer: refused("MALFORMED_JSON") },
  "bearer-and-json/null": { ask: written("null"), answer: refused("MALFORMED_JSON") },
  "bearer-and-json/too-deep": {
    ask: written(`${'{"context":'.repeat(100)}{}${"}".repeat(100)}`),
    answer: refused("BODY_TOO_COMPLEX"),
  },
  "bearer-and-json/too-much": {
    ask: written(`{"resourceId":[${"0,".repeat(120_000)}0]}`),
    answer: refused("BODY_TOO_COMPLEX"),
  },
  "bearer-and-json/prototype": {
    ask: written(
      '{"__proto__":{"resourceId":"age-check@latest"},"context":{"config":{"delivery":"api"},"subject":{}}}',
    ),
    answer: refused("MISSING_FIELD"),
  },
  "post-only/get": { ask: { ...start, method: "GET" }, answer: refused("METHOD_NOT_ALLOWED") },
  "post-only/put": { ask: { ...start, method: "PUT" }, answer: refused("METHOD_NOT_ALLOWED") },
  "post-only/v1": { ask: { ...startV1("age-check-v1"), method: "DELETE" }, answer: refused("METHOD_NOT_ALLOWED") },
  "error-body-form": { ask: post("v2.startJourney"), answer: refused("MISSING_FIELD", entry) },
  "error-body-form/unknown-path": { ask: nowhere, answer: refused("UNKNOWN_PATH", entry) },
  "error-body-form/malformed": { ask: written("<start/>"), answer: refused("MALFORMED_JSON", entry) },
  "error-code-numeric-string": {
    ask: post("v2.fetchState", { instanceId: "nobody-started-this" }),
    answer: refused("UNKNOWN_INSTANCE", { "errors[0].code": like(/^\d+$/) }),
  },
  "error-location-named/body": {
    ask: post("v2.startJourney"),
    answer: refused("MISSING_FIELD", { "errors[0].location": "Body" }),
  },
  "error-location-named/path": { ask: nowhere, answer: refused("UNKNOWN_PATH", { "errors[0].location": "Path" }) },
  "error-location-named/authorization": {
    ask: { ...start, authorization: null },
    answer: by("error-location-values", {
      four: answers(401, { "errors[0].location": "Authorization" }),
      extended: answers(401, { "errors[0].location": like(/^(Authorization|Header)$/) }),
    }),
  },
  "error-location-named/header": {
    ask: typed("text/plain"),
    answer: by("error-location-values", {
      four: refused("WRONG_CONTENT_TYPE", { "errors[0].location": "Body" }),
      extended: refused("WRONG_CONTENT_TYPE", { "errors[0].location": "Header" }),
    }),
  },
  "error-missing-field": {
    ask: post("v2.fetchState"),
    answer: refused("MISSING_FIELD", {
      "errors[0].code": "4002",
      "errors[0].name": "MISSING_FIELD",
      "errors[0].location": "Body",
    }),
  },
  "error-missing-field/wrong-type": {
    ask: post("v2.fetchState", { instanceId: 7 }),
    answer: by("wrong-value-code", {
      "invalid-field": refused("WRONG_VALUE", { "errors[0].code": "4003", "errors[0].name": "INVALID_FIELD" }),
      "by-endpoint": refused("WRONG_VALUE", { "errors[0].code": "4002", "errors[0].name": "MISSING_FIELD" }),
    }),
  },
  "request-id-always": { ask: start, answer: withHeaders(succeeds(), anyId) },
  "request-id-always/refused": { ask: { ...start, authorization: null }, answer: withHeaders(answers(401), anyId) },
  "request-id-always/unknown-path": { ask: nowhere, answer: withHeaders(refused("UNKNOWN_PATH"), anyId) },
  "request-id-always/of-the-caller": {
    ask: named("mine-1"),
    answer: by("x-request-id-echo", {
      "new-one": withHeaders(succeeds(), { "x-request-id": other("mine-1") }),
      echoed: withHeaders(succeeds(), { "x-request-id": "mine-1" }),
    }),
  },
  "generation-prefixes/v2": { ask: { ...start, path: "/v2/journey/start" }, answer: refused("UNKNOWN_PATH") },
  "generation-prefixes/v2-only-endpoint-on-v1": {
    ask: { ...post("v1.fetchState"), path: "/captain/api/journey/interaction/fetch" },
    answer: refused("UNKNOWN_PATH"),
  },
  "regions-shared/eu": { ask: { ...start, region: "eu" }, answer: succeeds() },
  "regions-shared/us": { ask: { ...start, region: "us" }, answer: succeeds() },
  "regions-shared/au": { ask: { ...start, region: "au" }, answer: succeeds() },
  "regions-shared/v1": { ask: { ...startV1("age-check-v1"), region: "au" }, answer: succeeds() },
  "regions-shared/own-instances": {
    given: [startedAbroad],
    ask: { ...post("v2.fetchState", { instanceId: "$abroad" }), region: "us" },
    answer: succeeds({ instanceId: "$abroad" }),
  },
  "regions-shared/instances-of-another-region": {
    given: [startedAbroad],
    ask: { ...post("v2.fetchState", { instanceId: "$abroad" }), region: "eu" },
    answer: by("region-visibility", {
      own: refused("UNKNOWN_INSTANCE"),
      all: succeeds({ instanceId: "$abroad" }),
    }),
  },
  "v1-error-older-form": {
    ask: post("v1.fetchState"),
    answer: by("v1-error-body", {
      older: refused("MISSING_FIELD", { status: 400, message: filled, error: filled }),
      errors: refused("MISSING_FIELD", entry),
    }),
  },
  "bearer-and-json/more-than-a-mebibyte": {
    ask: startWith("age-check", { documents: [{ type: "Primary", side1Image: "A".repeat(1024 ** 2) }] }),
    answer: by("request-size-limit", { "20MiB": succeeds({ instanceId: filled }), "1MiB": refused("BODY_TOO_LARGE") }),
    uncited: ["request-size-limit=20MiB"],
  },
  "generation-prefixes/query-parameters": {
    ask: { ...start, path: `${String(routes["v2.startJourney"].path)}?view=slim` },
    answer: by("query-parameters", {
      ignored: succeeds({ instanceId: filled }),
      refused: refused("UNEXPECTED_FIELD"),
    }),
  },
  "generation-prefixes/extension": {
    ask: { route: "v2.checkHealth", path: "/v2/captain/journey/health", method: "GET" },
    answer: by("extension-endpoints", { present: answers(200), absent: refused("UNKNOWN_PATH") }),
  },
  "generation-prefixes/query-parameters-v1": {
    ask: { ...startV1("age-check-v1"), path: `${String(routes["v1.startJourney"].path)}?view=slim` },
    answer: by("query-parameters", {
      ignored: succeeds({ instanceId: filled }),
      refused: refused("UNEXPECTED_FIELD"),
    }),
  },
  "request-id-always/with-a-space": {
    ask: named("mine 1"),
    answer: withHeaders(succeeds(), { "x-request-id": other("mine 1") }),
  },
  "generation-prefixes/extension-of-a-client": {
    ask: {
      ...post("v2.terminateInstance", { instanceId: "nobody-started-this" }),
      path: "/v2/captain/journey/terminate",
    },
    answer: by("extension-endpoints", { present: refused("UNKNOWN_INSTANCE"), absent: refused("UNKNOWN_PATH") }),
  },
};
