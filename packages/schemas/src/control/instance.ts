import * as z from "zod";
import { doc } from "../meta.ts";
import { regions } from "../tables/regions.ts";
import { routeNames } from "../tables/routes.ts";
import { FaultAction } from "./fault.ts";
import { OutcomeChoice, Retry } from "./scenario.ts";

/** A reviewer's decision on a referred instance. */
export const Review = doc(z.strictObject({ outcome: z.enum(["accept", "reject"]) }), {
  id: "Review",
  description: "A reviewer's decision on a referred instance.",
  examples: [{ outcome: "accept" }],
});
export type Review = z.infer<typeof Review>;

/** Sets the outcome of a running module. The time at which the module finishes does not change. */
export const Resolution = doc(
  z.strictObject({
    outcome: OutcomeChoice,
    advice: z.object({}).catchall(z.unknown()).optional(),
    retry: Retry.optional(),
  }),
  {
    id: "Resolution",
    description: "Sets the outcome of a running module. The time at which the module finishes does not change.",
    examples: [{ outcome: "Under Age" }],
  },
);
export type Resolution = z.infer<typeof Resolution>;

/** Fills in the remaining hosted pages of an instance with sample data. */
export const PageCompletion = doc(
  z.strictObject({
    person: doc(z.string().min(1).max(100), {
      description: "Last name to enter on the pages, for example `Testreject`.",
    }).optional(),
  }),
  {
    id: "PageCompletion",
    description: "Fills in the remaining hosted pages of an instance with sample data.",
    examples: [{ person: "Testreject" }],
  },
);
export type PageCompletion = z.infer<typeof PageCompletion>;

const phase = z.enum(["collecting", "running", "reviewing", "paused", "finished", "failed"]);

const example = {
  instanceId: "4f9c2b7e1d3a4c58",
  journey: "selfie",
  journeyName: "Selfie",
  generation: "v2",
  region: "eu",
  ordinal: 1,
  scenario: "default",
  phase: "collecting",
  startedAt: "2026-01-31T09:30:00.000Z",
} as const;

/** A summary of an instance. */
export const InstanceSummary = doc(
  z.strictObject({
    instanceId: z.string(),
    journey: doc(z.string(), { description: "Id of the journey." }),
    journeyName: doc(z.string(), { description: "Name of the journey." }),
    generation: z.enum(["v1", "v2"]),
    region: doc(z.enum(regions), { description: "The region where the instance started." }),
    ordinal: doc(z.int(), {
      description: "Position of the instance in its world, in order of start: 1 for the first instance.",
    }),
    scenario: doc(z.string(), {
      description:
        "Name of the scenario that was chosen for the instance, or of the scenario for all instances if none was chosen.",
    }),
    phase,
    startedAt: z.iso.datetime(),
    endedAt: doc(z.iso.datetime(), { description: "Omitted until the instance ends." }).optional(),
    outcome: doc(z.enum(["accept", "reject", "refer"]), {
      description: "Result of the evaluation. Present even while a referred instance waits for review.",
    }).optional(),
  }),
  {
    id: "InstanceSummary",
    description: "A summary of an instance.",
    examples: [example],
  },
);
export type InstanceSummary = z.infer<typeof InstanceSummary>;

/** The instances of a world, oldest first. */
export const InstanceList = doc(z.strictObject({ instances: z.array(InstanceSummary) }), {
  id: "InstanceList",
  description: "The instances of a world, oldest first.",
  examples: [{ instances: [example] }],
});
export type InstanceList = z.infer<typeof InstanceList>;

/** An event in the history of an instance. */
export const TimelineEvent = doc(
  z.strictObject({
    at: z.iso.datetime(),
    kind: z.enum(["command", "module-started", "module-finished", "evaluated", "failed"]),
    what: z.string(),
  }),
  {
    id: "TimelineEvent",
    description: "An event in the history of an instance.",
    examples: [{ at: "2026-01-31T09:30:00.000Z", kind: "module-started", what: "Liveness" }],
  },
);
export type TimelineEvent = z.infer<typeof TimelineEvent>;

/** Query parameters of an explanation. */
export const ExplanationQuery = doc(
  z.strictObject({
    at: doc(z.iso.datetime(), {
      description: "The time at which to explain the instance. The default is the current time.",
    }).optional(),
    commands: doc(z.string().regex(/^[1-9][0-9]{0,5}$/), {
      description:
        "Explains the state after this many commands, including the start. Use this parameter if several commands have the same time. If you omit `at`, it is the time of the last of these commands.",
    }).optional(),
  }),
  {
    id: "ExplanationQuery",
    description: "Selects an earlier state of an instance, by time or by number of commands.",
    examples: [{ at: "2026-01-31T09:30:00.000Z" }],
  },
);
export type ExplanationQuery = z.infer<typeof ExplanationQuery>;

