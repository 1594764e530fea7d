import type { ElementName } from "@journey-kit/schemas/elements";
import type {
  AddressInput,
  BiometricInput,
  ConsentInput,
  DocumentInput,
  EmailInput,
  IdentityInput,
  IdNumberInput,
  PhoneInput,
  PreviousAddressInput,
  SubjectInput,
} from "./subject.ts";

type OneOrMore<Entry> = Entry | readonly Entry[];

/** With `| undefined` for programs that set `exactOptionalPropertyTypes`. */
type OptionalElementValues = { readonly [Name in keyof ElementValues]?: ElementValues[Name] | undefined };

/** The names of a person that make up `FullName`. Spec 2.6. */
export interface FullNameInput extends Pick<IdentityInput, "firstName" | "middleNames" | "lastNames"> {}

/**
 * The value of each standard domain element. An element that selects entries by `type`, such as `MobilePhone`, sets the
 * `type` itself. Spec 2.6; gap `element-names`.
 */
export interface ElementValues extends Readonly<Record<ElementName, unknown>> {
  readonly FullName: FullNameInput;
  /** In the form `YYYY-MM-DD`. */
  readonly DateOfBirth: string;
  readonly CurrentAddress: AddressInput;
  readonly PrimaryDocument: OneOrMore<DocumentInput>;
  readonly Selfie: OneOrMore<BiometricInput>;
  readonly SSN: OneOrMore<IdNumberInput>;
  readonly PreviousAddresses: readonly PreviousAddressInput[];
  readonly MobilePhone: OneOrMore<PhoneInput>;
  readonly LandlinePhone: OneOrMore<PhoneInput>;
  readonly PersonalEmail: OneOrMore<EmailInput>;
  readonly WorkEmail: OneOrMore<EmailInput>;
  readonly OtherEmails: OneOrMore<EmailInput>;
  readonly NationalInsuranceNumber: OneOrMore<IdNumberInput>;
  readonly MothersMaidenName: string;
  readonly Gender: string;
  readonly Consent: OneOrMore<ConsentInput>;
  readonly SecondaryDocument: OneOrMore<DocumentInput>;
}

/**
 * Data that is already in its place in the subject, for an element that a journey declares at a path of its own. Such a
 * path may start with a member that the specification does not list. Spec 2.6.
 */
export interface PlacedData {
  readonly subject: SubjectInput | (SubjectInput & Readonly<Record<string, unknown>>);
}

/** The value of any domain element; undefined if there is none. A v1 task schema may also ask for a single leaf. */
export type ElementAnswer = ElementValues[ElementName] | PlacedData | number | boolean | readonly string[] | undefined;

/**
 * Values by element name: exact for the standard elements, open for those that a journey declares. Spec 2.6.
 *
 * @example
 * const answers: ElementAnswers = {
 *   FullName: { firstName: "Ada", lastNames: ["Lovelace"] },
 *   DateOfBirth: "1990-12-10",
 * };
 */
export interface ElementAnswers extends OptionalElementValues {
  readonly [element: string]: ElementAnswer;
}
