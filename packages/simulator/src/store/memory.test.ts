import { describe } from "vitest";
import { describeStore } from "../../test/store-suite.ts";
import { createMemoryStore } from "./memory.ts";

describe("the store in memory", () => {
  describeStore(async (initial) => createMemoryStore(initial));
});
