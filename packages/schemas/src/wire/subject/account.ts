import * as z from "zod";
import { wire } from "../meta.ts";
import { text } from "./leaf.ts";

/** A bank account of the person. Spec 2.8. */
export const Account = z
  .looseObject({
    type: text,
    accountNumber: text,
    sortCode: text,
    routingNumber: text,
    iban: text,
    bic: text,
    accountHolderName: text,
    bankName: text,
    country: text,
    accountType: text,
  })
  .register(wire, { id: "Account", spec: "2.8", description: "A bank account of the person." });
export type Account = z.infer<typeof Account>;
