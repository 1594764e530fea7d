import { expect, test } from "vitest";
import { createAjv } from "../../test/validator.ts";
import { toControlJsonSchemas } from "../emit/json-schema.ts";
import { Scenario } from "./scenario.ts";

const validate = createAjv().compile(toControlJsonSchemas()["Scenario.json"] ?? false);
const scenario = { name: "mine", rules: [{ when: { module: "Liveness", attempt: 1 }, then: { outcome: "Fail" } }] };

test.each([
  [scenario, true],
  [
    { ...scenario, $schema: "Scenario.json", seed: 1, otherwise: { latency: { min: 1, max: 2 }, advice: { a: 1 } } },
    true,
  ],
  [{ ...scenario, rules: [{ when: { subject: [{ path: "identity.lastNames", in: ["x"] }] }, then: {} }] }, true],
  [{ ...scenario, rules: [{ when: { modul: "Liveness" }, then: {} }] }, false],
  [{ ...scenario, rules: [{ when: { subject: [{ path: "1.2", equals: "x" }] }, then: {} }] }, false],
  [{ ...scenario, otherwise: { ends: "badly" } }, false],
  [{ rules: [] }, false],
])("the emitted JSON Schema and the Zod schema agree on whether the scenario %j is valid: %j", (value, expected) => {
  expect([validate(value), Scenario.safeParse(value).success]).toEqual([expected, expected]);
});
