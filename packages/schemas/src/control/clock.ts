import * as z from "zod";
import { doc } from "../meta.ts";

const mode = doc(z.enum(["real", "frozen", "auto"]), {
  description:
    "`real`: the clock runs at the speed of the system clock. `frozen`: the clock stands still. `auto`: the clock stands still, and each request that fetches an instance moves that instance to the end of its next module run.",
});

/** The mode of a world's clock and its current time. */
export const ClockState = doc(
  z.strictObject({ mode, now: doc(z.iso.datetime(), { description: "Current time in the world." }) }),
  {
    id: "ClockState",
    description: "The mode of a world's clock and its current time.",
    examples: [{ mode: "frozen", now: "2026-01-31T09:30:00.000Z" }],
  },
);
export type ClockState = z.infer<typeof ClockState>;

/** Changes the mode of a clock and keeps its current time. */
export const ClockChange = doc(z.strictObject({ mode }), {
  id: "ClockChange",
  description: "Changes the mode of a clock and keeps its current time.",
  examples: [{ mode: "frozen" }],
});
export type ClockChange = z.infer<typeof ClockChange>;

const year = 366 * 86_400_000;
const ms = doc(
  z
    .int()
    .min(0)
    .max(100 * year),
  { description: "Milliseconds to move forward." },
);

/** Moves a clock forward by a number of milliseconds, to the next event in the world, or to a given time. */
export const ClockAdvance = doc(
  z.union([
    z.strictObject({ ms }),
    z.strictObject({
      to: doc(z.union([z.literal("next-event"), z.iso.datetime({ offset: true })]), {
        description:
          "The time to move to: the next event of any instance in the world, such as the end of a module, or a timestamp that is not in the past. If no event is due, the clock does not move.",
      }),
    }),
  ]),
  {
    id: "ClockAdvance",
    description:
      "Moves a clock forward by a number of milliseconds, to the next event in the world, or to a given time.",
    examples: [{ ms: 60_000 }, { to: "next-event" }, { to: "2026-02-01T00:00:00Z" }],
  },
);
export type ClockAdvance = z.infer<typeof ClockAdvance>;

/** Moves the time of one instance forward, by a number of milliseconds or to its next event. */
export const InstanceAdvance = doc(
  z.union([
    z.strictObject({ ms }),
    z.strictObject({
      to: doc(z.literal("next-event"), {
        description: "Moves to the next event of the instance, such as the end of a module.",
      }),
    }),
  ]),
  {
    id: "InstanceAdvance",
    description: "Moves the time of one instance forward, by a number of milliseconds or to its next event.",
    examples: [{ ms: 60_000 }, { to: "next-event" }],
  },
);
export type InstanceAdvance = z.infer<typeof InstanceAdvance>;
