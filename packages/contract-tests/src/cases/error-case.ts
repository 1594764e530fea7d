import { answers, by, refused, succeeds, withHeaders } from "./answer.ts";
import { fetchState, post, startV1, startV2 } from "./ask.ts";
import type { Ask, Case } from "./case.ts";
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
export const errorCases: readonly Case[] = [
  { rule: "bearer-and-json", given: [], ask: start, answer: succeeds({ instanceId: filled }) },
  {
    rule: "bearer-and-json",
    facet: "with-charset",
    given: [],
    ask: typed("application/json; charset=utf-8"),
    answer: succeeds({ instanceId: filled }),
  },
  {
    rule: "bearer-and-json",
    facet: "text",
    given: [],
    ask: typed("text/plain"),
    answer: refused("WRONG_CONTENT_TYPE"),
  },
  {
    rule: "bearer-and-json",
    facet: "form",
    given: [],
    ask: typed("application/x-www-form-urlencoded"),
    answer: refused("WRONG_CONTENT_TYPE"),
  },
  {
    rule: "bearer-and-json",
    facet: "cut-short",
    given: [],
    ask: written('{"resourceId":'),
    answer: refused("MALFORMED_JSON"),
  },
  { rule: "bearer-and-json", facet: "empty", given: [], ask: written(""), answer: refused("MALFORMED_JSON") },
  { rule: "bearer-and-json", facet: "list", given: [], ask: written("[]"), answer: refused("MALFORMED_JSON") },
  { rule: "bearer-and-json", facet: "null", given: [], ask: written("null"), answer: refused("MALFORMED_JSON") },
  {
    rule: "bearer-and-json",
    facet: "too-deep",
    given: [],
    ask: written(`${'{"context":'.repeat(100)}{}${"}".repeat(100)}`),
    answer: refused("BODY_TOO_COMPLEX"),
  },
  {
    rule: "bearer-and-json",
    facet: "too-much",
    given: [],
    ask: written(`{"resourceId":[${"0,".repeat(120_000)}0]}`),
    answer: refused("BODY_TOO_COMPLEX"),
  },
  {
    rule: "bearer-and-json",
    facet: "prototype",
    given: [],
    ask: written(
      '{"__proto__":{"resourceId":"age-check@latest"},"context":{"config":{"delivery":"api"},"subject":{}}}',
    ),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "post-only",
    facet: "get",
    given: [],
    ask: { ...start, method: "GET" },
    answer: refused("METHOD_NOT_ALLOWED"),
  },
  {
    rule: "post-only",
    facet: "put",
    given: [],
    ask: { ...start, method: "PUT" },
    answer: refused("METHOD_NOT_ALLOWED"),
  },
  {
    rule: "post-only",
    facet: "v1",
    given: [],
    ask: { ...startV1("age-check-v1"), method: "DELETE" },
    answer: refused("METHOD_NOT_ALLOWED"),
  },
  { rule: "error-body-form", given: [], ask: post("v2.startJourney"), answer: refused("MISSING_FIELD", entry) },
  { rule: "error-body-form", facet: "unknown-path", given: [], ask: nowhere, answer: refused("UNKNOWN_PATH", entry) },
  {
    rule: "error-body-form",
    facet: "malformed",
    given: [],
    ask: written("<start/>"),
    answer: refused("MALFORMED_JSON", entry),
  },
  {
    rule: "error-code-numeric-string",
    given: [],
    ask: post("v2.fetchState", { instanceId: "nobody-started-this" }),
    answer: refused("UNKNOWN_INSTANCE", { "errors[0].code": like(/^\d+$/) }),
  },
  {
    rule: "error-location-named",
    facet: "body",
    given: [],
    ask: post("v2.startJourney"),
    answer: refused("MISSING_FIELD", { "errors[0].location": "Body" }),
  },
  {
    rule: "error-location-named",
    facet: "path",
    given: [],
    ask: nowhere,
    answer: refused("UNKNOWN_PATH", { "errors[0].location": "Path" }),
  },
  {
    rule: "error-location-named",
    facet: "authorization",
    given: [],
    ask: { ...start, authorization: null },
    answer: by("error-location-values", {
      four: answers(401, { "errors[0].location": "Authorization" }),
      extended: answers(401, { "errors[0].location": like(/^(Authorization|Header)$/) }),
    }),
  },
  {
    rule: "error-missing-field",
    given: [],
    ask: post("v2.fetchState"),
    answer: refused("MISSING_FIELD", {
      "errors[0].code": "4002",
      "errors[0].name": "MISSING_FIELD",
      "errors[0].location": "Body",
    }),
  },
  {
    rule: "error-missing-field",
    facet: "wrong-type",
    given: [],
    ask: post("v2.fetchState", { instanceId: 7 }),
    answer: by("wrong-value-code", {
      "invalid-field": refused("WRONG_VALUE", { "errors[0].code": "4003", "errors[0].name": "INVALID_FIELD" }),
      "by-endpoint": refused("WRONG_VALUE", { "errors[0].code": "4002", "errors[0].name": "MISSING_FIELD" }),
    }),
  },
  { rule: "request-id-always", given: [], ask: start, answer: withHeaders(succeeds(), anyId) },
  {
    rule: "request-id-always",
    facet: "refused",
    given: [],
    ask: { ...start, authorization: null },
    answer: withHeaders(answers(401), anyId),
  },
  {
    rule: "request-id-always",
    facet: "unknown-path",
    given: [],
    ask: nowhere,
    answer: withHeaders(refused("UNKNOWN_PATH"), anyId),
  },
  {
    rule: "request-id-always",
    facet: "of-the-caller",
    given: [],
    ask: named("mine-1"),
    answer: by("x-request-id-echo", {
      "new-one": withHeaders(succeeds(), { "x-request-id": other("mine-1") }),
      echoed: withHeaders(succeeds(), { "x-request-id": "mine-1" }),
    }),
  },
  {
    rule: "generation-prefixes",
    facet: "v2",
    given: [],
    ask: { ...start, path: "/v2/journey/start" },
    answer: refused("UNKNOWN_PATH"),
  },
  {
    rule: "generation-prefixes",
    facet: "v2-only-endpoint-on-v1",
    given: [],
    ask: { ...post("v1.fetchState"), path: "/captain/api/journey/interaction/fetch" },
    answer: refused("UNKNOWN_PATH"),
  },
  { rule: "regions-shared", facet: "eu", given: [], ask: { ...start, region: "eu" }, answer: succeeds() },
  { rule: "regions-shared", facet: "us", given: [], ask: { ...start, region: "us" }, answer: succeeds() },
  { rule: "regions-shared", facet: "au", given: [], ask: { ...start, region: "au" }, answer: succeeds() },
  {
    rule: "regions-shared",
    facet: "v1",
    given: [],
    ask: { ...startV1("age-check-v1"), region: "au" },
    answer: succeeds(),
  },
  {
    rule: "regions-shared",
    facet: "own-instances",
    given: [startedAbroad],
    ask: { ...post("v2.fetchState", { instanceId: "$abroad" }), region: "us" },
    answer: succeeds({ instanceId: "$abroad" }),
  },
  {
    rule: "regions-shared",
    facet: "instances-of-another-region",
    given: [startedAbroad],
    ask: { ...post("v2.fetchState", { instanceId: "$abroad" }), region: "eu" },
    answer: by("region-visibility", {
      own: refused("UNKNOWN_INSTANCE"),
      all: succeeds({ instanceId: "$abroad" }),
    }),
  },
  {
    rule: "v1-error-older-form",
    given: [],
    ask: post("v1.fetchState"),
    answer: by("v1-error-body", {
      older: refused("MISSING_FIELD", { status: 400, message: filled, error: filled }),
      errors: refused("MISSING_FIELD", entry),
    }),
  },
];
