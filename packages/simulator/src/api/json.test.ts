import fc from "fast-check";
import { expect, test } from "vitest";
import { stepSize, streamJson } from "./json.ts";

const noPause = async () => undefined;

test("writes the same JSON as JSON.stringify", () => {
  const leaf = fc.oneof(fc.jsonValue(), fc.constant(undefined));
  const member = fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.string(), leaf));
  const body = fc.dictionary(fc.string(), fc.oneof(member, fc.array(member)));
  fc.assert(fc.property(body, (value) => streamJson(value, noPause) === JSON.stringify(value)));
});

test("writes a long body in parts, and pauses before each part", async () => {
  const entry = { text: "é".repeat(1_000) };
  const body = { log: { entries: Array.from({ length: 2_000 }, () => entry) } };
  const written: number[] = [];
  const parts: string[] = [];
  const stream = streamJson(body, async () => void written.push(parts.length));
  if (typeof stream === "string") throw new Error("The body was written in one step.");
  for await (const part of stream) parts.push(new TextDecoder().decode(part));
  expect(parts.join("")).toBe(JSON.stringify(body));
  expect(parts.length).toBe(Math.ceil(JSON.stringify(body).length / stepSize));
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(stepSize + 2_000);
  expect(written.length).toBeGreaterThanOrEqual(parts.length - 1);
});
