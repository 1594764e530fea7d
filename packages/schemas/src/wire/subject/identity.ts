import * as z from "zod";
import { leaves, wire } from "../meta.ts";
import { Address, PreviousAddress } from "./address.ts";
import { Email, Phone, Social } from "./contact.ts";
import { text } from "./leaf.ts";
import { Name, nameMembers } from "./name.ts";

/** A number issued to a person; `type` `ssn` marks a social security number. Spec 2.8. */
export const IdNumber = z.looseObject({ type: text, idNumber: text, country: text }).register(wire, {
  id: "IdNumber",
  spec: "2.8",
  gap: "required-fields",
  description: "A number issued to a person. `type` is `ssn` for a social security number.",
});
export type IdNumber = z.infer<typeof IdNumber>;

/** Who a person is. Only `dateOfBirth` has a form of its own. Spec 2.8; gap `required-fields`. */
export const Identity = z
  .looseObject({
    ...nameMembers,
    aliases: z.array(Name).optional(),
    relatedPersons: z.array(Name).optional(),
    dateOfBirth: z.iso.date().register(leaves, { description: "Written `YYYY-MM-DD`." }).optional(),
    gender: text,
    currentAddress: Address.optional(),
    previousAddresses: z.array(PreviousAddress).optional(),
    placeOfBirth: Address.optional(),
    idNumbers: z.array(IdNumber).optional(),
    phones: z.array(Phone).optional(),
    emails: z.array(Email).optional(),
    socials: z.array(Social).optional(),
    mothersMaidenName: text,
  })
  .register(wire, {
    id: "Identity",
    spec: "2.8",
    gap: "required-fields",
    description: "Who a person is: names, birth, addresses, numbers and ways to reach them.",
  });
export type Identity = z.infer<typeof Identity>;
