import * as z from "zod";
import { doc } from "../meta.ts";
import { ErrorEntry } from "./error.ts";
import { InstanceId, JourneyStatus, Timestamp, word } from "./identifiers.ts";
import { Subject } from "./subject/subject.ts";

/** Body of `POST /v2/captain/journey/state/fetch`. Spec 4.2. */
export const StateFetchRequest = doc(z.looseObject({ instanceId: InstanceId }), {
  id: "StateFetchRequest",
  spec: "4.2",
  description: "Requests the state of a v2 instance.",
  examples: [{ instanceId: "4f9c2b7e1d3a4c58" }],
});
export type StateFetchRequest = z.infer<typeof StateFetchRequest>;

const filterKeys = { description: "Asks for `data` in the response, or has no effect. Its entries have no effect." };

/** Body of `POST /captain/api/journey/state/fetch`. `filterKeys` may have no effect. Spec 4.3; gap `v1-state-data`. */
export const V1StateFetchRequest = doc(
  z.looseObject({ instanceId: InstanceId, filterKeys: doc(z.unknown(), filterKeys).optional() }),
  {
    id: "V1StateFetchRequest",
    spec: "4.3",
    gap: "v1-state-data",
    description: "Requests the state of a v1 instance.",
    examples: [{ instanceId: "4f9c2b7e1d3a4c58" }, { instanceId: "4f9c2b7e1d3a4c58", filterKeys: ["/.*/"] }],
    forms: { "v1-state-data": { "by-filter-keys": { filterKeys: doc(z.array(z.string()), filterKeys).optional() } } },
  },
);
export type V1StateFetchRequest = z.infer<typeof V1StateFetchRequest>;

const completedTime = doc(z.union([Timestamp, z.literal("")]), {
  description: "When the instance ended. Empty or absent until then.",
}).optional();

/** When an instance started and ended. Spec 2.2; gaps `completed-time-while-running`, `completed-time-on-failure`. */
export const MetaData = doc(z.looseObject({ createdTime: Timestamp, completedTime }), {
  id: "MetaData",
  spec: "2.2",
  gap: "completed-time-while-running",
  description: "When an instance started and ended.",
  examples: [{ createdTime: "2026-01-31T09:30:00.000Z", completedTime: "2026-01-31T09:31:12.000Z" }],
  forms: {
    "completed-time-while-running": { absent: { completedTime: Timestamp.optional() } },
    "completed-time-on-failure": { "empty-on-v1": { completedTime } },
  },
});
export type MetaData = z.infer<typeof MetaData>;

/** The outcome of a module or of the evaluation, with match scores if there are any. Spec 4.2. */
export const Advice = doc(z.looseObject({ outcome: word.optional() }), {
  id: "Advice",
  spec: "4.2",
  description: "The outcome of a module or of the evaluation, with match scores if there are any.",
  examples: [{ outcome: "Match" }],
});
export type Advice = z.infer<typeof Advice>;

const resultStatus = doc(z.enum(["pending", "completed", "failed"]), { public: true });
const classification = doc(z.enum(["positive", "neutral", "negative"]), { public: true });

const resultObject = z.looseObject({
  status: resultStatus,
  outcome: word.optional(),
  outcomeClassification: classification.optional(),
  advice: Advice,
});

/** The overall outcome, as an object or as a string. Spec 4.2; gaps `state-result-shape`, `outcome-spelling`. */
export const JourneyResult = doc(z.union([word, resultObject]), {
  id: "JourneyResult",
  spec: "4.2",
  gap: "state-result-shape",
  description: "The overall outcome of an instance.",
  examples: [{ status: "completed", outcome: "Accept", advice: { outcome: "Accept" } }, "Accept"],
  forms: { "state-result-shape": { object: resultObject, string: word } },
});
export type JourneyResult = z.infer<typeof JourneyResult>;

const duration = doc(z.number(), { public: true, description: "Duration in milliseconds." });

