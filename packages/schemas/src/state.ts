import * as z from "zod";
import { InstanceId, Timestamp } from "./identifiers.ts";
import { leaves, wire } from "./wire.ts";

/** Body of `state/fetch` in both generations. `filterKeys` comes from callers in practice. Spec 4.2; gap `v1-state-data`. */
export const StateFetchRequest = z
  .looseObject({ instanceId: InstanceId, filterKeys: z.array(z.string()).optional() })
  .register(wire, {
    id: "StateFetchRequest",
    spec: "4.2",
    gap: "v1-state-data",
    description: "Asks how far an instance is.",
  });
export type StateFetchRequest = z.infer<typeof StateFetchRequest>;

/** When an instance began and ended. Spec 2.2; gaps `completed-time-while-running`, `completed-time-on-failure`. */
export const MetaData = z
  .looseObject({ createdTime: Timestamp, completedTime: z.union([Timestamp, z.literal("")]).optional() })
  .register(wire, {
    id: "MetaData",
    spec: "2.2",
    gap: "completed-time-while-running",
    description: "When an instance began and ended.",
  });
export type MetaData = z.infer<typeof MetaData>;

/** What a module or an evaluation found: its outcome and any scores beside it. Spec 4.2. */
export const Advice = z
  .looseObject({ outcome: z.string().register(leaves, { public: true }).optional() })
  .register(wire, {
    id: "Advice",
    spec: "4.2",
    description: "An outcome, and match scores beside it.",
  });
export type Advice = z.infer<typeof Advice>;

/** The overall outcome, as an object or as its bare name. Spec 4.2; gaps `state-result-shape`, `outcome-spelling`. */
export const JourneyResult = z
  .union([
    z.string().register(leaves, { public: true }),
    z.looseObject({
      status: z.enum(["pending", "completed", "failed"]).register(leaves, { public: true }),
      outcome: z.string().register(leaves, { public: true }).optional(),
      advice: Advice,
    }),
  ])
  .register(wire, {
    id: "JourneyResult",
    spec: "4.2",
    gap: "state-result-shape",
    description: "The overall outcome of an instance.",
  });
export type JourneyResult = z.infer<typeof JourneyResult>;
