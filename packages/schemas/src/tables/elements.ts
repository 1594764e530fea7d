/** A domain element: a named unit of data and its path in the subject. Spec 2.6. */
export interface Element {
  /** Path in the subject. `[type=x]` selects array entries by `type`; `[1]` selects the second entry. */
  readonly path: string;
  /** Members below `path` that belong to the element. If omitted, the whole value belongs to the element. */
  readonly leaves?: readonly string[];
  /** Members that the element needs: at least one of each inner list. If omitted, any data is enough. Gap `element-minimum`. */
  readonly minimum?: readonly (readonly string[])[];
  /** Set on elements that exist only if gap `element-names` is `extended`. */
  readonly extended?: true;
}

/** The domain elements that a journey can collect without declaring them. Spec 2.6; gap `element-names`. */
export const elements = {
  FullName: {
    path: "identity",
    leaves: ["firstName", "middleNames", "lastNames"],
    minimum: [["firstName"], ["lastNames"]],
  },
  DateOfBirth: { path: "identity.dateOfBirth" },
  CurrentAddress: { path: "identity.currentAddress" },
  PrimaryDocument: { path: "documents[type=Primary]", leaves: ["side1Image", "side2Image"], minimum: [["side1Image"]] },
  Selfie: { path: "biometrics", leaves: ["selfieImage", "face1Image"], minimum: [["selfieImage", "face1Image"]] },
  SSN: { path: "identity.idNumbers[type=ssn]", minimum: [["idNumber"]] },
  PreviousAddresses: { path: "identity.previousAddresses", extended: true },
  MobilePhone: { path: "identity.phones[type=mobile]", minimum: [["number"]], extended: true },
  LandlinePhone: { path: "identity.phones[type=landline]", minimum: [["number"]], extended: true },
  PersonalEmail: { path: "identity.emails[type=personal]", minimum: [["email"]], extended: true },
  WorkEmail: { path: "identity.emails[type=work]", minimum: [["email"]], extended: true },
  OtherEmails: { path: "identity.emails[type=other]", minimum: [["email"]], extended: true },
  NationalInsuranceNumber: { path: "identity.idNumbers[type=nino]", minimum: [["idNumber"]], extended: true },
  MothersMaidenName: { path: "identity.mothersMaidenName", extended: true },
  Gender: { path: "identity.gender", extended: true },
  Consent: { path: "consent", extended: true },
  SecondaryDocument: {
    path: "documents[1]",
    leaves: ["side1Image", "side2Image"],
    minimum: [["side1Image"]],
    extended: true,
  },
} as const satisfies Record<string, Element>;

/** Name of a domain element that a journey can collect without declaring it. */
export type ElementName = keyof typeof elements;
