import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, expectTypeOf, test } from "vitest";
import { providerStates, states } from "./states.ts";

const guide = readFileSync(join(import.meta.dirname, "..", "..", "..", "..", "docs", "pact.md"), "utf8");

test("the guide lists every provider state with its parameters and values (spec 3.1)", () => {
  const rows = Object.entries(providerStates).map(([builder, { description, parameters, provides, response }]) => {
    const names = Object.entries(parameters.shape).map(([name, schema]) =>
      schema.safeParse(undefined).success ? `\`${name}\` (optional)` : `\`${name}\``,
    );
    const values = provides.map((value) => `\`${value}\``);
    return `| ${description} | \`${builder}\` | ${names.join(", ")} | ${values.join(", ")} | ${response} |`;
  });
  const listed = guide.split("\n").filter((line) => /^\| (an|the|time) /.test(line));
  expect(listed).toEqual(rows);
});

test("creates a state with a sentence and parameters, as Pact libraries expect them", () => {
  const parameters = { resourceId: "age-check@latest", outcome: "refer" } as const;
  expect(states.completed(parameters)).toEqual({ description: "an instance is completed", parameters });
  expect(states.expiredToken()).toEqual({ description: "the token has expired", parameters: {} });
});

test("the types of the parameters refuse other names and values", () => {
  // @ts-expect-error: `outcome` is missing.
  states.completed({ resourceId: "age-check@latest" });
  // @ts-expect-error: not an outcome.
  states.completed({ resourceId: "age-check@latest", outcome: "accepted" });
  // @ts-expect-error: not a parameter.
  states.paused({ resourceId: "age-check@latest", collected: [] });
  // @ts-expect-error: not a gap.
  states.readings({ readings: { "outcome-speling": "plain" } });
  expectTypeOf(states.waiting).parameter(0).toExtend<{ readonly collected?: readonly string[] | undefined }>();
  states.waiting({ resourceId: "age-check@latest", collected: ["DateOfBirth"] as const });
});
