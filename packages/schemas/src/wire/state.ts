import * as z from "zod";
import { InstanceId, JourneyStatus, Timestamp } from "./identifiers.ts";
import { leaves, wire } from "./meta.ts";
import { Subject } from "./subject/subject.ts";

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

const word = z.string().register(leaves, { public: true });

/** A finished module, or the evaluation, with its node, result and timing. Spec 4.2; gaps `step-shape`, `decision-step`. */
export const FullStep = z
  .looseObject({
    nodeId: word,
    name: word.optional(),
    outcome: word,
    outcomeClassification: z.enum(["positive", "neutral", "negative"]).register(leaves, { public: true }),
    advice: Advice.optional(),
    result: z
      .union([
        z.null(),
        z.looseObject({
          status: z.enum(["complete", "pending", "error", "timeout"]).register(leaves, { public: true }),
          outcome: word.optional(),
          error: z.unknown().optional(),
        }),
      ])
      .optional(),
    process: z
      .looseObject({
        step: z.looseObject({
          startedAt: Timestamp,
          endedAt: Timestamp.optional(),
          durationMilliSec: z.number().register(leaves, { public: true }).optional(),
          moduleName: word.optional(),
        }),
      })
      .optional(),
  })
  .register(wire, {
    id: "FullStep",
    spec: "4.2",
    gap: "step-shape",
    description: "A module that has run, or the evaluation, with its result and timing.",
  });
export type FullStep = z.infer<typeof FullStep>;

/** A finished module with its findings alone. Spec 4.2; gap `step-shape`. */
export const MinimalStep = z.looseObject({ name: word, advice: Advice }).register(wire, {
  id: "MinimalStep",
  spec: "4.2",
  gap: "step-shape",
  description: "A module that has run, with its findings alone.",
});
export type MinimalStep = z.infer<typeof MinimalStep>;

/** One entry of `context.process.steps`, in any reading. Spec 4.2; gap `step-shape`. */
export const Step = z.union([FullStep, MinimalStep]).register(wire, {
  id: "Step",
  spec: "4.2",
  gap: "step-shape",
  description: "A module that has run, or the evaluation.",
});
export type Step = z.infer<typeof Step>;

/** What is told about the journey an instance runs. Spec 4.2. */
export const JourneyInfo = z.looseObject({ name: word, startedAt: Timestamp, id: word, version: word }).register(wire, {
  id: "JourneyInfo",
  spec: "4.2",
  description: "The journey an instance runs: its name, id and version, and when it started.",
});
export type JourneyInfo = z.infer<typeof JourneyInfo>;

/**
 * Answer to `POST /v2/captain/journey/state/fetch`, in any reading. Spec 4.2.
 *
 * The outcome stands in `context.process.result`, in `context.result` or in both (gap `state-result-place`); `metaData`
 * and `data` may be missing (gap `state-metadata`).
 */
export const V2StateResponse = z
  .looseObject({
    instanceId: InstanceId,
    status: JourneyStatus,
    context: z.looseObject({
      process: z.looseObject({
        journey: JourneyInfo,
        instance: z.looseObject({ id: word.optional(), instanceId: InstanceId.optional() }).optional(),
        steps: z.array(Step),
        result: JourneyResult.optional(),
      }),
      subject: Subject.optional(),
      result: JourneyResult.optional(),
    }),
    metaData: MetaData.optional(),
    data: z.looseObject({}).optional(),
  })
  .register(wire, {
    id: "V2StateResponse",
    spec: "4.2",
    gap: "state-result-place",
    description: "How far a v2 instance is and what it came to.",
  });
export type V2StateResponse = z.infer<typeof V2StateResponse>;

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
