import type { ElementName } from "@journey-kit/schemas/calls";
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

/** Every member also accepts `undefined`, for programs that set `exactOptionalPropertyTypes`. */
type OptionalElementValues = { readonly [Name in keyof ElementValues]?: ElementValues[Name] | undefined };

/** The value of the element `FullName`. Spec 2.6. */
export interface FullNameInput extends Pick<IdentityInput, "firstName" | "middleNames" | "lastNames"> {}

/**
 * The value of each standard domain element. For elements such as `MobilePhone`, the client adds the `type`. Spec 2.6;
 * gap `element-names`.
 */
export interface ElementValues extends Readonly<Record<ElementName, unknown>> {
  readonly FullName: FullNameInput;
  /** A date in the form `YYYY-MM-DD`. */
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
 * A subject that contains the data of a custom element, possibly in a member that the specification does not define.
 * Spec 2.6.
 */
export interface PlacedData {
  readonly subject: SubjectInput | (SubjectInput & Readonly<Record<string, unknown>>);
}

/** The value of any domain element, or of a single field that a v1 task schema requests; undefined to skip it. */
export type ElementAnswer = ElementValues[ElementName] | PlacedData | number | boolean | readonly string[] | undefined;

/**
 * Values by element name. Standard elements have exact types. Has an index signature, because the specification does not
 * list every element and a journey may declare its own. Spec 2.6; gap `element-names`.
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
