import { expect, test } from "vitest";
import * as z from "zod";
import { doc } from "./meta.ts";

test("each use of a shared schema can add a description, and keeps the other metadata", () => {
  const word = doc(z.string(), { public: true });
  const first = doc(word, { description: "The first." });
  const second = doc(word, { description: "The second." });
  expect([word, first, second].map((schema) => schema.meta())).toEqual([
    { public: true },
    { public: true, description: "The first." },
    { public: true, description: "The second." },
  ]);
});

test("metadata with a misspelt key or an example of the wrong type does not compile", () => {
  // @ts-expect-error: no such key
  doc(z.string(), { descripton: "A name." });
  // @ts-expect-error: not a string
  expect(doc(z.string(), { examples: [1] }).safeParse(1).success).toBe(false);
});
