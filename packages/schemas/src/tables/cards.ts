import type { ElementName } from "./elements.ts";

/** The id of the card that collects each element on a hosted page. Spec 2.5, 2.6. */
export const cards: Readonly<Record<ElementName, string>> = {
  FullName: "NameCard",
  DateOfBirth: "DateOfBirthCard",
  CurrentAddress: "AddressCard",
  PrimaryDocument: "DocumentCard",
  Selfie: "SelfieCard",
  SSN: "IdentifierCardSSN",
  PreviousAddresses: "PreviousAddressesCard",
  MobilePhone: "PhoneCardMobilePhone",
  LandlinePhone: "PhoneCardLandlinePhone",
  PersonalEmail: "EmailCardPersonalEmail",
  WorkEmail: "EmailCardWorkEmail",
  OtherEmails: "EmailCardOtherEmails",
  NationalInsuranceNumber: "IdentifierCardNationalInsuranceNumber",
  MothersMaidenName: "MothersMaidenNameCard",
  Gender: "GenderCard",
  Consent: "ConsentCard",
  SecondaryDocument: "DocumentCard",
};

/** The card id of an element; undefined for an element that only a journey declares. */
export const cardOf = (name: string): string | undefined =>
  Object.hasOwn(cards, name) ? cards[name as ElementName] : undefined; // checked by `hasOwn`
