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

const elementNames = (description: string) => doc(z.array(z.string()), { description });

const rule = {
  scenario: doc(z.string(), { description: "Name of the scenario." }),
  rule: doc(z.union([z.int().min(1), z.literal("otherwise")]), {
    description: "Number of the rule in the scenario, starting at 1, or `otherwise` if no rule matched.",
  }),
};

/** What decided the outcome of a module run: the module, a tester or a rule of a scenario. */
export const Decider = doc(
  z.discriminatedUnion("type", [
    z.strictObject({
      type: z.literal("module"),
      changedBy: doc(
        z.strictObject({
          ...rule,
          sets: doc(z.array(z.enum(["advice", "latency"])), { description: "What the rule sets." }),
        }),
        { description: "The rule of a scenario that sets something other than the outcome. Omitted if there is none." },
      ).optional(),
    }),
    z.strictObject({ type: z.literal("tester") }),
    z.strictObject({ type: z.literal("scenario"), ...rule }),
  ]),
  {
    id: "Decider",
    description: "What decided the outcome of a module run: the module, a tester or a rule of a scenario.",
    examples: [{ type: "scenario", scenario: "slow", rule: 1 }],
  },
);
export type Decider = z.infer<typeof Decider>;

const attempt = doc(z.int(), {
  description: "How many times the module has run for this person in this world, including this run.",
});
const moduleRun = { module: doc(z.string(), { description: "Name of the module." }), attempt };
const milliseconds = (description: string) => doc(z.int(), { description });

/** What set the duration of a module run. */
export const LatencySource = doc(
  z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("scenario"), ...rule }),
    z.strictObject({ type: z.literal("simulator") }),
    z.strictObject({ type: z.literal("journey") }),
    z.strictObject({ type: z.literal("default"), ms: milliseconds("Latency of the module in milliseconds.") }),
  ]),
  {
    id: "LatencySource",
    description:
      "What set the duration of a module run: a rule of a scenario, the simulator, the journey, or the default.",
    examples: [{ type: "default", ms: 2_000 }],
  },
);
export type LatencySource = z.infer<typeof LatencySource>;

const stepId = doc(z.string(), { description: "Id of the interaction or the task." });
const taskId = doc(z.string(), { description: "The `taskId` to send in requests." });

/** Something that an instance is waiting for. */
export const Wait = doc(
  z.discriminatedUnion("type", [
    z.strictObject({
      type: doc(z.literal("module"), { description: "A module run that will finish or fail." }),
      ...moduleRun,
      ends: doc(z.enum(["finish", "fail"]), { description: "Whether the run finishes with an outcome or fails." }),
      finishesAt: doc(z.iso.datetime(), { description: "When the run ends." }),
      takes: milliseconds("Duration of the run in milliseconds."),
      latency: LatencySource,
    }),
    z.strictObject({
      type: doc(z.literal("endless-module"), { description: "A module run that never finishes by itself." }),
      ...moduleRun,
      decidedBy: Decider,
    }),
    z.strictObject({
      type: doc(z.literal("data"), { description: "Data for an interaction or a task." }),
      kind: z.enum(["interaction", "task"]),
      id: stepId,
      taskId: taskId.optional(),
      missing: elementNames("Required domain elements that the simulator has not accepted yet."),
    }),
    z.strictObject({
      type: doc(z.literal("submit"), { description: "A submit to an interaction that has no required elements." }),
      id: doc(z.string(), { description: "Id of the interaction." }),
      gap: doc(z.literal("optional-only"), { description: "The gap that decides that the submit is necessary." }),
    }),
    z.strictObject({
      type: doc(z.literal("complete"), {
        description: "An update with intent `Complete` for a task that has its data.",
      }),
      id: doc(z.string(), { description: "Id of the task." }),
      taskId,
    }),
    z.strictObject({
      type: doc(z.literal("review"), { description: "A reviewer's decision." }),
      gap: doc(z.literal("refer-ends-journey"), { description: "The gap that decides that a review follows." }),
    }),
    z.strictObject({
      type: doc(z.literal("resume"), {
        description: "A tester who resumes the instance. The entries after it describe what it is waiting for then.",
      }),
    }),
  ]),
  {
    id: "Wait",
    description: "Something that an instance is waiting for.",
    examples: [{ type: "data", kind: "interaction", id: "selfie", missing: ["Selfie"] }],
  },
);
export type Wait = z.infer<typeof Wait>;

