import { InteractionFetchResponse, JourneyStatus, MetaData, SubmitInstanceId, TokenError } from "@journey-kit/schemas";
import { type EndpointName, endpointNames, endpointOf, endpoints, isHosted } from "@journey-kit/schemas/endpoints";
import { expect, test } from "vitest";
import * as z from "zod";
import { isMatcher, oneOf, reify, stringMatching, toMatcher } from "./matcher.ts";

const named: readonly EndpointName[] = endpointNames.filter(
  (name) => endpointOf(name).method === "POST" && !isHosted(name),
);

test.each(named)("for the bodies of %s, creates examples that match the schemas (spec 4)", (name) => {
  for (const schema of [endpoints[name].request, endpoints[name].response]) {
    expect(() => schema.parse(reify(toMatcher(schema)))).not.toThrow();
  }
});

test("matches strings by the pattern in the schema, in Pact's syntax (spec 2.9)", () => {
  expect(toMatcher(SubmitInstanceId)).toEqual(stringMatching("^[A-Za-z0-9_-]+$", "example-instance"));
  expect(toMatcher(TokenError, { error_description: "no" }, { partial: true })).toEqual({
    error_description: stringMatching(String.raw`^[ !#-\[\]-~]*$`, "no"),
  });
});

test("matches strings by length if the schema has no pattern (spec 2.2)", () => {
  expect(toMatcher(z.string().min(2).max(5))).toEqual(stringMatching(String.raw`^[\s\S]{2,5}$`, "text"));
});

test("matches any value of an enum, or only the example if there is one (spec 2.2)", () => {
  expect(toMatcher(JourneyStatus)).toEqual(oneOf("Completed", "InProgress", "Failed", "Paused", "Error"));
  expect(toMatcher(JourneyStatus, "Paused")).toEqual({ "pact:matcher:type": "equality", value: "Paused" });
});

test("matches an empty array unless the example has an entry or the schema requires one (spec 2.5)", () => {
  const names = z.array(z.string());
  expect(toMatcher(names)).toMatchObject({ value: [{ value: "text" }], min: 0 });
  expect(toMatcher(names, ["Ada", "Grace"])).toMatchObject({ value: [{ value: "Ada" }], min: 1 });
  expect(toMatcher(names.min(1))).toMatchObject({ min: 1 });
});

test("keeps an example that is false, zero or empty (spec 2.2)", () => {
  const schema = z.object({ flag: z.boolean(), count: z.number(), note: z.string(), list: z.array(z.string()) });
  const shown = { flag: false, count: 0, note: "", list: [] };
  expect(reify(toMatcher(schema, shown))).toEqual(shown);
});

test("omits optional members unless the example has them (spec 2.2)", () => {
  const [createdTime, completedTime] = ["2026-01-31T09:30:00.000Z", "2026-01-31T09:31:00.000Z"];
  expect(reify(toMatcher(MetaData))).toEqual({ createdTime });
  expect(reify(toMatcher(MetaData, { completedTime }))).toEqual({ createdTime, completedTime });
  expect(reify(toMatcher(MetaData, { completedTime }, { partial: true }))).toEqual({ completedTime });
});

test("for a union, uses the alternative that accepts the example (spec 2.5)", () => {
  expect(toMatcher(InteractionFetchResponse, { processing: true }, { partial: true })).toEqual({
    processing: { "pact:matcher:type": "equality", value: true },
  });
});

test("matches values without a schema by the types in the example (spec 2.2)", () => {
  const shown = { scores: [{ name: "face", value: 0.9 }], note: null };
  const made = toMatcher(z.looseObject({}), shown);
  expect(reify(made)).toEqual(shown);
  expect(made).toMatchObject({ scores: { "pact:matcher:type": "type", min: 1 } });
});

test("keeps matchers that the example contains", () => {
  const own = { "pact:matcher:type": "include", value: "Progress" };
  expect(toMatcher(JourneyStatus, own)).toBe(own);
  expect(isMatcher({ value: 1 })).toBe(false);
});
