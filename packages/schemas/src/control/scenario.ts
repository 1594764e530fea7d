import * as z from "zod";
import { doc, field } from "../meta.ts";
import { moduleNames } from "../tables/modules.ts";
import { schemaAddress } from "../wire/identifiers.ts";

const scenarioName = z.string().min(1).max(128);

/** A path into a subject, such as `identity.lastNames` or `documents[type=Primary].countryCode`. */
const path = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]*(\[[A-Za-z0-9_=-]+\])?(\.[A-Za-z][A-Za-z0-9_]*(\[[A-Za-z0-9_=-]+\])?)*$/);

const subjectCondition = z.strictObject({
  path: doc(path, { description: "Path in the subject, for example `identity.lastNames`." }),
  equals: doc(z.string(), {
    description:
      "The value that the data must have, ignoring case. If the path leads to an array, one entry with this value is enough.",
  }).optional(),
  matches: doc(z.string().max(256), {
    description:
      "The pattern that the data must match, ignoring case. `*` matches any text, and `?` matches any single character.",
  }).optional(),
  in: doc(z.array(z.string()).min(1), {
    description: "The data must have one of these values, ignoring case.",
  }).optional(),
});

/**
 * Selects the module runs that a scenario rule applies to. A run must match every condition. A rule without conditions
 * applies to every run.
 */
export const Condition = doc(
  z.strictObject({
    journey: field(scenarioName, {
      title: "Journey",
      description: "Id of the journey, for example `selfie`, without an environment or a version.",
    }).optional(),
    apiVersion: field(z.enum(["v1", "v2"]), {
      title: "API version",
      description: "API version of the journey.",
    }).optional(),
    module: field(scenarioName, {
      title: "Module",
      description: "Name of a module of the specification, or of a module that a journey declares.",
      examples: [...moduleNames],
    }).optional(),
    variant: field(scenarioName, { title: "Variant", description: "Id of the module's variant." }).optional(),
    attempt: field(z.int().min(1), {
      title: "Attempt",
      description: "How many times the module has run for this person in this world, including this run.",
    }).optional(),
    instance: field(z.string().min(1).max(64), {
      title: "Instance id",
      description: "Id of the instance that runs the module.",
    }).optional(),
    ordinal: field(z.int().min(1), {
      title: "Number of the instance",
      description: "Position of the instance in its world: 1 for the instance that started first.",
    }).optional(),
    subject: doc(z.array(subjectCondition).min(1), {
      description: "Conditions on the data about the person. All of them must be met.",
    }).optional(),
  }),
  {
    id: "Condition",
    description: "Selects the module runs that a rule applies to. A run must match every condition.",
    examples: [{ module: "Liveness", subject: [{ path: "identity.lastNames", equals: "Lovelace" }] }],
  },
);
export type Condition = z.infer<typeof Condition>;

const latency = z.union([
  z.int().min(0).max(86_400_000),
  doc(
    z.strictObject({
      min: doc(z.int().min(0), { description: "Shortest duration in milliseconds." }),
      max: doc(z.int().max(86_400_000), { description: "Longest duration in milliseconds." }),
    }),
    { description: "Range from which the duration is drawn at random." },
  ),
]);

const anyAdvice = z.object({}).catchall(z.unknown());

/** The outcome of a module: its name; `accept`, `refer` or `reject`; or a custom outcome. */
export const OutcomeChoice = doc(
  z.union([
    scenarioName,
    z.strictObject({
      name: doc(scenarioName, { description: "Name of the outcome." }),
      classification: doc(z.enum(["positive", "neutral", "negative"]), {
        description:
          "Leads to accept (`positive`), refer (`neutral`) or reject (`negative`), unless the `evaluation` of the journey says otherwise.",
      }),
      advice: doc(anyAdvice, {
        description: "Members of the module's advice if the module has this outcome.",
      }).optional(),
    }),
  ]),
  {
    id: "OutcomeChoice",
    description:
      "The name of one of the module's outcomes; `accept`, `refer` or `reject` for an outcome that leads to it; or a custom outcome.",
    examples: ["Medium Risk", "reject", { name: "Watch List", classification: "neutral" }],
  },
);
export type OutcomeChoice = z.infer<typeof OutcomeChoice>;

/** Whether a module may run again after a negative outcome. Gap `module-retry`. */
export const Retry = doc(z.enum(["never", "automatic", "recollect"]), {
  id: "Retry",
  gap: "module-retry",
  description:
    "Whether the module may run again after a negative outcome: never, automatically, or after the caller submits the data again. Overrides gap `module-retry` for this run.",
  examples: ["recollect"],
});
export type Retry = z.infer<typeof Retry>;

/** How a rule changes a module run. */
export const Consequence = doc(
  z.strictObject({
    outcome: OutcomeChoice.optional(),
    advice: field(anyAdvice, {
      title: "Advice",
      description:
        "Members to add to the `advice` of the module in responses. They replace members with the same names.",
    }).optional(),
    retry: Retry.optional(),
    latency: doc(latency, {
      description:
        "Duration of the run in milliseconds. With `min` and `max`, the duration is a random number in this range.",
    }).optional(),
    ends: doc(z.enum(["fail", "never"]), {
      description: "With `fail`, the run fails, and the instance fails with it. With `never`, the run never finishes.",
    }).optional(),
  }),
  {
    id: "Consequence",
    description: "How a rule changes a module run.",
    examples: [{ outcome: "Fail", latency: 500 }, { ends: "never" }],
  },
);
export type Consequence = z.infer<typeof Consequence>;

/**
 * Scripted module outcomes. The first rule that matches a module run applies. An instance keeps the scenario that it
 * started with.
 */
export const Scenario = doc(
  z.strictObject({
    $schema: schemaAddress.optional(),
    name: doc(scenarioName, { description: "Name of the scenario, which you use to arm it." }),
    description: doc(z.string(), {
      description: "Explains the scenario to people who read the file. Has no effect.",
    }).optional(),
    seed: doc(z.int().min(0), {
      description: "Seed for random durations. The default is the seed of the world.",
    }).optional(),
    readings: doc(z.object({}).catchall(z.string()), {
      description:
        "Readings for the instances that use the scenario, by gap. They override the readings of the world. Allowed only for gaps whose reading is fixed when an instance starts.",
    }).optional(),
    rules: doc(z.array(z.strictObject({ when: Condition, then: Consequence })), {
      description: "Rules that change module runs. The first rule that matches a run applies.",
    }),
    otherwise: doc(Consequence, { description: "Applies if no rule matches." }).optional(),
  }),
  {
    id: "Scenario",
    description: "Scripted module outcomes. The first rule that matches a module run applies.",
    examples: [{ name: "rejected", rules: [{ when: { module: "Liveness" }, then: { outcome: "Fail" } }] }],
  },
);
export type Scenario = z.infer<typeof Scenario>;

/** A scenario that may omit its name, because the name is in the path. */
export const ScenarioBody = doc(Scenario.partial({ name: true }), {
  id: "ScenarioBody",
  description: "A scenario. You can omit `name`, because the path contains it.",
  examples: [{ rules: [{ when: { module: "Liveness" }, then: { outcome: "Fail" } }] }],
});
export type ScenarioBody = z.infer<typeof ScenarioBody>;
