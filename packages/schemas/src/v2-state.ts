import * as z from "zod";
import { InstanceId, JourneyStatus, Timestamp } from "./identifiers.ts";
import { Advice, JourneyResult, MetaData } from "./state.ts";
import { Subject } from "./subject/subject.ts";
import { leaves, wire } from "./wire.ts";

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
