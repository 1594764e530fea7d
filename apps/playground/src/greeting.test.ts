import { expect, test } from "vitest";
import { toGreeting } from "./greeting.ts";

test("names the host that serves the page", () => {
  expect(toGreeting("localhost")).toBe("Journey Kit playground, served by localhost");
  expect(toGreeting("")).toContain("a file");
});
