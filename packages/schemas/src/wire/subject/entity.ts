import * as z from "zod";
import { leaves, wire } from "../meta.ts";
import { Address } from "./address.ts";
import { Phone } from "./contact.ts";
import { amount, flag, text, texts } from "./leaf.ts";
import { nameMembers } from "./name.ts";

/** Somebody who owns or acts for an entity; `type` `primary` marks the main one. Spec 2.8. */
export const EntityPerson = z
  .looseObject({
    ...nameMembers,
    id: text,
    type: text,
    position: text,
    ownershipPercentage: amount,
    nationality: text,
    dateOfBirth: text,
    startDate: text,
    endDate: text,
    currentAddress: Address.optional(),
  })
  .register(wire, {
    id: "EntityPerson",
    spec: "2.8",
    description: "Somebody who owns or acts for an entity. `type` is `primary` for the main one.",
  });
export type EntityPerson = z.infer<typeof EntityPerson>;

/** An entry of an entity in a public register. Spec 2.8. */
export const EntityRegistration = z
  .looseObject({
    jurisdiction: text,
    fileNumber: text,
    issueDate: text,
    registeredAddress: Address.optional(),
    agentName: text,
    agentAddress: Address.optional(),
  })
  .register(wire, {
    id: "EntityRegistration",
    spec: "2.8",
    description: "An entry of an entity in a public register.",
  });
export type EntityRegistration = z.infer<typeof EntityRegistration>;

/** A company or another organisation; `type` `primary` marks the main one. Spec 2.8. */
export const Entity = z
  .looseObject({
    id: text,
    type: text,
    name: text,
    aliases: texts,
    businessType: text,
    description: text,
    addresses: z.array(Address).optional(),
    taxIdentifiers: z.array(z.looseObject({ value: text, country: text })).optional(),
    companyNumber: text,
    industryClassifications: z.array(z.looseObject({ code: text, description: text })).optional(),
    registrations: z.array(EntityRegistration).optional(),
    corporateStructure: text,
    persons: z.array(EntityPerson).optional(),
    incorporationDate: text,
    dissolutionDate: text,
    phones: z.array(Phone).optional(),
    websites: texts,
    headcount: z.int().register(leaves, { description: "How many people work there." }).optional(),
    isNonProfit: flag,
  })
  .register(wire, {
    id: "Entity",
    spec: "2.8",
    description: "A company or another organisation. `type` is `primary` for the main one.",
  });
export type Entity = z.infer<typeof Entity>;
