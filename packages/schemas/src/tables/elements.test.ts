import { expect, test } from "vitest";
import { type Element, elements } from "./elements.ts";

/** Where the data of each element is in a subject, and what it needs at least. Spec 2.6, 2.8. */
const places: Readonly<Record<string, readonly [path: string, leaves?: string | undefined, minimum?: string]>> = {
  FullName: ["identity", "firstName middleNames lastNames", "firstName & lastNames"],
  DateOfBirth: ["identity.dateOfBirth"],
  CurrentAddress: ["identity.currentAddress"],
  PrimaryDocument: ["documents[type=Primary]", "side1Image side2Image", "side1Image"],
  Selfie: ["biometrics", "selfieImage face1Image", "selfieImage | face1Image"],
  SSN: ["identity.idNumbers[type=ssn]", undefined, "idNumber"],
  PreviousAddresses: ["identity.previousAddresses"],
  MobilePhone: ["identity.phones[type=mobile]", undefined, "number"],
  LandlinePhone: ["identity.phones[type=landline]", undefined, "number"],
  PersonalEmail: ["identity.emails[type=personal]", undefined, "email"],
  WorkEmail: ["identity.emails[type=work]", undefined, "email"],
  OtherEmails: ["identity.emails[type=other]", undefined, "email"],
  NationalInsuranceNumber: ["identity.idNumbers[type=nino]", undefined, "idNumber"],
  MothersMaidenName: ["identity.mothersMaidenName"],
  Gender: ["identity.gender"],
  Consent: ["consent"],
  SecondaryDocument: ["documents[1]", "side1Image side2Image", "side1Image"],
};

test("each element has its place in the subject, and a minimum (spec 2.6, gap element-minimum)", () => {
  const found = Object.entries<Element>(elements).map(([name, { path, leaves, minimum }]) => [
    name,
    [path, leaves?.join(" "), minimum?.map((list) => list.join(" | ")).join(" & ")],
  ]);
  const expected = Object.entries(places).map(([name, [path, leaves, minimum]]) => [name, [path, leaves, minimum]]);
  expect(found).toEqual(expected);
});

test("the six elements that the specification names exist under every reading (spec 2.6, gap element-names)", () => {
  const always = Object.entries<Element>(elements).filter(([, { extended }]) => extended !== true);
  expect(always.map(([name]) => name)).toEqual(Object.keys(places).slice(0, 6));
});
