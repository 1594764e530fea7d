import * as z from "zod";
import { leaves } from "../meta.ts";

/** Free text that may be left out. Spec 2.8; gap `required-fields`. */
export const text = z.string().optional();

/** A list of texts that may be left out; it has no longest length. Spec 2.8; gap `array-limits`. */
export const texts = z.array(z.string()).optional();

/** Yes or no, or left out. Spec 2.8. */
export const flag = z.boolean().optional();

/** A number that may be left out. Spec 2.8. */
export const amount = z.number().optional();

/** An image as base64. The schema takes any text, empty too: the machine decodes it. Spec 2.8; gap `empty-image`. */
export const image = z
  .string()
  .register(leaves, { contentEncoding: "base64", description: "An image as base64." })
  .optional();
