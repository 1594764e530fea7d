import { presets } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { createCitations } from "../engine/result.ts";
import { renderError } from "./error.ts";

const long = "x".repeat(10_000);

test("an error body contains at most 4,096 characters of a problem (spec 7)", () => {
  const { body } = renderError(createCitations(presets.specified), { name: "INVALID_FIELD", problems: [long] }, "v2");
  expect(body).toMatchObject({ errors: [{ problem: long.slice(0, 4_096) }] });
});

test("a v1 error body contains at most 4,096 characters of all problems together (spec 9)", () => {
  const refusal = { name: "INVALID_FIELD", problems: ["short", long] } as const;
  const { body } = renderError(createCitations(presets.specified), refusal, "v1");
  expect(body).toMatchObject({ message: `short ${long}`.slice(0, 4_096) });
});
