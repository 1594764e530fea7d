/** A domain element: a named unit of data, and where the subject holds it. Spec 2.6. */
export interface Element {
  /** Place in the subject; `[type=x]` picks the entries of an array by their `type`, `[1]` the second one. */
  readonly path: string;
  /** Leaves below `path` that belong to the element; the whole value where there are none. */
  readonly leaves?: readonly string[];
  /** True for the elements that only gap `element-names` adds. */
  readonly extended?: true;
}

/** The domain elements that a journey may collect without declaring them. Spec 2.6; gap `element-names`. */
export const elements = {
  FullName: { path: "identity", leaves: ["firstName", "middleNames", "lastNames"] },
  DateOfBirth: { path: "identity.dateOfBirth" },
  CurrentAddress: { path: "identity.currentAddress" },
  PrimaryDocument: { path: "documents[type=Primary]", leaves: ["side1Image", "side2Image"] },
  Selfie: { path: "biometrics", leaves: ["selfieImage", "face1Image"] },
  SSN: { path: "identity.idNumbers[type=ssn]" },
  PreviousAddresses: { path: "identity.previousAddresses", extended: true },
  MobilePhone: { path: "identity.phones[type=mobile]", extended: true },
  LandlinePhone: { path: "identity.phones[type=landline]", extended: true },
  PersonalEmail: { path: "identity.emails[type=personal]", extended: true },
  WorkEmail: { path: "identity.emails[type=work]", extended: true },
  OtherEmails: { path: "identity.emails[type=other]", extended: true },
  NationalInsuranceNumber: { path: "identity.idNumbers[type=nino]", extended: true },
  MothersMaidenName: { path: "identity.mothersMaidenName", extended: true },
  Gender: { path: "identity.gender", extended: true },
  Consent: { path: "consent", extended: true },
  SecondaryDocument: { path: "documents[1]", leaves: ["side1Image", "side2Image"], extended: true },
} as const satisfies Record<string, Element>;

/** Name of a domain element that needs no declaration. */
export type ElementName = keyof typeof elements;
