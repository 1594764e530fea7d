import type { Collect, ElementAnswers } from "@journey-kit/client";
import { toPlain } from "@journey-kit/schemas/report";
import { CommandError } from "../terminal/terminal.ts";

const image = "aW1hZ2U="; // a few bytes in base64
const sampleAddress = { lines: ["12 St James's Square"], locality: "London", postalCode: "SW1Y 4JH", country: "GBR" };

/** A person whom every module accepts. A scenario can select the document by its country. Spec 2.6, 2.8. */
const person: ElementAnswers = {
  FullName: { firstName: "Ada", lastNames: ["Lovelace"] },
  DateOfBirth: "1990-12-10",
  Gender: "female",
  MothersMaidenName: "Milbanke",
  CurrentAddress: sampleAddress,
  PreviousAddresses: [{ ...sampleAddress, lines: ["1 High Street"] }],
  MobilePhone: { number: "+447700900123" },
  LandlinePhone: { number: "+442079460123" },
  PersonalEmail: { email: "ada@example.com" },
  WorkEmail: { email: "ada@example.org" },
  OtherEmails: [{ email: "ada@example.net" }],
  SSN: { idNumber: "123-45-6789" },
  NationalInsuranceNumber: { idNumber: "QQ123456C" },
  PrimaryDocument: { side1Image: image, countryCode: "GB" },
  SecondaryDocument: { side1Image: image, countryCode: "GB" },
  Selfie: { selfieImage: image },
  Consent: [{ purpose: "Identity verification" }],
};

export const collectSample: Collect = (element, { need }) => {
  if (Object.hasOwn(person, element) || need === "optional") return person[element];
  throw new CommandError(`"journey try" has no sample data for ${toPlain(element)}.`);
};