const outcome = z.enum(["accept", "reject", "refer"]);

/** A request or a control action that changed an instance, without its data. */
export const LoggedCommand = doc(
  z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("start"), delivery: z.enum(["api", "page"]) }),
    z.strictObject({ type: z.literal("submit"), elements: elementNames("The domain elements that were submitted.") }),
    z.strictObject({ type: z.literal("update"), taskId }),
    z.strictObject({
      type: z.literal("resolve"),
      module: moduleRun.module,
      outcome: doc(z.string(), { description: "Name of the outcome that the tester set." }),
    }),
    z.strictObject({
      type: doc(z.literal("finish"), { description: "Finishes the running modules, for a fetch on an `auto` clock." }),
    }),
    z.strictObject({
      type: doc(z.literal("abandon"), { description: "Ends a synchronous start that took too long." }),
    }),
    z.strictObject({
      type: doc(z.literal("advance"), { description: "Moves only this instance forward in time." }),
      by: milliseconds("Milliseconds by which the instance moved."),
    }),
    z.strictObject({ type: z.literal("review"), outcome: z.enum(["accept", "reject"]) }),
    z.strictObject({ type: z.literal("pause") }),
    z.strictObject({ type: z.literal("resume") }),
    z.strictObject({ type: z.literal("fail") }),
    z.strictObject({ type: z.literal("terminate") }),
  ]),
  {
    id: "LoggedCommand",
    description: "A request or a control action that changed an instance, without its data.",
    examples: [
      { type: "start", delivery: "api" },
      { type: "advance", by: 2_000 },
    ],
  },
);
export type LoggedCommand = z.infer<typeof LoggedCommand>;

const at = doc(z.iso.datetime(), { description: "When the event happened." });

/** An event in the history of an instance. */
export const TimelineEvent = doc(
  z.discriminatedUnion("kind", [
    z.strictObject({ at, kind: z.literal("command"), command: LoggedCommand }),
    z.strictObject({ at, kind: z.literal("module-started"), ...moduleRun }),
    z.strictObject({
      at,
      kind: z.literal("module-finished"),
      ...moduleRun,
      outcome: doc(z.string(), { description: "Name of the outcome." }),
    }),
    z.strictObject({ at, kind: z.literal("evaluated"), outcome }),
    z.strictObject({
      at,
      kind: z.literal("failed"),
      cause: doc(z.string(), { description: "Why the instance failed." }),
    }),
  ]),
  {
    id: "TimelineEvent",
    description: "An event in the history of an instance.",
    examples: [{ at: "2026-01-31T09:30:00.000Z", kind: "module-started", module: "Liveness", attempt: 1 }],
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
  required: elementNames("Names of the required domain elements."),
  optional: elementNames("Names of the optional domain elements."),
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
  missing: elementNames("Required domain elements that the simulator has not accepted yet."),
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
    waitingFor: doc(z.array(Wait), {
      description: "What the instance is waiting for. Empty if the instance has ended.",
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
          module: moduleRun.module,
          variant: doc(z.string(), { description: "Id of the module's variant." }),
          segment: doc(z.string(), { description: "Id of the segment that runs the module." }),
          attempt,
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
          decidedBy: Decider,
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
        waitingFor: [{ type: "data", kind: "interaction", id: "selfie", missing: ["Selfie"] }],
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
        timeline: [{ at: "2026-01-31T09:30:00.000Z", kind: "command", command: { type: "start", delivery: "api" } }],
      },
    ],
  },
);
export type Explanation = z.infer<typeof Explanation>;
