/** A domain element: a named unit of data, and where the subject holds it. Spec 2.6. */
export interface Element {
  /** Place in the subject; `[type=x]` picks the entries of an array by their `type`, `[1]` the second one. */
  readonly path: string;
  /** Leaves below `path` that belong to the element; the whole value where there are none. */
  readonly leaves?: readonly string[];
  /** The card that collects it on a hosted page. */
  readonly card: string;
  /** True for the elements that only gap `element-names` adds. */
  readonly extended?: true;
}

/** The domain elements that a journey may collect without declaring them. Spec 2.6; gap `element-names`. */
export const elements = {
  FullName: { path: "identity", leaves: ["firstName", "middleNames", "lastNames"], card: "NameCard" },
  DateOfBirth: { path: "identity.dateOfBirth", card: "DateOfBirthCard" },
  CurrentAddress: { path: "identity.currentAddress", card: "AddressCard" },
  PrimaryDocument: { path: "documents[type=Primary]", leaves: ["side1Image", "side2Image"], card: "DocumentCard" },
  Selfie: { path: "biometrics", leaves: ["selfieImage", "face1Image"], card: "SelfieCard" },
  SSN: { path: "identity.idNumbers[type=ssn]", card: "IdentifierCardSSN" },
  PreviousAddresses: { path: "identity.previousAddresses", card: "PreviousAddressesCard", extended: true },
  MobilePhone: { path: "identity.phones[type=mobile]", card: "PhoneCardMobilePhone", extended: true },
  LandlinePhone: { path: "identity.phones[type=landline]", card: "PhoneCardLandlinePhone", extended: true },
  PersonalEmail: { path: "identity.emails[type=personal]", card: "EmailCardPersonalEmail", extended: true },
  WorkEmail: { path: "identity.emails[type=work]", card: "EmailCardWorkEmail", extended: true },
  OtherEmails: { path: "identity.emails[type=other]", card: "EmailCardOtherEmails", extended: true },
  NationalInsuranceNumber: {
    path: "identity.idNumbers[type=nino]",
    card: "IdentifierCardNationalInsuranceNumber",
    extended: true,
  },
  MothersMaidenName: { path: "identity.mothersMaidenName", card: "MothersMaidenNameCard", extended: true },
  Gender: { path: "identity.gender", card: "GenderCard", extended: true },
  Consent: { path: "consent", card: "ConsentCard", extended: true },
  SecondaryDocument: {
    path: "documents[1]",
    leaves: ["side1Image", "side2Image"],
    card: "DocumentCard",
    extended: true,
  },
} as const satisfies Record<string, Element>;

/** Name of a domain element that needs no declaration. */
export type ElementName = keyof typeof elements;
