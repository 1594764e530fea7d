import fc from "fast-check";
import * as z from "zod";
import { exactly, oneOf, type Rule, sameType, textMatching } from "./rule.ts";

/** The instance that pacts show where nobody has named another. */
export const shownInstanceId = "instance-of-a-pact";

/** What is shown for schemas with a public name. */
const shown: Readonly<Record<string, string>> = {
  InstanceId: shownInstanceId,
  SubmitInstanceId: shownInstanceId,
  ResourceId: "document-and-selfie@latest",
  Timestamp: "2026-01-31T09:30:00.000Z",
};

/** Keeps ids out of an emitted schema: one with an id is only a reference. */
const shapeOnly = z.registry<{ id?: string | undefined }>();

/** Texts of a schema: by its pattern, else by its bounds, else any. An example is shown where one is given. */
export function toTextRule(schema: z.core.$ZodType, example: unknown): Rule {
  const { pattern, minLength, maxLength } = z.toJSONSchema(schema, { metadata: shapeOnly });
  const expression = pattern === undefined ? toBounds(minLength, maxLength) : toPortable(pattern);
  const value =
    typeof example === "string"
      ? example
      : (shown[z.globalRegistry.get(schema)?.id ?? ""] ?? toText(pattern, minLength));
  return expression === undefined ? sameType(value) : textMatching(expression, value);
}

/** Numbers of a schema: whole ones where it says so. */
export function toNumberRule(schema: z.core.$ZodType, example: unknown): Rule {
  const { type, minimum } = z.toJSONSchema(schema, { metadata: shapeOnly });
  const value = typeof example === "number" ? example : Math.max(1, minimum ?? 1);
  return { "pact:matcher:type": type === "integer" ? "integer" : "number", value };
}

/** One of some words, and the one that an example shows where there is one. */
export const toWordRule = (words: readonly string[], example: unknown): Rule =>
  example === undefined ? oneOf(...words) : exactly(example);

function toBounds(minimum = 0, maximum?: number): string | undefined {
  return minimum === 0 && maximum === undefined ? undefined : `^[\\s\\S]{${minimum},${maximum ?? ""}}$`;
}

/** Pact is written in a language whose expressions want a `[` inside a class escaped. */
const toPortable = (source: string): string =>
  source.replaceAll(/\[((?:\\.|[^\]\\])*)\]/g, (_, inside: string) => `[${inside.replaceAll(/(?<!\\)\[/g, "\\[")}]`);

function toText(pattern: string | undefined, minLength = 0): string {
  if (pattern === undefined) return "text".padEnd(minLength, "-");
  const [example = ""] = fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: 1 });
  return example;
}
