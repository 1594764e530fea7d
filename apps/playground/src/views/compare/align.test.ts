import { expect, test } from "vitest";
import { align } from "./align.ts";

const alignLetters = (first: string, second: string) =>
  align([...first], [...second], (letter) => letter).map((pair) => `${pair.first ?? "-"}${pair.second ?? "-"}`);

test("pairs equal lists entry by entry", () => {
  expect(alignLetters("abc", "abc")).toEqual(["aa", "bb", "cc"]);
});

test("keeps the order when one list has more entries", () => {
  expect(alignLetters("abc", "axbc")).toEqual(["aa", "-x", "bb", "cc"]);
  expect(alignLetters("axbc", "abc")).toEqual(["aa", "x-", "bb", "cc"]);
});

test("pairs as many entries as possible", () => {
  expect(alignLetters("abcab", "bcabx").filter((pair) => !pair.includes("-"))).toEqual(["bb", "cc", "aa", "bb"]);
});

test("pairs nothing in lists without a common entry", () => {
  expect(alignLetters("ab", "xy")).toEqual(["a-", "b-", "-x", "-y"]);
  expect(alignLetters("", "")).toEqual([]);
});
