import { expect, test } from "vitest";
import * as z from "zod";
import { describeMalformed, redact, toPlaceholder } from "./redact.ts";

const open = { public: true };
const word = z.string().meta(open);
const image = z.string().meta({ contentEncoding: "base64" });
const token = `sim_${"A".repeat(40)}`;
const digest = "0123456789abcdef".repeat(4);
const short = digest.slice(32);
const shown = (hash: string) => `‹image of 5 bytes, digest ${hash}›`;
const hidden = (length: number) => `‹image of ${length} characters›`;

test.each([
  ["a public word", word, "age-check@latest", "age-check@latest", "age-check@latest"],
  ["a public sentence", word, "Ada Lovelace", "‹string 12›", "Ada Lovelace"],
  ["a public token", word, token, "‹string 44›", "‹string 44›"],
  ["a public word that breaks the pattern of its schema", z.string().regex(/^x$/).meta(open), "y", "y", "y"],
  ["a public value", z.enum(["on"]).meta(open), "on", "on", "on"],
  ["a value that is not one of the public values", z.enum(["on"]).meta(open), "off", "‹string 3›", "‹string 3›"],
  ["a public number", z.int().meta(open), 7, 7, 7],
  ["a number that is not public", z.int(), 7, "‹number›", "‹number›"],
  ["a text", z.string(), "Ada", "‹string 3›", "‹string 3›"],
  ["a literal", z.literal("on"), "on", "‹string 2›", "‹string 2›"],
  ["null", z.null(), null, null, null],
  ["a missing optional text", z.string().optional(), undefined, "‹undefined›", "‹undefined›"],
  ["an optional public word", word.optional(), "a", "a", "a"],
  ["a public word that may be null", word.nullable(), "a", "a", "a"],
  ["a public word with a default", word.default("b"), "a", "a", "a"],
  ["a word that may be public or not", z.union([word, z.string()]), "a", "‹string 1›", "‹string 1›"],
  ["a public word or a literal", z.union([word, z.literal(7)]), "a", "a", "a"],
  ["an object of any members", z.object({}).loose(), { a: 1 }, { "…": "‹1 more›" }, { "…": "‹1 more›" }],
  ["an object in place of a text", z.string(), { a: 1, b: 2 }, "‹object 2›", "‹object 2›"],
  ["a number in place of a public word", word, 7, "‹number›", "‹number›"],
  ["an object in place of either text", z.union([word, z.string()]), { a: 1 }, "‹object 1›", "‹object 1›"],
  ["an array in place of a text", z.string(), [1, 2, 3], "‹array 3›", "‹array 3›"],
  ["an array in place of a public word", word, ["a"], "‹array 1›", "‹array 1›"],
  ["a text in place of an object", z.object({ a: word }), "a", "‹string 1›", "‹string 1›"],
  ["an array", z.array(word), ["a", "b c"], ["a", "‹string 3›"], ["a", "b c"]],
  [
    "the members of either object",
    z.union([z.object({ a: word }), z.object({ b: word, c: z.string() })]),
    { a: "a", b: "b", c: "c", d: "d" },
    { a: "a", b: "b", c: "‹string 1›", "…": "‹1 more›" },
    { a: "a", b: "b", c: "‹string 1›", "…": "‹1 more›" },
  ],
  [
    "a member that only one object makes public",
    z.union([z.object({ a: word }), z.object({ a: z.string() })]),
    { a: "a" },
    { a: "‹string 1›" },
    { a: "‹string 1›" },
  ],
  ["the entries of either array", z.union([z.array(word), z.literal(1)]), ["a"], ["a"], ["a"]],
  ["an object or an array", z.union([z.object({ a: word }), z.array(word)]), { a: "a" }, { a: "a" }, { a: "a" }],
  ["a dictionary or a word", z.union([z.object({}).catchall(word), word]), { a: "a" }, { a: "a" }, { a: "a" }],
  [
    "a key that replaces a prototype",
    z.object({}).catchall(word),
    JSON.parse('{"__proto__":"a"}'),
    { "…": "‹1 more›" },
    { "…": "‹1 more›" },
  ],
  ["an image", image, `base64:${digest}:5`, shown(digest), shown(digest)],
  ["an image with a digest of 16 bytes", image, `base64:${short}:5`, shown(short), shown(short)],
  ["an image or a number", z.union([z.literal(7), image]), `base64:${digest}:5`, shown(digest), shown(digest)],
  ["an image with a name before its digest", image, `base64:Ada${digest}:5`, hidden(76), hidden(76)],
  ["an image with a name after its digest", image, `base64:${digest}Ada:5`, hidden(76), hidden(76)],
  ["an image with a short digest", image, "base64:abc:5", hidden(12), hidden(12)],
  ["an image without a size", image, `base64:${digest}:x`, hidden(73), hidden(73)],
  ["a text in place of an image", image, "none:3", hidden(6), hidden(6)],
  ["the bytes of an image", image, "A".repeat(300), hidden(300), hidden(300)],
  ["a number in place of an image", image, 7, "‹number›", "‹number›"],
])("redacts values from a caller and from the service: %s", (_, schema, body, ofCaller, ofService) => {
  expect([redact(schema, body, "caller"), redact(schema, body, "service")]).toEqual([ofCaller, ofService]);
});

test("keeps the first 50 entries of an array", () => {
  const entries = (count: number) => Array.from({ length: count }, (_, i) => `e${i}`);
  expect(redact(z.array(word), entries(50), "caller")).toEqual(entries(50));
  expect(redact(z.array(word), entries(52), "caller")).toEqual([...entries(50), "‹2 more›"]);
});

test("keeps the first 2,000 values of a body and cuts the rest", () => {
  const rows = Array.from({ length: 50 }, () => Array.from({ length: 50 }, () => "x"));
  const kept = redact(z.array(z.array(word)), rows, "caller");
  const flat = (kept as readonly unknown[]).flat(); // the copy of an array is an array
  expect(flat.filter((value) => value === "x")).toHaveLength(2_000 - 1 - 40);
  expect(flat.at(-1)).toBe("‹cut›");
});

test("replaces a value with its type and length", () => {
  const values = [null, true, 7, "a".repeat(255), "a".repeat(256), [1], { a: 1 }, undefined];
  const texts = ["boolean", "number", "string 255", "string 256", "array 1", "object 1", "undefined"];
  expect(values.map(toPlaceholder)).toEqual([null, ...texts.map((text) => `‹${text}›`)]);
});

test("replaces malformed JSON with its length and the position of the error", () => {
  expect(describeMalformed('{"a": Ada}')).toBe("‹malformed text of 10 characters, syntax error at 6›");
  expect(describeMalformed('{"a": 1}')).toBe("‹malformed text of 8 characters›");
  expect(describeMalformed("[".repeat(100_000))).toBe("‹malformed text of 100000 characters, syntax error at 100000›");
  expect(describeMalformed("[".repeat(100_001))).toBe("‹malformed text of 100001 characters›");
});

test("keeps the keys of a dictionary, except a caller's keys that do not look like names", () => {
  const dictionary = z.object({}).catchall(z.int().meta({ public: true }));
  const body = { height: 7, "Ada Lovelace": 8, "a@b": 9 };
  expect(redact(dictionary, body, "caller")).toEqual({ height: 7, "a@b": 9, "…": "‹1 more›" });
  expect(redact(dictionary, body, "service")).toEqual(body);
});
