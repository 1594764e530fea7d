import { type Parts, partsOf, unwrap } from "@journey-kit/schemas";
import { isRecord } from "@journey-kit/schemas/calls";
import fc from "fast-check";
import * as z from "zod";

/** An example value with a matching rule, in the form that every Pact library reads and Pact's `MatchersV3` creates. */
export interface Matcher<Value = unknown> {
  /** Name of the rule, or several rules that must all hold. */
  readonly "pact:matcher:type": string | readonly object[];
  /** The example. */
  readonly value?: Value;
  readonly regex?: string;
  readonly min?: number;
  readonly "pact:generator:type"?: string;
  readonly expression?: string;
}

/** A matcher with a single rule. Headers and forms accept only such matchers. */
export interface SingleMatcher<Value = unknown> extends Matcher<Value> {
  readonly "pact:matcher:type": string;
}

/** Whether a value is a matcher, from this module or from Pact. */
export const isMatcher = (value: unknown): value is Matcher =>
  typeof value === "object" && value !== null && "pact:matcher:type" in value;

const like = (value: unknown): Matcher => ({ "pact:matcher:type": "type", value });

/** Matches only this value. */
export const equal = (value: unknown): SingleMatcher => ({ "pact:matcher:type": "equality", value });

/** Matches every value whose text matches a pattern. */
export const regex = (pattern: string, value: string): SingleMatcher<string> => ({
  "pact:matcher:type": "regex",
  regex: pattern,
  value,
});

/** Matches strings that match a pattern, and no other type. */
export const stringMatching = (pattern: string, value: string): Matcher<string> => ({
  "pact:matcher:type": [{ "pact:matcher:type": "regex", regex: pattern }, { "pact:matcher:type": "type" }],
  value,
});

/** Matches one of these strings. The mock service responds with the first. */
export function oneOf(...words: readonly string[]): Matcher<string> {
  const quoted = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return stringMatching(`^(${quoted.join("|")})$`, words[0] ?? "");
}

/** Matches arrays with at least `min` entries that all match `entry`. */
const eachLike = (entry: unknown, min: number): Matcher => ({
  "pact:matcher:type": "type",
  value: [entry],
  min,
});

/**
 * Adds a generator: the verifier replaces the example with a value from the provider state, such as an id.
 */
export const fromProviderState = <M extends Matcher>(name: string, matcher: M, prefix = ""): M => ({
  ...matcher,
  "pact:generator:type": "ProviderState",
  expression: `${prefix}\${${name}}`,
});

/** Replaces every matcher in a value with its example. */
export function reify(value: unknown): unknown {
  if (isMatcher(value)) return reify(value.value);
  if (Array.isArray(value)) return value.map(reify);
  return isRecord(value) ? mapMembers(value, reify) : value;
}

/** Options for {@link toMatcher}. */
export interface MatcherOptions {
  /** If there is an example, matches only its members, even if the schema requires others. */
  readonly partial?: boolean;
}

/** Example ids and times, by the name of the schema. */
const examples: Readonly<Record<string, string>> = {
  InstanceId: "example-instance",
  SubmitInstanceId: "example-instance",
  ResourceId: "document-and-selfie@latest",
  Timestamp: "2026-01-31T09:30:00.000Z",
};

/**
 * Derives matchers from a schema: a string must match the schema's pattern or length, an enum or literal must equal the
 * example, each entry of an array must match the example's first entry, and any other value must have the type of the
 * example. Optional members are left out unless the example has them.
 *
 * @param example The values that matter; the schema supplies other required members. Matchers in the example are kept.
 * @returns Pact's matchers as plain data, for a body in any Pact library.
 * @example
 * toMatcher(JourneyStatus, "Completed"); // without the example, any of the five statuses
 */
export function toMatcher(schema: z.core.$ZodType, example?: unknown, options: MatcherOptions = {}): unknown {
  if (isMatcher(example)) return example;
  const bare = unwrap(schema);
  const { def } = (bare as z.core.$ZodTypes)._zod; // the union of all schemas, so that `switch` can narrow `def`
  switch (def.type) {
    case "string":
      return matchString(bare, example);
    case "number":
      return matchNumber(bare, example);
    case "boolean":
      return like(typeof example === "boolean" ? example : true);
    case "enum":
      return matchWords(Object.values(def.entries), example);
    case "literal":
      return matchWords(def.values, example);
    case "array":
      return matchArray(def, example, options);
    case "object":
      return matchObject(partsOf(bare), example, options);
    case "union":
      return toMatcher(chooseOption(def.options, example), example, options);
    case "null":
      return equal(null);
    default:
      return matchUnknown(example);
  }
}

