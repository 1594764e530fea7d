import * as z from "zod";
import { doc } from "../../meta.ts";
import { Document } from "./document.ts";
import { Entity } from "./entity.ts";
import { Identity } from "./identity.ts";
import { country, date, image, text } from "./leaf.ts";

/** Images of a face. A selfie is in `selfieImage` or in `face1Image`. Spec 2.8. */
export const Biometric = doc(
  z.looseObject({ face1Image: image, face2Image: image, selfieImage: image, id: text, type: text }),
  {
    id: "Biometric",
    spec: "2.8",
    description: "Images of a face. A selfie is in `selfieImage` or in `face1Image`.",
    examples: [{ selfieImage: "/9j/4AAQSkZJRg==" }],
  },
);
export type Biometric = z.infer<typeof Biometric>;

const auth = z.looseObject({
  id: text,
  scope: text,
  codeVerifier: text,
  code: text,
  state: text,
  redirectUri: text,
  responseType: text,
  clientId: text,
  clientSecret: text,
});

/** The person's sign-in with another provider, including credentials. Spec 2.8. */
export const Session = doc(z.looseObject({ id: text, type: text, provider: text, auth: z.array(auth).optional() }), {
  id: "Session",
  spec: "2.8",
  description: "The person's sign-in with another provider.",
  examples: [{ type: "oauth", provider: "example", auth: [{ code: "SplxlOBeZQQY", state: "af0ifjsldkj" }] }],
});
export type Session = z.infer<typeof Session>;

/** A consent that the person gave. Spec 2.8. */
export const Consent = doc(
  z.looseObject({
    url: text,
    id: text,
    version: text,
    effectiveDate: date,
    expiryDate: date,
    terms: text,
    purpose: text,
    legalBasis: text,
    jurisdiction: text,
    subject: text,
    signatory: text,
  }),
  {
    id: "Consent",
    spec: "2.8",
    description: "A consent that the person gave.",
    examples: [{ id: "privacy", version: "3", effectiveDate: "2026-01-01", purpose: "Identity verification" }],
  },
);
export type Consent = z.infer<typeof Consent>;

/** A bank account of the person. Spec 2.8. */
export const Account = doc(
  z.looseObject({
    type: text,
    accountNumber: text,
    sortCode: text,
    routingNumber: text,
    iban: text,
    bic: text,
    accountHolderName: text,
    bankName: text,
    country,
    accountType: text,
  }),
  {
    id: "Account",
    spec: "2.8",
    description: "A bank account of the person.",
    examples: [{ iban: "GB33BUKB20201555555555", accountHolderName: "Ada Lovelace" }],
  },
);
export type Account = z.infer<typeof Account>;

/**
 * The data about a person, which a client sends as prefill or in a submit. Spec 2.8.
 *
 * Every member is optional, and unknown members are accepted (gaps `required-fields`, `extra-members`). Gap
 * `element-minimum` decides when an element counts as provided.
 */
export const Subject = doc(
  z.looseObject({
    identity: Identity.optional(),
    entities: z.array(Entity).optional(),
    documents: doc(z.array(Document), { forms: { "array-limits": { fifty: z.array(Document).max(50) } } }).optional(),
    biometrics: doc(z.array(Biometric), {
      forms: { "array-limits": { fifty: z.array(Biometric).max(50) } },
    }).optional(),
    sessions: z.array(Session).optional(),
    consent: z.array(Consent).optional(),
    accounts: z.array(Account).optional(),
    uid: doc(z.string(), {
      description: "Links the instance to a record in the caller's system. Has no other effect.",
    }).optional(),
  }),
  {
    id: "Subject",
    spec: "2.8",
    gap: "required-fields",
    description: "The data about a person, which a client sends as prefill or in a submit.",
    examples: [{ identity: { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1985-12-10" } }],
  },
);
export type Subject = z.infer<typeof Subject>;
