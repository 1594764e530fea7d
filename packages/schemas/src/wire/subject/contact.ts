import * as z from "zod";
import { wire } from "../meta.ts";
import { text } from "./leaf.ts";

/** A telephone number. `type` is free; `mobile` and `landline` are the ones elements look for. Spec 2.8. */
export const Phone = z.looseObject({ type: text, number: text }).register(wire, {
  id: "Phone",
  spec: "2.8",
  gap: "required-fields",
  description: "A telephone number and what kind it is, for example `mobile`.",
});
export type Phone = z.infer<typeof Phone>;

/** An email address. `type` is free; `personal` and `work` are the usual ones. Spec 2.8. */
export const Email = z.looseObject({ type: text, email: text }).register(wire, {
  id: "Email",
  spec: "2.8",
  gap: "required-fields",
  description: "An email address and what kind it is, for example `personal`.",
});
export type Email = z.infer<typeof Email>;

/** A name on a social network. Spec 2.8. */
export const Social = z.looseObject({ type: text, identity: text }).register(wire, {
  id: "Social",
  spec: "2.8",
  description: "A name on a social network.",
});
export type Social = z.infer<typeof Social>;
