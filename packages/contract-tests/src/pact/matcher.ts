import * as z from "zod";
import { toNumberRule, toTextRule, toWordRule } from "./leaf.ts";
import { each, exactly, isRule, sameType } from "./rule.ts";

/** Which members of an object count: all that must come and those of the example, or those of the example alone. */
export type Extent = "required" | "shown";

/**
 * Makes matchers of a schema: texts with a pattern by that pattern, words by their alternatives (or as the
 * example has them), arrays by their first entry, everything else by its type. Members that may be left out are left
 * out, unless the example has them.
 *
 * @param example What the test is about; the rest is filled in. Matchers of your own in it stay as they are.
 * @returns Pact's matchers as plain data, to be used as a body in any of its libraries.
 * @example
 * toMatcher(JourneyStatus, "Completed"); // that word; without it, any of the five
 */
export function toMatcher(schema: z.core.$ZodType, example?: unknown, extent: Extent = "required"): unknown {
  if (isRule(example)) return example;
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema is one of these; the union tells its kinds apart
  switch (def.type) {
    case "string":
      return toTextRule(schema, example);
    case "enum":
      return toWordRule(Object.values(def.entries).map(String), example);
    case "literal":
      return toLiteral(def.values, example);
    case "number":
      return toNumberRule(schema, example);
    case "boolean":
      return sameType(typeof example === "boolean" ? example : true);
    case "array":
      return toArray(def, example, extent);
    case "object":
      return toObject(def, example, extent);
    case "union":
      return toMatcher(choose(def.options, example), example, extent);
    case "optional":
    case "nullable":
    case "default":
    case "readonly":
      return toMatcher(def.innerType, example, extent);
    case "null":
      return exactly(null);
    default:
      return toAny(example);
  }
}

/** A word that stands alone; a text of it is written as words are, so that a mismatch names the alternative. */
function toLiteral(values: readonly unknown[], example: unknown): unknown {
  const texts = values.filter((value) => typeof value === "string");
  return texts.length === values.length ? toWordRule(texts, example) : exactly(example ?? values[0]);
}

/** What the example shows must come; an array that nobody has shown may come empty as far as its schema lets it. */
function toArray({ element, checks }: z.core.$ZodArrayDef, example: unknown, extent: Extent): unknown {
  if (Array.isArray(example))
    return example.length === 0 ? sameType([]) : each(toMatcher(element, example[0], extent), 1);
  const least = checks?.map(({ _zod }) => _zod.def).find(({ check }) => check === "min_length");
  return each(toMatcher(element), least === undefined ? 0 : 1);
}

function toObject({ shape, catchall }: z.core.$ZodObjectDef, example: unknown, extent: Extent): unknown {
  const given: Readonly<Record<string, unknown>> = isObject(example) ? example : {};
  const isFilled = extent === "required" || example === undefined;
  const members = Object.entries(shape).filter(
    ([name, member]) => given[name] !== undefined || (isFilled && member._zod.optin !== "optional"),
  );
  const rest = Object.entries(given).filter(([name, value]) => !Object.hasOwn(shape, name) && value !== undefined);
  const entryOf = (name: string, schema: z.core.$ZodType | undefined) => [
    name,
    toMatcher(schema ?? any, given[name], extent),
  ];
  return Object.fromEntries([
    ...members.map(([name, member]) => entryOf(name, member)),
    ...rest.map(([name]) => entryOf(name, catchall)),
  ]);
}

const any = z.unknown();
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What no schema describes is held to the types of its example. */
function toAny(example: unknown): unknown {
  if (isRule(example)) return example;
  if (Array.isArray(example)) return example.length === 0 ? sameType([]) : each(toAny(example[0]), 1);
  if (!isObject(example)) return example === null ? exactly(null) : sameType(example ?? "anything");
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, toAny(value)]));
}

/** The alternative that the example is of: the first that takes it, or that knows the most of its members. */
function choose(options: readonly z.core.$ZodType[], example: unknown): z.core.$ZodType {
  const taking = example === undefined ? options : options.filter((option) => z.safeParse(option, example).success);
  const known = (option: z.core.$ZodType) =>
    option instanceof z.ZodObject && isObject(example)
      ? Object.keys(example).filter((name) => Object.hasOwn(option.shape, name)).length
      : 0;
  const [best] = taking.length > 0 ? taking : [...options].sort((one, other) => known(other) - known(one));
  return best ?? any;
}
