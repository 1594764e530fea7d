import * as z from "zod";
import { doc } from "../meta.ts";
import { moduleNames } from "../tables/modules.ts";

const name = z.string().min(1).max(128);

/** A path into a subject, such as `identity.lastNames` or `documents[type=Primary].countryCode`. */
const path = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]*(\[[A-Za-z0-9_=-]+\])?(\.[A-Za-z][A-Za-z0-9_]*(\[[A-Za-z0-9_=-]+\])?)*$/);

const subjectCondition = z.strictObject({
  path: doc(path, { description: "Path in the subject, for example `identity.lastNames`." }),
  equals: doc(z.string(), { description: "Case-insensitive value. One matching array entry is enough." }).optional(),
  matches: doc(z.string().max(256), { description: "Pattern: `*` is any text, `?` any character." }).optional(),
  in: doc(z.array(z.string()).min(1), { description: "One of these values." }).optional(),
});

/** The module runs that a rule of a scenario applies to. All given conditions must hold; a rule without any always applies. */
export const Condition = doc(
  z.strictObject({
    journey: doc(name, { description: "Id of the journey definition, without environment and version." }).optional(),
    generation: z.enum(["v1", "v2"]).optional(),
    module: z.enum(moduleNames).optional(),
    variant: doc(name, { description: "Id of a variant of the module." }).optional(),
    attempt: doc(z.int().min(1), {
      description: "The n-th run of the module for this person in this world, from 1.",
    }).optional(),
    instance: doc(z.string().min(1).max(64), { description: "An instanceId." }).optional(),
    ordinal: doc(z.int().min(1), { description: "The n-th instance of the world, from 1." }).optional(),
    subject: doc(z.array(subjectCondition).min(1), { description: "Conditions on the subject." }).optional(),
  }),
  {
    id: "Condition",
    description: "The module runs that a rule applies to. All given conditions must hold.",
    examples: [{ module: "Liveness", subject: [{ path: "identity.lastNames", equals: "Lovelace" }] }],
  },
);
export type Condition = z.infer<typeof Condition>;

const latency = z.union([
  z.int().min(0).max(86_400_000),
  doc(z.strictObject({ min: z.int().min(0), max: z.int().max(86_400_000) }), {
    description: "Drawn uniformly between the two.",
  }),
]);

/** How a rule changes a module run. */
export const Consequence = doc(
  z.strictObject({
    outcome: doc(name, { description: "A named outcome of the module, or `accept`, `refer` or `reject`." }).optional(),
    advice: doc(z.object({}).catchall(z.unknown()), {
      description: "Members that replace those of the module's advice.",
    }).optional(),
    latency: doc(latency, { description: "Duration of the run in milliseconds." }).optional(),
    ends: doc(z.enum(["fail", "never"]), {
      description: "`fail`: the run fails. `never`: it does not finish.",
    }).optional(),
  }),
  {
    id: "Consequence",
    description: "The result of a module run under a rule.",
    examples: [{ outcome: "Fail", latency: 500 }, { ends: "never" }],
  },
);
export type Consequence = z.infer<typeof Consequence>;

/**
 * Scripted module outcomes, as data: for each module run the first rule whose conditions hold decides. An instance keeps
 * the scenario under which it started.
 */
export const Scenario = doc(
  z.strictObject({
    $schema: z.string().optional(),
    name,
    description: z.string().optional(),
    seed: doc(z.int().min(0), {
      description: "Seed of its instances' draws, in place of the world's seed.",
    }).optional(),
    rules: z.array(z.strictObject({ when: Condition, then: Consequence })),
    otherwise: doc(Consequence, { description: "Applies where no rule does." }).optional(),
  }),
  {
    id: "Scenario",
    description: "Scripted module outcomes. For each module run the first rule whose conditions hold decides.",
    examples: [{ name: "rejected", rules: [{ when: { module: "Liveness" }, then: { outcome: "Fail" } }] }],
  },
);
export type Scenario = z.infer<typeof Scenario>;
