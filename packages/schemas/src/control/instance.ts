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

/** Sets the outcome of a running module. Does not change when the module finishes. */
export const Resolution = doc(
  z.strictObject({
    outcome: OutcomeChoice,
    advice: z.object({}).catchall(z.unknown()).optional(),
    retry: Retry.optional(),
  }),
  {
    id: "Resolution",
    description: "Sets the outcome of a running module. Does not change when the module finishes.",
    examples: [{ outcome: "No Match" }],
  },
);
export type Resolution = z.infer<typeof Resolution>;

/** Fills in the remaining hosted pages of an instance with sample data. */
export const PageCompletion = doc(
  z.strictObject({
    person: doc(z.string().min(1).max(100), {
      description: "Last name to enter, for example that of a test person.",
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

const region = doc(z.enum(regions), { description: "The region where the instance started." });

const example = {
  instanceId: "4f9c2b7e1d3a4c58",
  journey: "selfie",
  generation: "v2",
  region: "eu",
  ordinal: 1,
} as const;

/** An instance in a list. */
export const InstanceSummary = doc(
  z.strictObject({
    instanceId: z.string(),
    journey: z.string(),
    generation: z.enum(["v1", "v2"]),
    region,
    ordinal: doc(z.int(), { description: "Number of the instance in its world, starting at 1." }),
    phase,
  }),
  {
    id: "InstanceSummary",
    description: "An instance in a list.",
    examples: [{ ...example, phase: "collecting" }],
  },
);
export type InstanceSummary = z.infer<typeof InstanceSummary>;

/** The instances of a world, oldest first. */
export const InstanceList = doc(z.strictObject({ instances: z.array(InstanceSummary) }), {
  id: "InstanceList",
  description: "The instances of a world, oldest first.",
  examples: [{ instances: [{ ...example, phase: "collecting" }] }],
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

/** Explains an instance: its state, its history and what it is waiting for. */
export const Explanation = doc(
  z.strictObject({
    instanceId: z.string(),
    journey: z.string(),
    version: z.string(),
    generation: z.enum(["v1", "v2"]),
    region,
    ordinal: z.int(),
    scenario: z.string(),
    readings: doc(z.object({}).catchall(z.string()), {
      description: "Readings that the scenarios of the instance set, by gap.",
    }).optional(),
    phase,
    now: doc(z.iso.datetime(), { description: "Current time of the instance." }),
    waitingFor: z.array(z.string()),
    nextEvent: z.iso.datetime().optional(),
    modules: z.array(
      z.strictObject({
        module: z.string(),
        variant: z.string(),
        attempt: z.int(),
        state: z.enum(["running", "finished"]),
        startedAt: z.iso.datetime(),
        finishesAt: z.iso.datetime().optional(),
        outcome: z.string(),
        classification: z.enum(["positive", "neutral", "negative"]),
        retry: Retry.optional(),
        decidedBy: z.string(),
      }),
    ),
    timeline: z.array(TimelineEvent),
    lastFault: doc(
      z.strictObject({
        at: doc(z.iso.datetime(), { description: "Time of the request on the world's clock." }),
        exchange: doc(z.int(), { description: "The `sequence` of the request in the journal." }),
        endpoint: z.enum(routeNames),
        rule: z.string(),
        action: FaultAction,
      }),
      { description: "The last fault applied to a request for the instance, if the journal still has the request." },
    ).optional(),
  }),
  {
    id: "Explanation",
    description: "Explains an instance: its state, its history and what it is waiting for.",
    examples: [
      {
        ...example,
        version: "1",
        scenario: "default",
        phase: "collecting",
        now: "2026-01-31T09:30:00.000Z",
        waitingFor: ["Selfie"],
        modules: [],
        timeline: [{ at: "2026-01-31T09:30:00.000Z", kind: "command", what: "start" }],
      },
    ],
  },
);
export type Explanation = z.infer<typeof Explanation>;
