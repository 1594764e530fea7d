import { expect, test } from "vitest";
import { createField } from "./create-field.ts";
import { canShow, type Field, suggestMembers, toChoice, variantOf } from "./field.ts";

const fieldOf = (schema: object): Field => {
  const field = createField(
    schema,
    { type: "object", properties: { it: schema } },
    { name: "", label: "", isRequired: true },
  );
  const [member] = field?.kind === "group" ? field.fields : [];
  if (member === undefined) throw new Error("The schema has no field.");
  return member;
};

const text = { type: "string" };
const object = (properties: object, required: readonly string[] = []) => ({ type: "object", properties, required });

test.each([
  ["text", text],
  ["number", { type: "integer" }],
  ["flag", { type: "boolean" }],
  ["mark", { const: true }],
  ["date", { type: "string", format: "date" }],
  ["image", { type: "string", contentEncoding: "base64" }],
  ["choice", { enum: ["a", "b"] }],
  ["list", { type: "array", items: text }],
  ["group", object({ a: text })],
  ["json", { type: "object", additionalProperties: {} }],
  ["variants", { oneOf: [object({ type: { const: "a" } }), object({ type: { const: "b" } })] }],
])("the control for a schema: %s", (kind, schema) => {
  expect(fieldOf(schema).kind).toBe(kind);
});

test("takes label, hint and suggestion from the schema", () => {
  const field = fieldOf({ ...text, title: "Content type", description: "Of the body.", examples: ["text/html"] });
  expect(field).toMatchObject({ label: "Content type", hint: "Of the body.", suggestion: "text/html" });
  expect(fieldOf(text).label).toBe("It");
});

test('a choice that lists "not set" needs no hint', () => {
  const field = { ...fieldOf(text), hint: "Where." };
  expect(toChoice(field, []).hint).toBe("Where.");
  expect(toChoice(field, [], "everywhere")).toMatchObject({ unset: "everywhere" });
  expect(toChoice(field, [], "everywhere").hint).toBeUndefined();
});

test("a variant has its own fields, and suggests values for the required ones only", () => {
  const field = fieldOf({
    oneOf: [
      object({ type: { const: "wait" }, ms: { type: "integer", examples: [3] }, note: { ...text, examples: ["x"] } }, [
        "ms",
      ]),
      object({ type: { const: "stop" } }),
    ],
  });
  expect(field.label).toBe("It");
  const group = field.kind === "variants" ? variantOf(field, { type: "wait" }) : undefined;
  expect(group?.fields.map(({ name }) => name)).toEqual(["ms", "note"]);
  expect(group && suggestMembers(group)).toEqual({ ms: 3 });
});

const member = object({ a: text, n: { type: "number" } });

test.each<[string, object, unknown, boolean]>([
  ["a known member", member, { a: "x" }, true],
  ["an unknown member", member, { b: "x" }, false],
  ["a member named like one of every object", member, { constructor: "x" }, false],
  ["a number that is still a text", member, { n: "1e" }, true],
  ["a text that looks like a number", member, { n: "1" }, false],
  ["an empty text, which looks like nothing", member, { a: "" }, false],
  ["null", member, { a: null }, false],
  ["a list in place of an object", member, [], false],
  [
    "an unknown variant",
    { oneOf: [object({ type: { const: "a" } }), object({ type: { const: "b" } })] },
    { type: "c" },
    false,
  ],
  ["JSON", { type: "object", additionalProperties: {} }, { x: [1] }, true],
  ["a text where only an object is possible", { type: "object", additionalProperties: {} }, "x", false],
  ["a text where a text is possible too", { anyOf: [text, { type: "object", additionalProperties: {} }] }, "x", true],
  ["a text that would become an object", { anyOf: [text, { type: "object", additionalProperties: {} }] }, "{}", false],
])("whether the form shows %s", (_, schema, value, isShown) => {
  expect(canShow(fieldOf(schema), value)).toBe(isShown);
});
