import { elements } from "@journey-kit/schemas/calls";
import { expect, test } from "vitest";
import type { SubjectInput } from "../types/subject.ts";
import { hasElement, placeElement } from "./place.ts";

/** Places elements one at a time. */
const placeAll = (...given: readonly (readonly [string, unknown])[]): SubjectInput =>
  given.reduce<SubjectInput>((subject, [element, value]) => placeElement(subject, element, value), {});

test("puts each element in its place in the subject and keeps the other elements (spec 2.6, 2.8)", () => {
  const subject = placeAll(
    ["FullName", { firstName: "Ada", lastNames: ["Lovelace"] }],
    ["DateOfBirth", "1990-12-10"],
    ["CurrentAddress", { country: "GB" }],
    ["SSN", { idNumber: "1" }],
    ["NationalInsuranceNumber", { idNumber: "2" }],
    ["OtherEmails", [{ email: "a@example.org" }, { email: "b@example.org" }]],
    ["PrimaryDocument", { side1Image: "a" }],
    ["SecondaryDocument", { side1Image: "b" }],
    ["Selfie", { selfieImage: "c" }],
    ["Consent", [{ id: "terms" }]],
  );
  expect(subject).toEqual({
    identity: {
      firstName: "Ada",
      lastNames: ["Lovelace"],
      dateOfBirth: "1990-12-10",
      currentAddress: { country: "GB" },
      idNumbers: [
        { type: "ssn", idNumber: "1" },
        { type: "nino", idNumber: "2" },
      ],
      emails: [
        { type: "other", email: "a@example.org" },
        { type: "other", email: "b@example.org" },
      ],
    },
    documents: [{ type: "Primary", side1Image: "a" }, { side1Image: "b" }],
    biometrics: [{ selfieImage: "c" }],
    consent: [{ id: "terms" }],
  });
});

test("puts a secondary document second, even without a primary document (spec 2.6)", () => {
  expect(placeAll(["SecondaryDocument", { side1Image: "b" }]).documents).toEqual([{}, { side1Image: "b" }]);
});

test("finds an element only after it has been placed in the subject, and does not mistake another element for it", () => {
  for (const name of Object.keys(elements)) {
    const value = { firstName: "x", side1Image: "x", selfieImage: "x", number: "x", email: "x", idNumber: "x" };
    const subject = placeElement({}, name, value);
    expect(hasElement(subject, name), name).toBe(true);
    expect(hasElement({}, name), name).toBe(false);
  }
  expect(hasElement({ documents: [{ type: "primary", side1Image: "aW1hZ2U=" }] }, "PrimaryDocument")).toBe(true);
  expect(hasElement(placeAll(["SSN", { idNumber: "1" }]), "NationalInsuranceNumber")).toBe(false);
  expect(hasElement(placeAll(["DateOfBirth", "1990-12-10"]), "FullName")).toBe(false);
});

test("the error for an unknown element does not quote its value", () => {
  expect(() => placeElement({}, "toString", "secret")).toThrow(/^toString is not a standard element/);
});