/** The journey that an instance runs, when it started and how it ended. Spec 4.2; gaps `state-journey-id`, `journey-end`. */
export const JourneyInfo = doc(
  z.looseObject({
    name: word,
    startedAt: Timestamp,
    id: word,
    version: word,
    endedAt: Timestamp.optional(),
    durationMilliSec: duration.optional(),
    terminateInteraction: doc(z.boolean(), {
      public: true,
      description: "Whether a caller ended the instance with `journey/terminate`.",
    }).optional(),
  }),
  {
    id: "JourneyInfo",
    spec: "4.2",
    gap: "journey-end",
    description: "The journey that an instance runs, when it started and how it ended.",
    examples: [{ name: "Selfie", startedAt: "2026-01-31T09:30:00.000Z", id: "selfie", version: "1" }],
  },
);
export type JourneyInfo = z.infer<typeof JourneyInfo>;

const moduleStatus = z.enum(["complete", "pending", "error", "timeout"]);

const stepProcess = z.looseObject({
  step: z.looseObject({
    startedAt: Timestamp,
    endedAt: Timestamp.optional(),
    durationMilliSec: duration.optional(),
    moduleName: word.optional(),
  }),
});

/**
 * A finished module, or the evaluation, with its node, result and timing. Spec 4.2; gaps `step-shape`, `decision-step`.
 */
export const FullStep = doc(
  z.looseObject({
    nodeId: word,
    name: word.optional(),
    outcome: word,
    outcomeClassification: classification,
    advice: Advice.optional(),
    result: z
      .union([
        z.null(),
        z.looseObject({
          status: doc(moduleStatus, { public: true }),
          outcome: word.optional(),
          error: z.unknown().optional(),
        }),
      ])
      .optional(),
    process: stepProcess.optional(),
  }),
  {
    id: "FullStep",
    spec: "4.2",
    gap: "step-shape",
    description: "The result and the timing of a finished module, or of the evaluation.",
    examples: [{ nodeId: "liveness-1", name: "Liveness", outcome: "Success", outcomeClassification: "positive" }],
  },
);
export type FullStep = z.infer<typeof FullStep>;

/** A finished module with only its name and advice. Spec 4.2; gap `step-shape`. */
export const MinimalStep = doc(z.looseObject({ name: word, advice: Advice }), {
  id: "MinimalStep",
  spec: "4.2",
  gap: "step-shape",
  description: "The name and the advice of a finished module.",
  examples: [{ name: "Liveness", advice: { outcome: "Success" } }],
});
export type MinimalStep = z.infer<typeof MinimalStep>;

/** A module that could not complete, with its errors instead of an outcome. Spec 4.2; gap `failed-module-step`. */
export const FailedStep = doc(
  z.looseObject({
    nodeId: word.optional(),
    name: word,
    advice: Advice,
    result: z.looseObject({
      status: doc(z.literal("error"), { public: true }),
      error: z.looseObject({ errors: z.array(ErrorEntry), correlationId: word }),
    }),
    process: stepProcess.optional(),
  }),
  {
    id: "FailedStep",
    spec: "4.2",
    gap: "failed-module-step",
    description: "A module that could not complete, and its errors.",
    examples: [
      {
        name: "Liveness",
        advice: {},
        result: {
          status: "error",
          error: {
            errors: [
              {
                code: "5001",
                name: "MODULE_FAILED",
                problem: "Liveness could not complete.",
                action: "Start a new instance.",
                location: "Service",
              },
            ],
            correlationId: "4f9c2b7e1d3a4c58.1",
          },
        },
      },
    ],
  },
);
export type FailedStep = z.infer<typeof FailedStep>;

/** The evaluation as a step, which has no name and no advice. Spec 4.2; gap `decision-step`. */
const decisionStep = z.looseObject({
  nodeId: word,
  outcome: word,
  outcomeClassification: classification,
  result: z.null(),
});

