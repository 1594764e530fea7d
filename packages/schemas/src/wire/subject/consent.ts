import * as z from "zod";
import { wire } from "../meta.ts";
import { text } from "./leaf.ts";

/** Something the person agreed to. Spec 2.8. */
export const Consent = z
  .looseObject({
    url: text,
    id: text,
    version: text,
    effectiveDate: text,
    expiryDate: text,
    terms: text,
    purpose: text,
    legalBasis: text,
    jurisdiction: text,
    subject: text,
    signatory: text,
  })
  .register(wire, { id: "Consent", spec: "2.8", description: "Something the person agreed to." });
export type Consent = z.infer<typeof Consent>;
