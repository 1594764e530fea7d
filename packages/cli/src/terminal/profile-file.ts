import { presetNames } from "@journey-kit/schemas/tables";
import * as z from "zod";

/** The shape of a profile file. `resolveProfile` validates its gaps and readings. */
export const ProfileFile = z.strictObject({
  $schema: z.string().optional(),
  preset: z.enum(presetNames).optional(),
  readings: z.record(z.string(), z.string()).optional(),
});
export type ProfileFile = z.infer<typeof ProfileFile>;