/** A step in the v2 state under any reading. Spec 4.2; gaps `step-shape`, `failed-module-step`. */
export const Step = doc(z.union([FullStep, FailedStep, MinimalStep]), {
  id: "Step",
  spec: "4.2",
  gap: "step-shape",
  description: "The result of a finished module, or of the evaluation.",
  examples: [
    { nodeId: "liveness-1", name: "Liveness", outcome: "Success", outcomeClassification: "positive" },
    { name: "Liveness", advice: { outcome: "Success" } },
  ],
  forms: {
    "step-shape": { full: z.union([FullStep, FailedStep]), minimal: z.union([FailedStep, MinimalStep, decisionStep]) },
  },
});
export type Step = z.infer<typeof Step>;

const exampleState = (place: "process" | "top") => {
  const result = { status: "completed", outcome: "Accept", advice: { outcome: "Accept" } } as const;
  const journey = {
    name: "Document and selfie",
    startedAt: "2026-01-31T09:30:00.000Z",
    id: "document-and-selfie",
    version: "1",
  };
  const steps = [
    {
      nodeId: "liveness-1",
      name: "Liveness",
      outcome: "Success",
      outcomeClassification: "positive" as const,
      advice: { outcome: "Success" },
    },
  ];
  return {
    instanceId: "4f9c2b7e1d3a4c58",
    status: "Completed" as const,
    context: { process: { journey, ...(place === "process" && { steps, result }) } },
    ...(place === "top" && { steps, result }),
    ...(place === "process" && {
      metaData: { createdTime: "2026-01-31T09:30:00.000Z", completedTime: "2026-01-31T09:31:12.000Z" },
      data: {},
    }),
  };
};
const anyData = z.looseObject({});
const steps = z.array(Step);
const noSteps = { steps: z.never().optional() };
const noResult = { result: z.never().optional() };
const required = { result: JourneyResult };
// A result that is a string is absent until there is an outcome.
const withoutOutcome = { string: { result: JourneyResult.optional() } };

/**
 * Response to `POST /v2/captain/journey/state/fetch` under any reading. Spec 4.2.
 *
 * The outcome is in `context.process.result`, in `context.result`, in both or in `result` (gap `state-result-place`). The
 * steps are in `context.process.steps` or in `steps` (gap `state-steps-place`). `metaData` and `data` may be missing (gap
 * `state-metadata`).
 */
export const V2StateResponse = doc(
  z.looseObject({
    instanceId: InstanceId,
    status: JourneyStatus,
    context: doc(
      z.looseObject({
        process: doc(
          z.looseObject({
            journey: JourneyInfo,
            instance: z.looseObject({ id: word.optional(), instanceId: InstanceId.optional() }).optional(),
            steps: steps.optional(),
            result: JourneyResult.optional(),
          }),
          {
            forms: {
              "state-steps-place": { process: { steps }, top: noSteps },
              "state-result-place": { process: required, context: noResult, both: required, top: noResult },
              "state-result-shape": withoutOutcome,
            },
          },
        ),
        subject: Subject.optional(),
        result: JourneyResult.optional(),
      }),
      {
        forms: {
          "state-result-place": { process: noResult, context: required, both: required, top: noResult },
          "state-result-shape": withoutOutcome,
        },
      },
    ),
    steps: steps.optional(),
    result: JourneyResult.optional(),
    metaData: MetaData.optional(),
    data: anyData.optional(),
  }),
  {
    id: "V2StateResponse",
    spec: "4.2",
    gap: "state-result-place",
    description: "The state of a v2 instance: its status, finished modules and outcome.",
    examples: [exampleState("process"), exampleState("top")],
    forms: {
      "state-steps-place": { process: noSteps, top: { steps } },
      "state-result-place": { process: noResult, context: noResult, both: noResult, top: required },
      "state-result-shape": withoutOutcome,
      "state-metadata": {
        "metadata-and-data": { metaData: MetaData, data: anyData },
        metadata: { metaData: MetaData },
      },
    },
  },
);
export type V2StateResponse = z.infer<typeof V2StateResponse>;

