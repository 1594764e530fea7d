import { readAt } from "../../service/member.ts";

interface ShapeKind {
  readonly words: string;
  readonly fits: (value: unknown) => boolean;
}

const isSame = (one: unknown, another: unknown): boolean => JSON.stringify(one) === JSON.stringify(another);

const sorted = (values: readonly unknown[]): readonly string[] =>
  values.map((value) => JSON.stringify(value)).toSorted();

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const isDistinct = (values: readonly unknown[]): boolean => new Set(sorted(values)).size === values.length;

const isFilled = (value: unknown): boolean =>
  isObject(value) ? Object.keys(value).length > 0 : value !== undefined && value !== null && value !== "";

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** The shapes without parameters. */
const shapeKinds = {
  absent: { words: "absent", fits: (value) => value === undefined },
  filled: { words: "not empty", fits: isFilled },
  object: { words: "an object", fits: (value) => isObject(value) && !Array.isArray(value) },
  list: { words: "an array", fits: Array.isArray },
  time: { words: "an ISO 8601 timestamp", fits: (value) => typeof value === "string" && timePattern.test(value) },
  distinct: { words: "an array of unique values", fits: (value) => Array.isArray(value) && isDistinct(value) },
  repeated: { words: "an array with a repeated value", fits: (value) => Array.isArray(value) && !isDistinct(value) },
} as const satisfies Readonly<Record<string, ShapeKind>>;

/** An expected value, or a description of what to expect. Words that start with `$` are placeholders. */
export type Shape =
  | string
  | number
  | boolean
  | null
  | readonly Shape[]
  | { readonly is: keyof typeof shapeKinds }
  /** A string that matches a pattern. */
  | { readonly is: "like"; readonly pattern: string }
  /** A value that is not empty and differs from `than`. */
  | { readonly is: "other"; readonly than: string }
  /** An array of exactly these values, in any order. */
  | { readonly is: "members"; readonly of: readonly Shape[] }
  /** A non-empty array in which every entry matches. */
  | { readonly is: "each"; readonly one: Shape }
  /** A prefix followed by a key of the object at `of`. */
  | { readonly is: "key"; readonly of: string; readonly after: string };

export const absent: Shape = { is: "absent" };

/** Any value except null and an empty string, array or object. */
export const filled: Shape = { is: "filled" };
export const object: Shape = { is: "object" };
export const time: Shape = { is: "time" };
export const distinct: Shape = { is: "distinct" };
export const repeatedEntry: Shape = { is: "repeated" };
export const matching = (pattern: RegExp): Shape => ({ is: "like", pattern: pattern.source });
export const other = (than: string): Shape => ({ is: "other", than });
export const members = (of: readonly Shape[]): Shape => ({ is: "members", of });
export const each = (one: Shape): Shape => ({ is: "each", one });

export function renderShape(shape: Shape): string {
  if (!isObject(shape) || !("is" in shape)) return JSON.stringify(shape);
  switch (shape.is) {
    case "like":
      return `a string matching ${shape.pattern}`;
    case "other":
      return `not empty and not ${shape.than}`;
    case "members":
      return `${JSON.stringify(shape.of)} in any order`;
    case "each":
      return `every entry: ${renderShape(shape.one)}`;
    case "key":
      return `${shape.after}<a key of ${shape.of}>`;
    default:
      return shapeKinds[shape.is].words;
  }
}

/** Whether a value matches a shape. The path in a `key` shape refers to `body`. */
export function fits(shape: Shape, value: unknown, body: unknown): boolean {
  if (!isObject(shape) || !("is" in shape)) return isSame(value, shape);
  switch (shape.is) {
    case "like":
      return typeof value === "string" && new RegExp(shape.pattern).test(value);
    case "other":
      return isFilled(value) && !isSame(value, shape.than);
    case "members":
      return Array.isArray(value) && isSame(sorted(value), sorted(shape.of));
    case "each":
      return Array.isArray(value) && value.length > 0 && value.every((one) => fits(shape.one, one, body));
    case "key": {
      const keys = Object.keys(Object(readAt(body, shape.of)));
      return keys.some((key) => value === shape.after + key);
    }
    default:
      return shapeKinds[shape.is].fits(value);
  }
}
