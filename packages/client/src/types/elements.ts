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

/**
 * The value of each standard domain element. An element that selects entries by `type`, such as `MobilePhone`, sets the
 * `type` itself. Spec 2.6; gap `element-names`.
 */
export interface ElementValues extends Readonly<Record<ElementName, unknown>> {
  readonly FullName: Pick<IdentityInput, "firstName" | "middleNames" | "lastNames">;
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
 * Data that is already in its place in the subject. A journey may declare an element at a path of its own, so any
 * member is allowed. Spec 2.6.
 */
export interface PlacedData {
  readonly subject: SubjectInput | Readonly<Record<string, unknown>>;
}