/** The result of one module in a v1 journey, or the outcome of the journey. Spec 9; gaps `v1-flow-place`, `v1-outcome-place`. */
export const FlowEntry = doc(z.looseObject({ result: z.looseObject({ outcome: word, advice: Advice.optional() }) }), {
  id: "FlowEntry",
  spec: "9",
  gap: "v1-flow-place",
  description: "The result of one module in a v1 journey, or the outcome of the journey.",
  examples: [{ result: { outcome: "Match" } }],
});
export type FlowEntry = z.infer<typeof FlowEntry>;

/**
 * Results of the finished modules of a v1 instance, by variant id. If gap `v1-outcome-place` is `flow-entry`, the entry
 * `decision` contains the overall outcome. Spec 9; gap `v1-variant-id`.
 */
export const Flow = doc(z.object({}).catchall(FlowEntry), {
  id: "Flow",
  spec: "9",
  gap: "v1-variant-id",
  description:
    "Results of the finished modules of a v1 instance, by variant id. If gap `v1-outcome-place` is `flow-entry`, the entry `decision` contains the overall outcome.",
  examples: [{ "data-verification-v1": { result: { outcome: "Match" } } }],
});
export type Flow = z.infer<typeof Flow>;

const noOutcome = { outcome: z.never().optional() };
const v1Process = doc(
  z.looseObject({
    flow: Flow,
    outcome: doc(word, { public: true, description: "The overall outcome of a finished instance." }).optional(),
  }),
  { forms: { "v1-outcome-place": { "flow-entry": noOutcome, absent: noOutcome } } },
);
const v1Context = z.looseObject({
  process: v1Process.optional(),
  result: z.looseObject({ status: resultStatus }).optional(),
});
const v1Data = doc(z.looseObject({ process: v1Process.optional(), context: v1Context.optional() }), {
  forms: {
    "v1-flow-place": {
      process: { process: v1Process },
      "context-process": { context: v1Context.extend({ process: v1Process }) },
    },
    // Empty data has neither `process` nor `context`.
    "v1-flow-while-running": { "at-decision": { process: v1Process.optional(), context: v1Context.optional() } },
  },
});

const v1Flow = { "data-verification-v1": { result: { outcome: "Match" } } };
const v1Example = {
  instanceId: "4f9c2b7e1d3a4c58",
  status: "Completed" as const,
  metaData: { createdTime: "2026-01-31T09:30:00.000Z", completedTime: "2026-01-31T09:31:12.000Z" },
};

/**
 * Response to `POST /captain/api/journey/state/fetch` under any reading. Spec 4.3, 9.
 *
 * `flow` is in `data.process` or in `data.context.process` (gap `v1-flow-place`), and may be absent before the decision
 * (gap `v1-flow-while-running`). The outcome is next to `flow`, in an entry of `flow`, or absent (gap `v1-outcome-place`).
 * `data` may depend on `filterKeys` (gap `v1-state-data`).
 */
export const V1StateResponse = doc(
  z.looseObject({
    instanceId: InstanceId,
    status: JourneyStatus,
    metaData: MetaData,
    data: v1Data.optional(),
  }),
  {
    id: "V1StateResponse",
    spec: "4.3",
    gap: "v1-flow-place",
    description: "The state of a v1 instance: its status, the results of its modules and its outcome.",
    examples: [
      { ...v1Example, data: { process: { outcome: "Accept", flow: v1Flow } } },
      {
        ...v1Example,
        data: {
          context: {
            process: { flow: { ...v1Flow, decision: { result: { outcome: "Decision: Accept" } } } },
            result: { status: "completed" },
          },
        },
      },
    ],
    forms: { "v1-state-data": { always: { data: v1Data } } },
  },
);
export type V1StateResponse = z.infer<typeof V1StateResponse>;
