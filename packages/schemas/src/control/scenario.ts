import * as z from "zod";
import { moduleNames } from "../tables/modules.ts";

const name = z.string().min(1).max(128);

/** A path into a subject, such as `identity.lastNames` or `documents[type=Primary].countryCode`. */
const path = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]*(\[[A-Za-z0-9_=-]+\])?(\.[A-Za-z][A-Za-z0-9_]*(\[[A-Za-z0-9_=-]+\])?)*$/);

const subjectCondition = z.strictObject({
  path,
  equals: z.string().optional().describe("The value, whatever its case; one entry of an array is enough."),
  matches: z.string().max(256).optional().describe("A pattern in which * stands for any text and ? for one character."),
  in: z.array(z.string()).min(1).optional().describe("One of these values."),
});

/** What a rule of a scenario looks at. Every condition that is given must hold; a rule without any always holds. */
export const Condition = z.strictObject({
  journey: name.optional().describe("Id of the journey definition, without environment and version."),
  generation: z.enum(["v1", "v2"]).optional(),
  module: z.enum(moduleNames).optional(),
  variant: name.optional().describe("Id of a variant of the module."),
  attempt: z.int().min(1).optional().describe("The n-th run of the module for this person in this world, from 1."),
  instance: z.string().min(1).max(64).optional().describe("An instanceId."),
  ordinal: z.int().min(1).optional().describe("The n-th instance of the world, from 1."),
  subject: z.array(subjectCondition).min(1).optional().describe("Values of the subject."),
});
export type Condition = z.infer<typeof Condition>;

const latency = z.union([
  z.int().min(0).max(86_400_000),
  z.strictObject({ min: z.int().min(0), max: z.int().max(86_400_000) }).describe("Drawn evenly between the two."),
]);

/** What a module comes to under a rule. */
export const Consequence = z.strictObject({
  outcome: name.optional().describe("A named outcome of the module, or accept, refer or reject."),
  advice: z.object({}).catchall(z.unknown()).optional().describe("Members that replace those of the module's advice."),
  latency: latency.optional().describe("How long the module takes, in milliseconds."),
  ends: z.enum(["fail", "never"]).optional().describe("fail: it cannot complete. never: it does not finish."),
});
export type Consequence = z.infer<typeof Consequence>;

/**
 * Scripted module outcomes, as data: for each module run the first rule whose conditions hold decides. A scenario reaches
 * the instances that start under it, and these keep it.
 */
export const Scenario = z.strictObject({
  $schema: z.string().optional(),
  name,
  description: z.string().optional(),
  seed: z.int().min(0).optional().describe("Seeds the draws of its instances, instead of the world's seed."),
  rules: z.array(z.strictObject({ when: Condition, then: Consequence })),
  otherwise: Consequence.optional().describe("Holds where no rule does."),
});
export type Scenario = z.infer<typeof Scenario>;
