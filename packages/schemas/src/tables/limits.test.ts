import { expect, it } from "vitest";
import { describeLimit, formatLimit, limitNames, limitOf, parseLimit, resolveLimits } from "./limits.ts";

it("uses the default of each limit that is not set", () => {
  const resolved = resolveLimits({ worlds: 3 });
  expect(resolved.worlds).toBe(3);
  expect(resolved.instances).toBe(limitOf("instances").default);
  expect(Object.keys(resolved)).toEqual(limitNames);
  expect(Object.isFrozen(resolved)).toBe(true);
  expect(resolveLimits({ worlds: 0 }).worlds).toBe(0);
});

it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses %s as a limit", (value) => {
  expect(() => resolveLimits({ worlds: value })).toThrow(/limits\.worlds: expected a whole number/);
});

it("refuses an unknown limit", () => {
  expect(() => resolveLimits(JSON.parse('{"wordls": 1}'))).toThrow(/unknown limit "wordls"/);
});

it.each([
  ["store-bytes", "1024", 1024],
  ["store-bytes", "64KiB", 64 * 1024],
  ["store-bytes", "64 mib", 64 * 1024 ** 2],
  ["store-bytes", "2GiB", 2 * 1024 ** 3],
  ["store-bytes", "2GB", undefined],
  ["store-bytes", "", undefined],
  ["store-bytes", "-1", undefined],
  ["instances", "0", 0],
  ["instances", "1KiB", undefined],
  ["instances", "1e3", undefined],
  ["store-bytes", "99999999999999GiB", undefined],
] as const)("`parseLimit(%j, %j)` returns %j", (name, text, value) => {
  expect(parseLimit(name, text)).toBe(value);
});

it("parsing a formatted default, without commas and the word `bytes`, returns the default", () => {
  for (const name of limitNames) {
    const { default: value } = limitOf(name);
    expect(parseLimit(name, formatLimit(name, value).replaceAll(/,| bytes/g, "")), name).toBe(value);
  }
});

it.each([
  ["store-bytes", 1_535, "1,535 bytes"],
  ["store-bytes", 1_536, "1,536 bytes"],
  ["store-bytes", 1_023, "1,023 bytes"],
  ["store-bytes", 0, "0 bytes"],
  ["store-bytes", 1_024, "1 KiB"],
  ["store-bytes", 1_536 * 1_024, "1536 KiB"],
  ["store-bytes", 1_024 ** 3, "1 GiB"],
  ["instances", 2_048, "2,048"],
] as const)("`formatLimit(%j, %i)` returns %j", (name, value, text) => {
  expect(formatLimit(name, value)).toBe(text);
});

it("`describeLimit` says what a limit counts and which flag raises the limit", () => {
  expect(describeLimit("checkpoints", 100)).toBe(
    "The limit is 100 checkpoints per world. To raise it, start the simulator with `--limit checkpoints=…`.",
  );
});
