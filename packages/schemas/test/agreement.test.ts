import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { runs } from "../../../vitest.shared.ts";
import { draft07, type JsonSchema, toJsonSchemas, wireSchemas } from "../src/emit/json-schema.ts";
import { endpointFor, endpointNames, endpoints } from "../src/endpoints.ts";
import { presetNames, presets } from "../src/tables/profile.ts";
import { arbitraryOf, hostileKeys } from "./arbitrary.ts";
import { nearMissOf } from "./near-miss.ts";
import { createAjv, createValidator } from "./validator.ts";

const numRuns = runs(100, 1_000);
const ajv = createValidator();
const emitted = toJsonSchemas();
const resolve = (ref: string) => {
  const schema = emitted[ref];
  if (schema === undefined) throw new Error(`No emitted schema has the name ${ref}.`);
  return schema;
};
const wire = [...wireSchemas].map(([name, schema]) => ({
  name,
  spec: schema.meta()?.spec,
  valid: arbitraryOf(resolve(`${name}.json`), resolve),
  byZod: (value: unknown) => schema.safeParse(value).success,
  byAjv: (value: unknown) => ajv.validate(`${name}.json`, value) === true,
}));

/** Such a schema has too few invalid values to compare. */
const acceptsAnyObject = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodObject &&
  Object.values<z.core.$ZodType>(schema.shape).every(
    (member) => member instanceof z.ZodOptional && member.unwrap() instanceof z.ZodUnknown,
  );

/** The bodies of endpoints whose schema under a preset differs from the wire schema. */
const formed = presetNames.flatMap((preset) =>
  endpointNames.flatMap((route) =>
    (["request", "response"] as const).flatMap((part) => {
      const schema = endpointFor(route, presets[preset])[part];
      if (schema === endpoints[route][part] || acceptsAnyObject(schema)) return [];
      const emission: JsonSchema & { definitions?: Record<string, JsonSchema> } = z.toJSONSchema(schema, draft07);
      const check = createAjv().compile(emission);
      return {
        name: `the ${part} of ${route} under the profile ${preset}`,
        part,
        spec: schema.meta()?.spec,
        valid: arbitraryOf(emission, (ref) => emission.definitions?.[ref.replace("#/definitions/", "")] ?? {}),
        byZod: (value: unknown) => schema.safeParse(value).success,
        byAjv: (value: unknown) => check(value),
        byStatic: (value: unknown) => endpoints[route][part].safeParse(value).success,
      };
    }),
  ),
);

const cases = [...wire, ...formed];

test.each(formed.filter(({ part }) => part === "response"))(
  "the wire schema accepts every value generated for $name (spec $spec)",
  ({ valid, byStatic }) => {
    fc.assert(fc.property(valid, byStatic), { numRuns });
  },
);

test.each(cases)(
  "Zod and Ajv agree on valid and nearly valid values for $name (spec $spec)",
  ({ valid, byZod, byAjv }) => {
    let refused = 0;
    const either = fc.oneof(
      { weight: 1, arbitrary: valid.map((value) => ({ value, mustPass: true })) },
      { weight: 3, arbitrary: nearMissOf(valid).map((value) => ({ value, mustPass: false })) }, // most are valid too
    );
    const areAlike = fc.property(either, ({ value, mustPass }) => {
      const accepted = byZod(value);
      if (!accepted) refused += 1;
      return byAjv(value) === accepted && (accepted || !mustPass);
    });
    fc.assert(areAlike, { numRuns });
    expect(refused).toBeGreaterThan(numRuns / 50);
  },
);

test.each(cases)(
  "Zod and Ajv agree on unusual keys such as `__proto__` in $name (spec $spec)",
  ({ valid, byZod, byAjv }) => {
    const [sample] = fc.sample(valid, 1);
    for (const key of hostileKeys) {
      for (const planted of [null, 1, "text", [], {}]) {
        const value = Object.fromEntries([...Object.entries(Object(sample)), [key, planted]]);
        expect(byAjv(value), key).toBe(byZod(value));
      }
    }
  },
);
