import * as z from "zod";
import { moduleNames } from "../tables/modules.ts";
import { routeNames } from "../tables/routes.ts";
import { FaultAction } from "./fault.ts";

/** Decides a referred instance. */
export const Review = z.strictObject({ outcome: z.enum(["accept", "reject"]) });
export type Review = z.infer<typeof Review>;

/** Decides what a running module finds; its scheduled finish stays. */
export const Resolution = z.strictObject({
  outcome: z.string().min(1).describe("A named outcome of the module, or accept, refer or reject."),
  advice: z.object({}).catchall(z.unknown()).optional(),
});
export type Resolution = z.infer<typeof Resolution>;

const phase = z.enum(["collecting", "running", "reviewing", "paused", "finished", "failed"]);

/** An instance in a list. */
export const InstanceSummary = z.strictObject({
  instanceId: z.string(),
  journey: z.string(),
  generation: z.enum(["v1", "v2"]),
  ordinal: z.int(),
  phase,
});
export type InstanceSummary = z.infer<typeof InstanceSummary>;

/** The instances of a world, oldest first. */
export const InstanceList = z.strictObject({ instances: z.array(InstanceSummary) });
export type InstanceList = z.infer<typeof InstanceList>;

/** Something that happened to an instance. */
export const TimelineEvent = z.strictObject({
  at: z.iso.datetime(),
  kind: z.enum(["command", "module-started", "module-finished", "evaluated", "failed"]),
  what: z.string(),
});
export type TimelineEvent = z.infer<typeof TimelineEvent>;

/** Where an instance is, how it came there, and what it waits for, in words. */
export const Explanation = z.strictObject({
  instanceId: z.string(),
  journey: z.string(),
  version: z.string(),
  generation: z.enum(["v1", "v2"]),
  ordinal: z.int(),
  scenario: z.string(),
  phase,
  now: z.iso.datetime().describe("The time of the instance."),
  waitingFor: z.array(z.string()),
  nextEvent: z.iso.datetime().optional(),
  modules: z.array(
    z.strictObject({
      module: z.enum(moduleNames),
      variant: z.string(),
      attempt: z.int(),
      state: z.enum(["running", "finished"]),
      startedAt: z.iso.datetime(),
      finishesAt: z.iso.datetime().optional(),
      outcome: z.string(),
      decidedBy: z.string(),
    }),
  ),
  timeline: z.array(TimelineEvent),
  lastFault: z
    .strictObject({
      at: z.iso.datetime().describe("The time of the world."),
      exchange: z.int().describe("Its `sequence` in the journal."),
      endpoint: z.enum(routeNames),
      rule: z.string(),
      action: FaultAction,
    })
    .optional()
    .describe("The fault that last struck a call about the instance, as far back as the journal goes."),
});
export type Explanation = z.infer<typeof Explanation>;
