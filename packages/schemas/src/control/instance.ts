import * as z from "zod";
import { endpointNames } from "../endpoints.ts";
import { doc } from "../meta.ts";
import { regions } from "../tables/regions.ts";
import { FaultAction } from "./fault.ts";
import { OutcomeChoice, Retry } from "./scenario.ts";

/** A reviewer's decision on a referred instance. */
export const Review = doc(z.strictObject({ outcome: z.enum(["accept", "reject"]) }), {
  id: "Review",
  description: "A reviewer's decision on a referred instance.",
  examples: [{ outcome: "accept" }],
});
export type Review = z.infer<typeof Review>;

/** Sets the outcome of a running module. The module finishes at the same time as before, or now if it would never finish. */
export const Resolution = doc(
  z.strictObject({
    outcome: OutcomeChoice,
    advice: doc(z.object({}).catchall(z.unknown()), {
      description:
        "Members to add to the `advice` of the module in responses. They replace members with the same names.",
    }).optional(),
    retry: Retry.optional(),
  }),
  {
    id: "Resolution",
    description:
      "Sets the outcome of a running module. The module finishes at the same time as before, or now if it would never finish.",
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

const phase = doc(z.enum(["collecting", "running", "reviewing", "paused", "finished", "failed"]), {
  description: "Internal state of the instance. The `status` in responses depends on it.",
});

const exampleSummary = {
  instanceId: "4f9c2b7e1d3a4c58",
  journey: "selfie",
  journeyName: "Selfie",
  apiVersion: "v2",
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
    apiVersion: z.enum(["v1", "v2"]),
    region: doc(z.enum(regions), { description: "The region where the instance started." }),
    ordinal: doc(z.int(), {
      description: "Position of the instance in its world: 1 for the instance that started first.",
    }),
    scenario: doc(z.string(), {
      description:
        "Name of the scenario that was armed for the instance. If none was armed, the name of the world's default scenario.",
    }),
    phase,
    startedAt: doc(z.iso.datetime(), { description: "When the instance started." }),
    endedAt: doc(z.iso.datetime(), { description: "When the instance ended. Omitted until then." }).optional(),
    outcome: doc(z.enum(["accept", "reject", "refer"]), {
      description:
        "Outcome of the instance. Omitted until the evaluation. While a referred instance waits for a review, the outcome is `refer`.",
    }).optional(),
  }),
  {
    id: "InstanceSummary",
    description: "A summary of an instance.",
    examples: [exampleSummary],
  },
);
export type InstanceSummary = z.infer<typeof InstanceSummary>;

/** The instances of a world, oldest first. */
export const InstanceList = doc(z.strictObject({ instances: z.array(InstanceSummary) }), {
  id: "InstanceList",
  description: "The instances of a world, oldest first.",
  examples: [{ instances: [exampleSummary] }],
});
export type InstanceList = z.infer<typeof InstanceList>;

/** An event in the history of an instance. */
export const TimelineEvent = doc(
  z.strictObject({
    at: doc(z.iso.datetime(), { description: "When the event happened." }),
    kind: doc(z.enum(["command", "module-started", "module-finished", "evaluated", "failed"]), {
      description: "Kind of event. A `command` is a request or control action that changed the instance.",
    }),
    what: doc(z.string(), { description: "What happened, for example `Liveness: Success`." }),
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
        "Explains the state after this many commands: the start, and the requests and control actions that changed the instance. Use this parameter to choose between commands with the same time. If you omit `at`, the time of the last of these commands applies.",
    }).optional(),
  }),
  {
    id: "ExplanationQuery",
    description: "Selects an earlier state of an instance, by time or by number of commands.",
    examples: [{ at: "2026-01-31T09:30:00.000Z" }],
  },
);
export type ExplanationQuery = z.infer<typeof ExplanationQuery>;

const explainedStep = z.strictObject({
  id: z.string(),
  kind: z.enum(["interaction", "task"]),
  segment: doc(z.string(), { description: "Id of the segment that contains the interaction or task." }),
  state: doc(z.enum(["done", "current", "later"]), {
    description:
      "`done`: complete. `current`: accepts data, unless the instance is paused. `later`: does not accept data yet. A v1 instance can have several `current` tasks.",
  }),
  taskId: doc(z.string(), { description: "The `taskId` to send in requests. Omitted for an interaction." }).optional(),
  stage: doc(z.enum(["Assigned", "In Progress", "Completed"]), {
    description: "Stage of the task in responses. Omitted for an interaction.",
  }).optional(),
  required: doc(z.array(z.string()), { description: "Names of the required domain elements." }),
  optional: doc(z.array(z.string()), { description: "Names of the optional domain elements." }),
  provided: doc(
    z.array(
      z.strictObject({
        element: doc(z.string(), { description: "Name of the domain element." }),
        by: doc(z.enum(["prefill", "submit"]), {
          description: "Whether the element came with the start or in a later request.",
        }),
      }),
    ),
    {
      description: "The domain elements that the simulator has accepted.",
    },
  ),
  missing: doc(z.array(z.string()), {
    description: "Required domain elements that the simulator has not accepted yet.",
  }),
});

