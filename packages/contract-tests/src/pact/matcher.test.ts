import { InteractionFetchResponse, JourneyStatus, MetaData, SubmitInstanceId, TokenError } from "@journey-kit/schemas";
import { endpoints } from "@journey-kit/schemas/endpoints";
import { isHosted, type RouteName, routeNames, routeOf } from "@journey-kit/schemas/routes";
import { expect, test } from "vitest";
import * as z from "zod";
import { toMatcher } from "./matcher.ts";
import { isRule, oneOf, textMatching, toShown } from "./rule.ts";

const named: readonly RouteName[] = routeNames.filter((name) => routeOf(name).method === "POST" && !isHosted(name));

test.each(named)("shows bodies of %s that its own schemas take (spec 4)", (name) => {
  for (const schema of [endpoints[name].request, endpoints[name].response]) {
    expect(() => schema.parse(toShown(toMatcher(schema)))).not.toThrow();
  }
});

test("holds texts to the pattern of their schema, in words that Pact reads too (spec 2.9)", () => {
  expect(toMatcher(SubmitInstanceId)).toEqual(textMatching("^[A-Za-z0-9_-]+$", "instance-of-a-pact"));
  expect(toMatcher(TokenError, { error_description: "no" }, "shown")).toEqual({
    error_description: textMatching(String.raw`^[ !#-\[\]-~]*$`, "no"),
  });
});

test("holds texts without a pattern to their bounds (spec 2.2)", () => {
  expect(toMatcher(z.string().min(2).max(5))).toEqual(textMatching(String.raw`^[\s\S]{2,5}$`, "text"));
});

test("takes any of the words of a schema, until an example shows one (spec 2.2)", () => {
  expect(toMatcher(JourneyStatus)).toEqual(oneOf("Completed", "InProgress", "Failed", "Paused", "Error"));
  expect(toMatcher(JourneyStatus, "Paused")).toEqual({ "pact:matcher:type": "equality", value: "Paused" });
});

test("shows one entry of an array, which may come empty until an example shows one (spec 2.5)", () => {
  const names = z.array(z.string());
  expect(toMatcher(names)).toMatchObject({ value: [{ value: "text" }], min: 0 });
  expect(toMatcher(names, ["Ada", "Grace"])).toMatchObject({ value: [{ value: "Ada" }], min: 1 });
  expect(toMatcher(names.min(1))).toMatchObject({ min: 1 });
});

test("leaves out members that may be missing, unless the example has them (spec 2.2)", () => {
  const [createdTime, completedTime] = ["2026-01-31T09:30:00.000Z", "2026-01-31T09:31:00.000Z"];
  expect(toShown(toMatcher(MetaData))).toEqual({ createdTime });
  expect(toShown(toMatcher(MetaData, { completedTime }))).toEqual({ createdTime, completedTime });
  expect(toShown(toMatcher(MetaData, { completedTime }, "shown"))).toEqual({ completedTime });
});

test("takes the alternative that the example is of (spec 2.5)", () => {
  expect(toMatcher(InteractionFetchResponse, { processing: true }, "shown")).toEqual({
    processing: { "pact:matcher:type": "equality", value: true },
  });
});

test("holds what no schema describes to the types of the example (spec 2.2)", () => {
  const shown = { scores: [{ name: "face", value: 0.9 }], note: null };
  const made = toMatcher(z.looseObject({}), shown);
  expect(toShown(made)).toEqual(shown);
  expect(made).toMatchObject({ scores: { "pact:matcher:type": "type", min: 1 } });
});

test("leaves matchers of the caller as they are", () => {
  const own = { "pact:matcher:type": "include", value: "Progress" };
  expect(toMatcher(JourneyStatus, own)).toBe(own);
  expect(isRule({ value: 1 })).toBe(false);
});
