import * as z from "zod";
import { doc } from "../../meta.ts";
import { emailForm } from "../../tables/email-form.ts";
import { Address, PreviousAddress } from "./address.ts";
import { country, filled, text, texts } from "./leaf.ts";

/** The members of a name, shared by name objects, identities and the persons of an entity. Spec 2.8. */
export const nameMembers = {
  title: text,
  firstName: text,
  middleNames: texts,
  lastNames: texts,
  lastNamesAtBirth: texts,
};

/** The name of a person. Spec 2.8. */
export const Name = doc(z.looseObject(nameMembers), {
  id: "Name",
  spec: "2.8",
  description: "A name of a person, used for aliases and related persons.",
  examples: [{ firstName: "Ada", lastNames: ["Lovelace"], lastNamesAtBirth: ["Byron"] }],
});
export type Name = z.infer<typeof Name>;

/** A telephone number. `type` can be any text. Domain elements use `mobile` and `landline`. Spec 2.8. */
export const Phone = doc(z.looseObject({ type: text, number: text }), {
  id: "Phone",
  spec: "2.8",
  gap: "required-fields",
  description: "A telephone number and its type, for example `mobile`.",
  examples: [{ type: "mobile", number: "+447700900123" }],
  forms: { "required-fields": { strict: { type: filled, number: filled } } },
});
export type Phone = z.infer<typeof Phone>;

/** An email address. `type` can be any text, usually `personal` or `work`. Spec 2.8. */
export const Email = doc(z.looseObject({ type: text, email: text }), {
  id: "Email",
  spec: "2.8",
  gap: "required-fields",
  description: "An email address and its type, for example `personal`.",
  examples: [{ type: "personal", email: "ada@example.com" }],
  forms: {
    "required-fields": {
      strict: {
        type: filled,
        email: z.string().regex(emailForm, "Invalid email address"),
      },
    },
  },
});
export type Email = z.infer<typeof Email>;

/** An account on a social network. Spec 2.8. */
export const Social = doc(z.looseObject({ type: text, identity: text }), {
  id: "Social",
  spec: "2.8",
  description: "An account on a social network.",
  examples: [{ type: "mastodon", identity: "@ada@example.social" }],
});
export type Social = z.infer<typeof Social>;

/** A number issued to a person. `type` is `ssn` for a social security number. Spec 2.8. */
export const IdNumber = doc(z.looseObject({ type: text, idNumber: text, country }), {
  id: "IdNumber",
  spec: "2.8",
  gap: "required-fields",
  description: "A number issued to a person. `type` is `ssn` for a social security number.",
  examples: [{ type: "ssn", idNumber: "900-12-3456", country: "USA" }],
  forms: { "required-fields": { strict: { type: filled, idNumber: filled } } },
});
export type IdNumber = z.infer<typeof IdNumber>;

/** The identity of a person. Only `dateOfBirth` has a format. Spec 2.8; gap `required-fields`. */
export const Identity = doc(
  z.looseObject({
    ...nameMembers,
    aliases: z.array(Name).optional(),
    relatedPersons: z.array(Name).optional(),
    dateOfBirth: doc(z.union([z.iso.date(), z.literal("")]), {
      description: "In the form `YYYY-MM-DD`. An empty string means no date.",
    }).optional(),
    gender: text,
    currentAddress: Address.optional(),
    previousAddresses: z.array(PreviousAddress).optional(),
    placeOfBirth: Address.optional(),
    idNumbers: z.array(IdNumber).optional(),
    phones: z.array(Phone).optional(),
    emails: z.array(Email).optional(),
    socials: z.array(Social).optional(),
    mothersMaidenName: text,
  }),
  {
    id: "Identity",
    spec: "2.8",
    gap: "required-fields",
    description: "The identity of a person: names, date and place of birth, addresses, id numbers and contact details.",
    examples: [{ firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1985-12-10" }],
  },
);
export type Identity = z.infer<typeof Identity>;
