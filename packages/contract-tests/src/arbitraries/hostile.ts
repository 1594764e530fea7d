import fc from "fast-check";
import { placesOf, replaceAt } from "./place.ts";

/** A value that careless code trips over, and why it would. */
export interface Hostile {
  readonly what: "huge" | "deep" | "prototype" | "surrogate" | "number as text" | "null";
  readonly value: unknown;
}

/** A good value with something hostile at one place. */
export interface Planted extends Hostile {
  /** Place in the whole. */
  readonly at: string;
  readonly whole: unknown;
}

const nest = (depth: number): unknown => {
  let value: unknown = {};
  for (let i = 0; i < depth; i += 1) value = i % 2 === 0 ? [value] : { inner: value };
  return value;
};

/** Only `JSON.parse` makes a member of that name, as a body does. */
const prototype = (member: string): unknown => JSON.parse(`{"${member}":{"polluted":true,"toString":1}}`);

const kinds: { readonly [What in Hostile["what"]]: fc.Arbitrary<unknown> } = {
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

/** Says what it is in a line; a huge value printed whole would hide everything else. */
function readable<T extends Hostile>(hostile: T, at?: string): T {
  const text = JSON.stringify(hostile.value);
  const shown = text.length > 60 ? `${text.slice(0, 40)}… (${text.length} characters)` : text;
  const told = `${hostile.what}${at === undefined ? "" : ` at ${at || "the top"}`}: ${shown}`;
  Object.defineProperty(hostile, fc.toStringMethod, { value: () => told, enumerable: false });
  return hostile;
}

const toHostile = ([what, values]: readonly [string, fc.Arbitrary<unknown>]) =>
  values.map((value): Hostile => ({ what: what as Hostile["what"], value })); // `Object.entries` forgets the literal keys

const anyHostile = fc.oneof({ withCrossShrink: true }, ...Object.entries(kinds).map(toHostile));

/**
 * JSON values that are huge, deep, named like a prototype, half a character, or a number where a text is due and the
 * other way round. Shrink to null.
 */
export const hostileValue: fc.Arbitrary<Hostile> = anyHostile.map((hostile) => readable(hostile));

/** Good values with something hostile at one place, which is told; the top is a place too. */
export const planted = (good: fc.Arbitrary<unknown>): fc.Arbitrary<Planted> =>
  fc.tuple(good, anyHostile, fc.nat()).map(([value, hostile, n]) => {
    const places = placesOf(value);
    const at = places[n % places.length] ?? "";
    return readable({ ...hostile, at, whole: replaceAt(value, at, hostile.value) }, at);
  });
