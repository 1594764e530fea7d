import type {
  Account,
  Address,
  Biometric,
  Consent,
  Document,
  DocumentAddress,
  Email,
  Entity,
  EntityPerson,
  EntityRegistration,
  Identity,
  IdNumber,
  Location,
  Name,
  Phone,
  PreviousAddress,
  Session,
  Social,
  Subject,
} from "@journey-kit/schemas";
import type { Exact } from "./exact.ts";

// Each interface gets its members from the schema. It repeats only the members whose types have a name, so that editors
// and compiler errors show the name. A member that contradicts the schema does not compile.

/** Data about the person that a journey verifies. Every member is optional. Spec 2.8; gap `required-fields`. */
export interface SubjectInput extends Exact<Subject> {
  readonly identity?: IdentityInput | undefined;
  readonly entities?: readonly EntityInput[] | undefined;
  readonly documents?: readonly DocumentInput[] | undefined;
  readonly biometrics?: readonly BiometricInput[] | undefined;
  readonly sessions?: readonly SessionInput[] | undefined;
  readonly consent?: readonly ConsentInput[] | undefined;
  readonly accounts?: readonly AccountInput[] | undefined;
}

/** The name of a person, for aliases and related persons. Spec 2.8. */
export interface NameInput extends Exact<Name> {}

/** The identity of a person. `dateOfBirth` has the form `YYYY-MM-DD`. Spec 2.8. */
export interface IdentityInput extends Exact<Identity> {
  readonly aliases?: readonly NameInput[] | undefined;
  readonly relatedPersons?: readonly NameInput[] | undefined;
  readonly currentAddress?: AddressInput | undefined;
  readonly previousAddresses?: readonly PreviousAddressInput[] | undefined;
  readonly placeOfBirth?: AddressInput | undefined;
  readonly idNumbers?: readonly IdNumberInput[] | undefined;
  readonly phones?: readonly PhoneInput[] | undefined;
  readonly emails?: readonly EmailInput[] | undefined;
  readonly socials?: readonly SocialInput[] | undefined;
}

/** A geographic location. The coordinates are strings. Spec 2.8. */
export interface LocationInput extends Exact<Location> {}

/** A postal address, as lines or as separate parts. Spec 2.8. */
export interface AddressInput extends Exact<Address> {
  readonly location?: LocationInput | undefined;
}

/** A former address, and when the person lived there. Spec 2.8. */
export interface PreviousAddressInput extends Exact<PreviousAddress> {
  readonly location?: LocationInput | undefined;
}

/** A number issued to a person. `type` is `ssn` for a social security number. Spec 2.8. */
export interface IdNumberInput extends Exact<IdNumber> {}

/** A telephone number and its type, for example `mobile`. Spec 2.8. */
export interface PhoneInput extends Exact<Phone> {}

/** An email address and its type, for example `personal`. Spec 2.8. */
export interface EmailInput extends Exact<Email> {}

/** An account on a social network. Spec 2.8. */
export interface SocialInput extends Exact<Social> {}

/** An identity document. `type` is `Primary` for the main document; images are base64. Spec 2.8. */
export interface DocumentInput extends Exact<Document> {
  readonly address?: DocumentAddressInput | undefined;
  readonly subject?: IdentityInput | undefined;
}

/** An address as printed on a document. Spec 2.8. */
export interface DocumentAddressInput extends Exact<DocumentAddress> {}

/** Images of a face as base64. A selfie is in `selfieImage` or in `face1Image`. Spec 2.8. */
export interface BiometricInput extends Exact<Biometric> {}

/** A company or another organisation. `type` is `primary` for the main entity. Spec 2.8. */
export interface EntityInput extends Exact<Entity> {
  readonly addresses?: readonly AddressInput[] | undefined;
  readonly registrations?: readonly EntityRegistrationInput[] | undefined;
  readonly persons?: readonly EntityPersonInput[] | undefined;
  readonly phones?: readonly PhoneInput[] | undefined;
}

/** An owner or officer of an entity. `type` is `primary` for the main person. Spec 2.8. */
export interface EntityPersonInput extends Exact<EntityPerson> {
  readonly currentAddress?: AddressInput | undefined;
}

/** An entity's entry in a public register. Spec 2.8. */
export interface EntityRegistrationInput extends Exact<EntityRegistration> {
  readonly registeredAddress?: AddressInput | undefined;
  readonly agentAddress?: AddressInput | undefined;
}

/** The person's sign-in with another provider, including credentials. Spec 2.8. */
export interface SessionInput extends Exact<Session> {}

/** A consent that the person gave. Spec 2.8. */
export interface ConsentInput extends Exact<Consent> {}

/** A bank account of the person. Spec 2.8. */
export interface AccountInput extends Exact<Account> {}
