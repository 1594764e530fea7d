import { readAt } from "../target/member.ts";

/** What stands at a place of an answer: a value, or what is known of it. Texts that begin with `$` are filled in. */
export type Shape =
  | string
  | number
  | boolean
  | null
  | readonly Shape[]
  | { readonly is: "absent" | "filled" | "object" | "list" | "time" | "distinct" | "repeated" }
  /** A text that a pattern fits. */
  | { readonly is: "like"; readonly pattern: string }
  /** Filled, and not this. */
  | { readonly is: "other"; readonly than: string }
  /** A list of these and no others, in any order. */
  | { readonly is: "members"; readonly of: readonly Shape[] }
  /** A list of which every entry is this. */
  | { readonly is: "each"; readonly one: Shape }
  /** A member of the body at `of`, named after a prefix. */
  | { readonly is: "key"; readonly of: string; readonly after: string };

/** Nothing stands there. */
export const absent: Shape = { is: "absent" };

/** Something stands there: no empty text, list or object. */
export const filled: Shape = { is: "filled" };

/** An object, which may be empty. */
export const object: Shape = { is: "object" };

/** An ISO 8601 timestamp. Spec 2.2. */
export const time: Shape = { is: "time" };

/** A list in which nothing occurs twice. */
export const distinct: Shape = { is: "distinct" };

/** A list in which something occurs twice. */
export const repeatedEntry: Shape = { is: "repeated" };

/** A text that a pattern fits. */
export const like = (pattern: RegExp): Shape => ({ is: "like", pattern: pattern.source });

/** Something else than a value that was noted. */
export const other = (than: string): Shape => ({ is: "other", than });

/** A list of these, in any order. */
export const members = (of: readonly Shape[]): Shape => ({ is: "members", of });

/** A list that is not empty and of which every entry is this. */
export const each = (one: Shape): Shape => ({ is: "each", one });

/** Describes a shape in words. */
export function toWords(shape: Shape): string {
  if (typeof shape !== "object" || shape === null || !("is" in shape)) return JSON.stringify(shape);
  switch (shape.is) {
    case "absent":
    case "filled":
      return shape.is === "absent" ? "absent" : "not empty";
    case "object":
      return "an object";
    case "list":
      return "an array";
    case "time":
      return "an ISO 8601 timestamp";
    case "distinct":
      return "an array of unique values";
    case "repeated":
      return "an array with a repeated value";
    case "like":
      return `a string matching ${shape.pattern}`;
    case "other":
      return `not empty and not ${shape.than}`;
    case "members":
      return `${JSON.stringify(shape.of)} in any order`;
    case "each":
      return `every entry: ${toWords(shape.one)}`;
    case "key":
      return `${shape.after}<a key of ${shape.of}>`;
  }
}

/** Whether a value has a shape. `body` is what the shape's own places lead into. */
export function fits(shape: Shape, value: unknown, body: unknown): boolean {
  if (typeof shape !== "object" || shape === null || !("is" in shape)) return isSame(value, shape);
  switch (shape.is) {
    case "absent":
      return value === undefined;
    case "filled":
      return isFilled(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "list":
      return Array.isArray(value);
    case "time":
      return typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value);
    case "distinct":
      return Array.isArray(value) && !isRepeated(value);
    case "repeated":
      return Array.isArray(value) && isRepeated(value);
    case "like":
      return typeof value === "string" && new RegExp(shape.pattern).test(value);
    case "other":
      return isFilled(value) && !isSame(value, shape.than);
    case "members":
      return Array.isArray(value) && isSame(sorted(value), sorted(shape.of));
    case "each":
      return Array.isArray(value) && value.length > 0 && value.every((one) => fits(shape.one, one, body));
    case "key":
      return isKey(value, readAt(body, shape.of), shape.after);
  }
}

const isSame = (one: unknown, another: unknown): boolean => JSON.stringify(one) === JSON.stringify(another);

const isRepeated = (values: readonly unknown[]): boolean =>
  new Set(values.map((one) => JSON.stringify(one))).size < values.length;

const sorted = (values: readonly unknown[]): readonly string[] =>
  values.map((value) => JSON.stringify(value)).toSorted();

function isFilled(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

const isKey = (value: unknown, owner: unknown, after: string): boolean =>
  typeof value === "string" &&
  typeof owner === "object" &&
  owner !== null &&
  value.startsWith(after) &&
  Object.hasOwn(owner, value.slice(after.length));