const step = z.strictObject({
  id: z.string(),
  kind: z.enum(["interaction", "task"]),
  segment: doc(z.string(), { description: "Id of the step's segment." }),
  state: doc(z.enum(["done", "current", "later"]), {
    description: "A `current` step accepts data now, or after a pause. A v1 instance can have several `current` steps.",
  }),
  taskId: doc(z.string(), { description: "The `taskId` to send in requests. Omitted for an interaction." }).optional(),
  stage: doc(z.enum(["Assigned", "In Progress", "Completed"]), {
    description: "Stage of the task. Omitted for an interaction.",
  }).optional(),
  required: z.array(z.string()),
  optional: z.array(z.string()),
  provided: doc(z.array(z.strictObject({ element: z.string(), by: z.enum(["prefill", "submit"]) })), {
    description: "The accepted domain elements of the step.",
  }),
  missing: doc(z.array(z.string()), { description: "Required domain elements that are not accepted yet." }),
});

const classification = z.enum(["positive", "neutral", "negative"]);

/** Explains an instance: its state, its history and what it is waiting for. */
export const Explanation = doc(
  z.strictObject({
    ...InstanceSummary.shape,
    version: doc(z.string(), { description: "Version of the journey." }),
    resourceId: doc(z.string(), {
      description: "The resource id that the start requested, with its version or `latest`.",
    }),
    delivery: z.enum(["api", "page"]),
    linkExpiresAt: doc(z.iso.datetime(), { description: "When the hosted link expires." }).optional(),
    readings: doc(z.object({}).catchall(z.string()), {
      description: "Readings by gap that the instance's scenarios have chosen.",
    }).optional(),
    cause: doc(z.string(), { description: "Why the instance failed." }).optional(),
    now: doc(z.iso.datetime(), { description: "Time that this explanation describes, on the instance's clock." }),
    waitingFor: z.array(z.string()),
    nextEvent: z.iso.datetime().optional(),
    segment: doc(z.string(), {
      description: "Id of the current segment, or of the last one that the instance reached.",
    }),
    steps: doc(z.array(step), { description: "The interactions or tasks of the journey, in order." }),
    modules: z.array(
      z.strictObject({
        module: z.string(),
        variant: z.string(),
        segment: doc(z.string(), { description: "Id of the segment that runs the module." }),
        attempt: z.int(),
        state: doc(z.enum(["running", "paused", "finished", "failed"]), {
          description: "A `failed` run could not complete, so the instance failed too.",
        }),
        startedAt: z.iso.datetime(),
        finishesAt: doc(z.iso.datetime(), {
          description:
            "When the run finishes. Omitted if it never finishes. For a `paused` run, when it would finish if it were resumed now.",
        }).optional(),
        ends: doc(z.enum(["fail", "never"]), {
          description: "Whether the run fails or never finishes. Omitted if it finishes with `outcome`.",
        }).optional(),
        outcome: z.string(),
        classification,
        retry: Retry.optional(),
        decidedBy: z.string(),
        outcomes: doc(z.array(z.strictObject({ name: z.string(), classification })), {
          description: "The outcomes that the module can have.",
        }),
        examines: doc(z.array(z.string()), { description: "The domain elements that the module uses." }),
      }),
    ),
    timeline: z.array(TimelineEvent),
    lastFault: doc(
      z.strictObject({
        at: doc(z.iso.datetime(), { description: "Time of the request on the world's clock." }),
        exchange: doc(z.int(), { description: "The `sequence` of the request among the recorded requests." }),
        endpoint: z.enum(routeNames),
        rule: z.string(),
        action: FaultAction,
      }),
      {
        description:
          "The last fault applied to a request for the instance. Omitted if the request is no longer recorded, or if the query selects an earlier state.",
      },
    ).optional(),
  }),
  {
    id: "Explanation",
    description: "Explains an instance: its state, its history and what it is waiting for.",
    examples: [
      {
        ...example,
        version: "1",
        resourceId: "selfie@latest",
        delivery: "api",
        now: "2026-01-31T09:30:00.000Z",
        waitingFor: ["data for interaction selfie: Selfie"],
        segment: "selfie",
        steps: [
          {
            id: "selfie",
            kind: "interaction",
            segment: "selfie",
            state: "current",
            required: ["Selfie"],
            optional: [],
            provided: [],
            missing: ["Selfie"],
          },
        ],
        modules: [],
        timeline: [{ at: "2026-01-31T09:30:00.000Z", kind: "command", what: "start (delivery: api)" }],
      },
    ],
  },
);
export type Explanation = z.infer<typeof Explanation>;
