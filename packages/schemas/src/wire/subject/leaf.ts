import * as z from "zod";
import { doc } from "../../meta.ts";

/** Optional text. Spec 2.8; gap `required-fields`. */
export const text = z.string().optional();

/** Required text. Spec 2.8; gap `required-fields`. */
export const filled = z.string().min(1);

/** An optional country. Spec 2.8; gap `required-fields`. */
export const country = doc(z.string(), {
  forms: { "required-fields": { strict: z.union([z.string().regex(/^[A-Z]{2,3}$/), z.literal("")]) } },
}).optional();

/** An optional date. Spec 2.8; gap `required-fields`. */
export const date = doc(z.string(), {
  forms: { "required-fields": { strict: z.union([z.iso.date(), z.literal("")]) } },
}).optional();

/** An optional list of strings of any length. Spec 2.8; gap `array-limits`. */
export const texts = z.array(z.string()).optional();

/** An optional boolean. Spec 2.8. */
export const flag = z.boolean().optional();

/** An optional number. Spec 2.8. */
export const amount = z.number().optional();

/**
 * An optional image as base64. The schema accepts any text, even an empty string. The engine checks the encoding. Spec
 * 2.8; gap `empty-image`.
 */
export const image = doc(z.string(), { contentEncoding: "base64", description: "An image as base64." }).optional();
