import * as z from "zod";
import { leaves, wire } from "../meta.ts";
import { Account } from "./account.ts";
import { Biometric } from "./biometric.ts";
import { Consent } from "./consent.ts";
import { Document } from "./document.ts";
import { Entity } from "./entity.ts";
import { Identity } from "./identity.ts";
import { Session } from "./session.ts";

/**
 * The person a journey is about, as prefill or as submitted data. Spec 2.8.
 *
 * Everything may be left out and unknown members are let through (gaps `required-fields`, `extra-members`). What an
 * element needs to count as provided is decided where elements are read (gap `element-minimum`).
 */
export const Subject = z
  .looseObject({
    identity: Identity.optional(),
    entities: z.array(Entity).optional(),
    documents: z.array(Document).optional(),
    biometrics: z.array(Biometric).optional(),
    sessions: z.array(Session).optional(),
    consent: z.array(Consent).optional(),
    accounts: z.array(Account).optional(),
    uid: z
      .string()
      .register(leaves, { description: "Links the instance to a record of the caller; changes nothing else." })
      .optional(),
  })
  .register(wire, {
    id: "Subject",
    spec: "2.8",
    gap: "required-fields",
    description: "The person a journey is about, as prefill or as submitted data.",
  });
export type Subject = z.infer<typeof Subject>;
