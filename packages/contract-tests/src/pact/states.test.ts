import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createSimulator } from "@journey-kit/simulator";
import { expect, expectTypeOf, test } from "vitest";
import { createCaller } from "../service/target.ts";
import { openWorld } from "../service/world.ts";
import { providerStates, states } from "./states.ts";

const guide = readFileSync(join(import.meta.dirname, "../../../../docs/src/content/docs/guides/pact.md"), "utf8");

/** The table of states in the guide: state, builder, parameters, provided values, response. */
const rows = guide
  .split("\n")
  .filter((line) => /^\| (an|the|time) /.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));

test("the guide lists every provider state with its parameters (spec 3.1)", () => {
  const expected = Object.entries(providerStates).map(([builder, { description, parameters }]) => {
    const names = Object.entries(parameters.shape).map(([name, schema]) =>
      schema.safeParse(undefined).success ? `\`${name}\` (optional)` : `\`${name}\``,
    );
    return [description, `\`${builder}\``, names.join(", ")];
  });
  expect(rows.map(([, description, builder, parameters]) => [description, builder, parameters])).toEqual(expected);
});

const resourceId = "document-and-selfie@latest";
const parametersOf: Readonly<Record<keyof typeof providerStates, object>> = {
  waiting: { resourceId },
  openTask: { resourceId: "document-and-selfie-v1@latest", variantId: "data-verification-v1" },
  running: { resourceId },
  completed: { resourceId, outcome: "refer" },
  failed: { resourceId },
  paused: { resourceId },
  connectToken: { resourceId },
  missingPermission: { permission: "journey:start" },
  expiredToken: {},
  scenario: { scenario: "rejected" },
  readings: { readings: {} },
  later: { milliseconds: 1 },
};

test.each(Object.entries(providerStates))(
  "the guide lists the values that the state `%s` provides (spec 3.1)",
  async (name, { setUp }) => {
    const { fetch } = createSimulator();
    const { settings, control } = await openWorld({ baseUrl: "http://127.0.0.1:4010", fetch });
    const parameters = Object.entries(parametersOf).find(([one]) => one === name)?.[1];
    const values = await setUp({ control, caller: createCaller(settings) }, parameters);
    const provided = Object.keys(values ?? {}).filter((value) => value !== "token");
    expect(rows.find((row) => row[2] === `\`${name}\``)?.[4]).toBe(provided.map((value) => `\`${value}\``).join(", "));
  },
);

test("creates a state with a description and parameters, as Pact libraries expect", () => {
  const parameters = { resourceId: "age-check@latest", outcome: "refer" } as const;
  expect(states.completed(parameters)).toEqual({ description: "an instance is completed", parameters });
  expect(states.expiredToken()).toEqual({ description: "the token has expired", parameters: {} });
});

test("the types reject unknown parameters and wrong values", () => {
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
