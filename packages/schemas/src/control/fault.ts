import * as z from "zod";
import { routeNames } from "../tables/routes.ts";

const millis = z.int().min(0).max(600_000);

/** Which calls a fault strikes. Every condition that is given must hold; a rule without any strikes every call. */
export const FaultCondition = z.strictObject({
  endpoint: z.enum(routeNames).optional(),
  instance: z.string().min(1).max(64).optional().describe("An instanceId."),
  ordinal: z.int().min(1).optional().describe("The n-th instance of the world, from 1."),
  nth: z.int().min(1).optional().describe("The n-th call of an endpoint for an instance, from 1."),
  every: z.int().min(1).optional().describe("Every n-th call of an endpoint for an instance."),
  probability: z.number().min(0).max(1).optional().describe("How often; drawn for each call from the seed."),
});
export type FaultCondition = z.infer<typeof FaultCondition>;

/** What happens to a call that a fault strikes: one of these. */
export const FaultAction = z.union(
  [
    z
      .strictObject({
        status: z.int().min(400).max(599),
        body: z.union([z.string(), z.object({}).catchall(z.unknown())]).optional(),
        retryAfter: z.int().min(0).max(86_400).optional().describe("Seconds, as the header Retry-After has them."),
      })
      .describe("An answer in place of the endpoint's own; nothing is done."),
    z.strictObject({ delay: millis }).describe("The endpoint does its work; its answer waits so many milliseconds."),
    z
      .strictObject({ lose: z.enum(["request", "answer"]) })
      .describe("The connection ends without an answer; request: nothing is done, answer: all is done."),
    z
      .strictObject({ truncate: z.int().min(0) })
      .describe("So many characters of the body come, then the connection ends."),
    z.strictObject({ malform: z.literal(true) }).describe("The body comes whole and is no JSON."),
    z
      .strictObject({ contentType: z.string().regex(/^[!-~][ -~]{0,127}$/) })
      .describe("The body is called something else."),
    z.strictObject({ slow: millis }).describe("The body comes in pieces over so many milliseconds."),
    z.strictObject({ reset: z.literal(true) }).describe("The connection is reset; nothing is done."),
    z
      .strictObject({ token: z.enum(["expired", "revoked"]) })
      .describe(
        "The token that is shown counts as such in this call; one that the token endpoint issues does from the start.",
      ),
    z
      .strictObject({ clockSkew: z.int().min(-86_400_000).max(86_400_000) })
      .describe("The token expires so many milliseconds earlier than its holder was told."),
  ],
  { error: "Expected one of status, delay, lose, truncate, malform, contentType, slow, reset, token, clockSkew" },
);
export type FaultAction = z.infer<typeof FaultAction>;

/** Faults for the calls of a world, as data: for each call the first rule whose conditions hold decides. */
export const FaultPlan = z.strictObject({
  $schema: z.string().optional(),
  seed: z.int().min(0).optional().describe("Seeds the draws, instead of the simulator's seed."),
  rules: z
    .array(
      z.strictObject({
        id: z
          .string()
          .regex(/^[A-Za-z0-9_.-]{1,64}$/)
          .optional()
          .describe("How the ledger calls the rule; rules[n] where left out."),
        when: FaultCondition,
        then: FaultAction,
      }),
    )
    .max(1_000),
});
export type FaultPlan = z.infer<typeof FaultPlan>;

/** A call that a fault struck, told without ids, so that the same calls under the same seed give the same rows. */
export const FaultStrike = z.strictObject({
  rule: z.string(),
  endpoint: z.enum(routeNames),
  instance: z.int().describe("The ordinal of the instance in its world; 0 where the call concerns none."),
  call: z.int().optional().describe("Which call of the endpoint for the instance it was, where the rule counts calls."),
  action: FaultAction,
});
export type FaultStrike = z.infer<typeof FaultStrike>;

/** What was done to which call since the plan was set, oldest first; the latest ten thousand are kept. */
export const FaultLedger = z.strictObject({ strikes: z.array(FaultStrike) });
export type FaultLedger = z.infer<typeof FaultLedger>;
