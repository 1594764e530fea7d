import fc from "fast-check";
import { placesOf, replaceAt } from "./schema.ts";

/** A JSON value that careless code cannot handle. */
export interface Hostile {
  readonly what: "huge" | "deep" | "prototype" | "surrogate" | "number as text" | "null";
  readonly value: unknown;
}

/** A valid body with a hostile value at one path. */
export interface HostileBody extends Hostile {
  readonly path: string;
  readonly body: unknown;
}

const nest = (depth: number): unknown => {
  let value: unknown = {};
  for (let i = 0; i < depth; i += 1) value = i % 2 === 0 ? [value] : { inner: value };
  return value;
};

/** Uses `JSON.parse`, as a server does, because `{ __proto__: … }` in code sets the prototype instead of a member. */
const prototype = (member: string): unknown => JSON.parse(`{"${member}":{"polluted":true,"toString":1}}`);

const hostileValues: { readonly [What in Hostile["what"]]: fc.Arbitrary<unknown> } = {
  null: fc.constantFrom(null, "", [], {}),
  "number as text": fc.constantFrom("7", "0x10", "1e999", "-0", "NaN", 7, 1e308, 2 ** 53, -1.5),
  surrogate: fc.constantFrom("\ud800", "a\udfff", "\udc00\ud800", "\u0000", "\ufeffa"),
  prototype: fc.constantFrom("__proto__", "constructor", "prototype", "hasOwnProperty").map(prototype),
  deep: fc.integer({ min: 10, max: 1_000 }).map(nest),
  huge: fc.oneof(
    fc.integer({ min: 1_000, max: 200_000 }).map((length) => "a".repeat(length)),
    fc.integer({ min: 1_000, max: 20_000 }).map((length) => Array.from({ length }, () => 0)),
    fc
      .integer({ min: 100, max: 2_000 })
      .map((length) => Object.fromEntries(Array.from({ length }, (_, i) => [`m${i}`, i]))),
  ),
};

/** Makes a value print as one short line, because a huge one would hide everything else. */
function readable<T extends Hostile>(hostile: T, path?: string): T {
  const text = JSON.stringify(hostile.value);
  const shown = text.length > 60 ? `${text.slice(0, 40)}… (${text.length} characters)` : text;
  const line = `${hostile.what}${path === undefined ? "" : ` at ${path || "the root"}`}: ${shown}`;
  Object.defineProperty(hostile, fc.toStringMethod, { value: () => line, enumerable: false });
  return hostile;
}

const hostileOf = ([what, values]: readonly [string, fc.Arbitrary<unknown>]) =>
  values.map((value): Hostile => ({ what: what as Hostile["what"], value })); // `Object.entries` loses the literal keys

const anyHostile = fc.oneof({ withCrossShrink: true }, ...Object.entries(hostileValues).map(hostileOf));

/**
 * Generates JSON values that careless code cannot handle: huge or deeply nested values, members such as `__proto__`,
 * unusual characters, empty values, extreme numbers and numbers as text. Shrinks to null.
 */
export const hostileValue: fc.Arbitrary<Hostile> = anyHostile.map((hostile) => readable(hostile));

/** Generates copies of valid bodies in which a hostile value replaces the value at one path, or the whole body. */
export const hostileBody = (good: fc.Arbitrary<unknown>): fc.Arbitrary<HostileBody> =>
  fc.tuple(good, anyHostile, fc.nat()).map(([value, hostile, n]) => {
    const places = placesOf(value);
    const path = places[n % places.length] ?? "";
    return readable({ ...hostile, path, body: replaceAt(value, path, hostile.value) }, path);
  });
