import { presets } from "@journey-kit/schemas/profile";
import { expect, test } from "vitest";
import { digested, subjectOf, termsFor } from "../../test/samples.ts";
import { checkSubject, validateElement } from "./elements.ts";
import { type InstanceTerms, type Readings, readingsOf } from "./instance.ts";
import { createRecorder } from "./result.ts";

const under = (readings: Partial<Readings>) =>
  termsFor("document-and-selfie", { readings: { ...readingsOf(presets.specified), ...readings } });

/** Validates an element and returns the result together with its basis. */
function validate(terms: InstanceTerms, name: string, subject: unknown) {
  const recorder = createRecorder(terms.readings);
  const context = { terms, recorder };
  return { ...validateElement(context, name, checkSubject(context, subject)), basis: recorder.basis().ids };
}

test("validates an element that is named like a member of Object.prototype (spec 2.6)", () => {
  const { definition, ...terms } = under({});
  const elements = [{ name: "constructor", path: "identity.gender" }];
  const found = validate({ ...terms, definition: { ...definition, elements } }, "constructor", {
    identity: { gender: "female" },
  });
  expect(found).toEqual({ kind: "valid", value: "female", basis: [] });
});

test("a number without a type is invalid in a phone entry, but valid in a document (spec 2.8)", () => {
  const strict = under({ "required-fields": "strict" });
  const documents = [{ side1Image: digested, number: "123456" }];
  expect(validate(strict, "PrimaryDocument", { documents })).toMatchObject({ kind: "valid" });
  const { definition, ...terms } = strict;
  const own = { ...terms, definition: { ...definition, elements: [{ name: "Phones", path: "identity.phones" }] } };
  const phones = (...entries: readonly object[]) => validate(own, "Phones", { identity: { phones: entries } });
  expect(phones({ number: "1" })).toMatchObject({ kind: "invalid", where: "context.subject.identity.phones[0].type" });
  expect(phones({ type: "mobile" })).toMatchObject({
    kind: "invalid",
    where: "context.subject.identity.phones[0].number",
  });
  expect(phones({ type: "mobile", number: "1" })).toMatchObject({ kind: "valid" });
});

test.each([
  [
    "context.subject.identity.currentAddress.country",
    { identity: { currentAddress: { country: "gb" } } },
    "CurrentAddress",
  ],
  [
    "context.subject.identity.previousAddresses[0].fromDate",
    { identity: { previousAddresses: [{ locality: "London", fromDate: "1999" }] } },
    "PreviousAddresses",
  ],
])("a malformed %s is invalid under the strict reading (spec 2.8)", (where, subject, name) => {
  expect(validate(under({}), name, subject)).toMatchObject({
    kind: "valid",
    basis: ["required-fields=element-minimum"],
  });
  const found = validate(under({ "required-fields": "strict" }), name, subject);
  expect(found).toMatchObject({ kind: "invalid", where, basis: ["required-fields=strict"] });
});

test("a complete or absent element consults no reading (spec 2.6)", () => {
  for (const name of ["FullName", "DateOfBirth", "CurrentAddress", "SSN", "PrimaryDocument", "Selfie"]) {
    expect(validate(under({}), name, subjectOf(name))).toMatchObject({ kind: "valid", basis: [] });
    expect(validate(under({}), name, {})).toEqual({ kind: "absent", basis: [] });
  }
});

test("a document whose type is not a string is not the primary document (spec 2.8)", () => {
  for (const type of [{ toString: 1 }, 7, ["Primary"], true]) {
    const documents = [{ type, side1Image: digested }];
    expect(validate(under({}), "PrimaryDocument", { documents })).toMatchObject({ kind: "absent" });
  }
});
