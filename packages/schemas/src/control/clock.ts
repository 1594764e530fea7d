import * as z from "zod";

/** How the clock of a world runs, and what it shows. */
export const ClockState = z.strictObject({
  mode: z.enum(["real", "frozen", "auto"]),
  now: z.iso.datetime().describe("What the clock shows."),
});
export type ClockState = z.infer<typeof ClockState>;

/** Changes how a clock runs; what it shows stays. */
export const ClockChange = z.strictObject({ mode: z.enum(["real", "frozen", "auto"]) });
export type ClockChange = z.infer<typeof ClockChange>;

const year = 366 * 86_400_000;

/** How far a clock moves: by milliseconds, to the next event of the world, or to an instant. Never back. */
export const ClockAdvance = z.union([
  z.strictObject({
    ms: z
      .int()
      .min(0)
      .max(100 * year),
  }),
  z.strictObject({ to: z.union([z.literal("next-event"), z.iso.datetime({ offset: true })]) }),
]);
export type ClockAdvance = z.infer<typeof ClockAdvance>;

/** How far one instance moves. */
export const InstanceAdvance = z.union([
  z.strictObject({
    ms: z
      .int()
      .min(0)
      .max(100 * year),
  }),
  z.strictObject({ to: z.literal("next-event") }),
]);
export type InstanceAdvance = z.infer<typeof InstanceAdvance>;