const classificationText = doc(z.enum(["positive", "neutral", "negative"]), {
  description: "Classification of the outcome.",
});

/** Explains an instance: its state, its history and what it is waiting for. */
export const Explanation = doc(
  z.strictObject({
    ...InstanceSummary.shape,
    version: doc(z.string(), { description: "Version of the journey." }),
    resourceId: doc(z.string(), {
      description: "The resource id in the start request, for example `selfie@latest`.",
    }),
    delivery: doc(z.enum(["api", "page"]), {
      description:
        "With `api`, the client collects the data in its own pages. With `page`, the service hosts the pages.",
    }),
    linkExpiresAt: doc(z.iso.datetime(), {
      description: "When the link to the hosted pages expires. Omitted if it does not expire.",
    }).optional(),
    readings: doc(z.object({}).catchall(z.string()), {
      description:
        "Readings from the scenarios of the instance, by gap. They override the readings of the world. Omitted if the scenarios contain no readings.",
    }).optional(),
    cause: doc(z.string(), { description: "Why the instance failed. Omitted if it has not failed." }).optional(),
    now: doc(z.iso.datetime(), {
      description:
        "The time that this explanation describes. It is later than the time of the world if you moved only this instance forward.",
    }),
    waitingFor: doc(z.array(z.string()), {
      description: "What the instance is waiting for, in words. Empty if the instance has ended.",
    }),
    nextEvent: doc(z.iso.datetime(), {
      description:
        "When the instance next changes without a request, for example because a module finishes. Omitted if it does not.",
    }).optional(),
    segment: doc(z.string(), {
      description: "Id of the current segment, or of the last segment that the instance reached if it has ended.",
    }),
    steps: doc(z.array(explainedStep), { description: "The interactions or tasks of the journey, in order." }),
    modules: doc(
      z.array(
        z.strictObject({
          module: doc(z.string(), { description: "Name of the module." }),
          variant: doc(z.string(), { description: "Id of the module's variant." }),
          segment: doc(z.string(), { description: "Id of the segment that runs the module." }),
          attempt: doc(z.int(), {
            description: "How many times the module has run for this person in this world, including this run.",
          }),
          state: doc(z.enum(["running", "paused", "finished", "failed"]), {
            description: "A `failed` run could not complete, so the instance fails.",
          }),
          startedAt: doc(z.iso.datetime(), { description: "When the run started." }),
          finishesAt: doc(z.iso.datetime(), {
            description:
              "When the run finishes. Omitted if it never finishes. For a `paused` run, this is the time at which the run would finish if the instance were resumed now.",
          }).optional(),
          ends: doc(z.enum(["fail", "never"]), {
            description: "Whether the run fails or never finishes. Omitted if it finishes with `outcome`.",
          }).optional(),
          outcome: doc(z.string(), {
            description: "Name of the outcome. If the run has not finished, this is the outcome that it will have.",
          }),
          classification: classificationText,
          retry: Retry.optional(),
          decidedBy: doc(z.string(), {
            description: "What decided the outcome: the module, a tester or a rule of a scenario.",
          }),
          outcomes: doc(z.array(z.strictObject({ name: z.string(), classification: classificationText })), {
            description: "The outcomes that are possible for the module.",
          }),
          examines: doc(z.array(z.string()), { description: "The domain elements that the module uses." }),
        }),
      ),
      { description: "The runs of modules that have started." },
    ),
    timeline: doc(z.array(TimelineEvent), { description: "The history of the instance, oldest event first." }),
    lastFault: doc(
      z.strictObject({
        at: doc(z.iso.datetime(), { description: "Time of the request on the world's clock." }),
        exchange: doc(z.int(), { description: "The `sequence` of the request among the recorded requests." }),
        endpoint: doc(z.enum(endpointNames), { description: "Endpoint that received the request." }),
        rule: doc(z.string(), { description: "Id of the fault rule." }),
        action: FaultAction,
      }),
      {
        description:
          "The last fault applied to a request about the instance. Omitted if there is none, if the request is no longer recorded, or if the query selects an earlier state.",
      },
    ).optional(),
  }),
  {
    id: "Explanation",
    description: "Explains an instance: its state, its history and what it is waiting for.",
    examples: [
      {
        ...exampleSummary,
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
