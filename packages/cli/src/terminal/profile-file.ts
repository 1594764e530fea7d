import { presetNames } from "@journey-kit/schemas/tables";
import * as z from "zod";

const ObservedGap = z.strictObject({
  status: z.enum(["found", "several", "contradicts", "unknown"]),
  possible: z.array(z.string()),
  texts: z.array(z.string()),
  firstAt: z.iso.datetime().optional(),
  lastAt: z.iso.datetime().optional(),
});

/** The shape of a profile file. `resolveProfile` validates its gaps and readings. */
export const ProfileFile = z.strictObject({
  $schema: z.string().optional(),
  preset: z.enum(presetNames).optional(),
  readings: z.record(z.string(), z.string()).optional(),
  evidence: z.record(z.string(), ObservedGap).optional(),
});
export type ProfileFile = z.infer<typeof ProfileFile>;
