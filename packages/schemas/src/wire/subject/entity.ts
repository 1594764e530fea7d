import * as z from "zod";
import { doc } from "../../meta.ts";
import { Address } from "./address.ts";
import { nameMembers, Phone } from "./identity.ts";
import { amount, country, date, flag, text, texts } from "./leaf.ts";

/** An owner or officer of an entity. `type` is `primary` for the main person. Spec 2.8. */
export const EntityPerson = doc(
  z.looseObject({
    ...nameMembers,
    id: text,
    type: text,
    position: text,
    ownershipPercentage: amount,
    nationality: text,
    dateOfBirth: date,
    startDate: date,
    endDate: date,
    currentAddress: Address.optional(),
  }),
  {
    id: "EntityPerson",
    spec: "2.8",
    description: "An owner or officer of an entity. `type` is `primary` for the main person.",
    examples: [{ type: "primary", firstName: "Ada", lastNames: ["Lovelace"], position: "Director" }],
  },
);
export type EntityPerson = z.infer<typeof EntityPerson>;

/** An entity's entry in a public register. Spec 2.8. */
export const EntityRegistration = doc(
  z.looseObject({
    jurisdiction: text,
    fileNumber: text,
    issueDate: date,
    registeredAddress: Address.optional(),
    agentName: text,
    agentAddress: Address.optional(),
  }),
  {
    id: "EntityRegistration",
    spec: "2.8",
    description: "An entity's entry in a public register.",
    examples: [{ jurisdiction: "England and Wales", fileNumber: "00000001", issueDate: "2020-02-29" }],
  },
);
export type EntityRegistration = z.infer<typeof EntityRegistration>;

/** A company or another organisation. `type` is `primary` for the main entity. Spec 2.8. */
export const Entity = doc(
  z.looseObject({
    id: text,
    type: text,
    name: text,
    aliases: texts,
    businessType: text,
    description: text,
    addresses: z.array(Address).optional(),
    taxIdentifiers: z.array(z.looseObject({ value: text, country })).optional(),
    companyNumber: text,
    industryClassifications: z.array(z.looseObject({ code: text, description: text })).optional(),
    registrations: z.array(EntityRegistration).optional(),
    corporateStructure: text,
    persons: z.array(EntityPerson).optional(),
    incorporationDate: date,
    dissolutionDate: date,
    phones: z.array(Phone).optional(),
    websites: texts,
    headcount: doc(z.int(), { description: "Number of people who work for the entity." }).optional(),
    isNonProfit: flag,
  }),
  {
    id: "Entity",
    spec: "2.8",
    description: "A company or another organisation. `type` is `primary` for the main entity.",
    examples: [{ type: "primary", name: "Analytical Engines Ltd", companyNumber: "00000001" }],
  },
);
export type Entity = z.infer<typeof Entity>;