/** With this registry, `z.toJSONSchema` inlines a schema instead of referring to it by id. */
const withoutIds = z.registry<{ id?: string | undefined }>();

function matchString(schema: z.core.$ZodType, example: unknown): Matcher {
  const { pattern, minLength = 0, maxLength } = z.toJSONSchema(schema, { metadata: withoutIds });
  const named = examples[z.globalRegistry.get(schema)?.id ?? ""];
  const value = typeof example === "string" ? example : (named ?? inventString(pattern, minLength));
  if (pattern !== undefined) return stringMatching(toRustPattern(pattern), value);
  const isBounded = minLength > 0 || maxLength !== undefined;
  return isBounded ? stringMatching(`^[\\s\\S]{${minLength},${maxLength ?? ""}}$`, value) : like(value);
}

/**
 * Converts a pattern for Pact's core, which is written in Rust: there, a `[` inside a character class needs a
 * backslash.
 */
const toRustPattern = (source: string): string =>
  source.replaceAll(/\[((?:\\.|[^\]\\])*)\]/g, (_, inside: string) => `[${inside.replaceAll(/(?<!\\)\[/g, "\\[")}]`);

function inventString(pattern: string | undefined, minLength: number): string {
  if (pattern === undefined) return "text".padEnd(minLength, "-");
  const [invented = ""] = fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: 1 });
  return invented;
}

function matchNumber(schema: z.core.$ZodType, example: unknown): Matcher {
  const { type, minimum = 1 } = z.toJSONSchema(schema, { metadata: withoutIds });
  const value = typeof example === "number" ? example : Math.max(1, minimum);
  return { "pact:matcher:type": type === "integer" ? "integer" : "number", value };
}

function matchWords(values: readonly unknown[], example: unknown): Matcher {
  const words = values.filter((value) => typeof value === "string");
  const isAnyWord = example === undefined && words.length === values.length;
  return isAnyWord ? oneOf(...words) : equal(example ?? values[0]);
}

/** Creates the matcher of an array. Without an example, it can be empty unless the schema sets a minimum length. */
function matchArray({ element, checks }: z.core.$ZodArrayDef, example: unknown, options: MatcherOptions): Matcher {
  if (Array.isArray(example))
    return example.length === 0 ? like([]) : eachLike(toMatcher(element, example[0], options), 1);
  const hasMinimum = checks?.some(({ _zod }) => _zod.def.check === "min_length");
  return eachLike(toMatcher(element), hasMinimum ? 1 : 0);
}

function matchObject({ members, rest }: Parts, example: unknown, options: MatcherOptions): unknown {
  const given = isRecord(example) ? example : {};
  const isFilled = options.partial !== true || example === undefined;
  const defined = isFilled ? [...(members ?? [])] : [];
  const required = defined.filter(([, member]) => member._zod.optin !== "optional").map(([name]) => name);
  const shown = Object.keys(given).filter((name) => given[name] !== undefined);
  return Object.fromEntries(
    [...new Set([...required, ...shown])].map((name) => [
      name,
      toMatcher(members?.get(name) ?? rest ?? z.unknown(), given[name], options),
    ]),
  );
}

/** Matches a value without a schema by the types of its example. */
function matchUnknown(example: unknown): unknown {
  if (isMatcher(example)) return example;
  if (Array.isArray(example)) return example.length === 0 ? like([]) : eachLike(matchUnknown(example[0]), 1);
  if (isRecord(example)) return mapMembers(example, matchUnknown);
  return example === null ? equal(null) : like(example ?? "anything");
}

/** Returns the first option that accepts the example, otherwise the option with the most members of the example. */
function chooseOption(options: readonly z.core.$ZodType[], example: unknown): z.core.$ZodType {
  const accepting = example === undefined ? options : options.filter((option) => z.safeParse(option, example).success);
  const names = isRecord(example) ? Object.keys(example) : [];
  const countKnown = (option: z.core.$ZodType) => names.filter((name) => partsOf(option).members?.has(name)).length;
  const [best] = accepting.length > 0 ? accepting : options.toSorted((a, b) => countKnown(b) - countKnown(a));
  return best ?? z.unknown();
}

const mapMembers = (value: object, map: (member: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(member)]));
