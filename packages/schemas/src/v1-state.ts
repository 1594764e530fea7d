import * as z from "zod";
import { InstanceId, JourneyStatus } from "./identifiers.ts";
import { Advice, MetaData } from "./state.ts";
import { leaves, wire } from "./wire.ts";

/** What one module of a v1 journey came to. Spec 9; gap `v1-flow-place`. */
export const FlowEntry = z
  .looseObject({
    result: z.looseObject({ outcome: z.string().register(leaves, { public: true }), advice: Advice.optional() }),
  })
  .register(wire, {
    id: "FlowEntry",
    spec: "9",
    gap: "v1-flow-place",
    description: "What one module of a v1 journey came to.",
  });
export type FlowEntry = z.infer<typeof FlowEntry>;

/** The finished modules of a v1 instance by variant id. Spec 9; gap `v1-variant-id`. */
export const Flow = z.object({}).catchall(FlowEntry).register(wire, {
  id: "Flow",
  spec: "9",
  gap: "v1-variant-id",
  description: "The finished modules of a v1 instance by variant id.",
});
export type Flow = z.infer<typeof Flow>;

/**
 * Answer to `POST /captain/api/journey/state/fetch`, in any reading. Spec 4.3, 9.
 *
 * `flow` stands in `data.process` or in `data.context.process` (gap `v1-flow-place`); `data` may depend on `filterKeys`
 * (gap `v1-state-data`).
 */
export const V1StateResponse = z
  .looseObject({
    instanceId: InstanceId,
    status: JourneyStatus,
    metaData: MetaData,
    data: z
      .looseObject({
        process: z.looseObject({ flow: Flow }).optional(),
        context: z.looseObject({ process: z.looseObject({ flow: Flow }).optional() }).optional(),
      })
      .optional(),
  })
  .register(wire, {
    id: "V1StateResponse",
    spec: "4.3",
    gap: "v1-flow-place",
    description: "How far a v1 instance is and what its modules came to.",
  });
export type V1StateResponse = z.infer<typeof V1StateResponse>;
