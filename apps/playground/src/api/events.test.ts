import { expect, test } from "vitest";
import { parseBlock } from "./events.ts";

test("parses an event and its data", () => {
  expect(parseBlock('event: change\ndata: {"world":"acme"}')).toEqual({ type: "change", world: "acme" });
});

test("joins data that is split over several lines", () => {
  expect(parseBlock('event: change\ndata: {"world":\ndata: "acme"}')).toEqual({ type: "change", world: "acme" });
});

test("ignores comments and unknown events", () => {
  expect(parseBlock(": open")).toBeUndefined();
  expect(parseBlock("event: other\ndata: {}")).toBeUndefined();
});
