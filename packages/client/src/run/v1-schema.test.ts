import { expect, test } from "vitest";
import { listNeeds } from "./v1-schema.ts";

const object = (properties: object, ...required: readonly string[]) => ({ type: "object", properties, required });

const subject = object(
  {
    identity: object(
      {
        firstName: { type: "string" },
        middleNames: { type: "array" },
        lastNames: { type: "array" },
        currentAddress: object({ country: { type: "string" } }),
        idNumbers: { type: "array" },
        placeOfBirth: object({ country: { type: "string" } }, "country"),
      },
      "firstName",
      "lastNames",
      "idNumbers",
      "placeOfBirth",
    ),
    biometrics: { type: "array" },
  },
  "identity",
);

test("maps the paths in a task schema to elements, whether the schema describes the subject or the context (spec 2.4)", () => {
  const needs = [
    { isRequired: true, wanted: [{ element: "FullName", need: "required" }] },
    { isRequired: false, wanted: [{ element: "CurrentAddress", need: "optional" }] },
    {
      isRequired: true,
      wanted: [
        { element: "SSN", need: "optional" },
        { element: "NationalInsuranceNumber", need: "optional" },
      ],
    },
    {
      isRequired: true,
      wanted: [{ element: "identity.placeOfBirth.country", need: "required", path: "identity.placeOfBirth.country" }],
    },
    { isRequired: false, wanted: [{ element: "Selfie", need: "optional" }] },
  ];
  expect(listNeeds(subject)).toEqual(needs);
  expect(listNeeds(object({ context: object({ subject }, "subject") }, "context"))).toEqual(needs);
});

test.each([undefined, null, "text", {}, { properties: [] }])(
  "finds no elements in a schema without properties: %j",
  (schema) => {
    expect(listNeeds(schema)).toEqual([]);
  },
);

test("a member that an optional object requires is optional (spec 2.4)", () => {
  const place = object({ country: { type: "string" } }, "country");
  expect(listNeeds(object({ identity: object({ placeOfBirth: place }) }, "identity"))).toEqual([
    {
      isRequired: false,
      wanted: [{ element: "identity.placeOfBirth.country", need: "optional", path: "identity.placeOfBirth.country" }],
    },
  ]);
});
