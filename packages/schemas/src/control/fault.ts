import * as z from "zod";
import { doc } from "../meta.ts";
import { routeNames } from "../tables/routes.ts";

const millis = z.int().min(0).max(600_000);

/** The requests that a fault applies to. All given conditions must hold; a rule without any applies to every request. */
export const FaultCondition = doc(
  z.strictObject({
    endpoint: z.enum(routeNames).optional(),
    instance: doc(z.string().min(1).max(64), { description: "An instanceId." }).optional(),
    ordinal: doc(z.int().min(1), { description: "The n-th instance of the world, from 1." }).optional(),
    nth: doc(z.int().min(1), { description: "The n-th request to an endpoint for an instance, from 1." }).optional(),
    every: doc(z.int().min(1), { description: "Every n-th request to an endpoint for an instance." }).optional(),
    probability: doc(z.number().min(0).max(1), {
      description: "The share of requests. Each draw depends on the seed and the request only.",
    }).optional(),
  }),
  {
    id: "FaultCondition",
    description: "The requests that a fault applies to. All given conditions must hold.",
    examples: [{ endpoint: "v2.fetchState", nth: 2 }, { probability: 0.1 }],
  },
);
export type FaultCondition = z.infer<typeof FaultCondition>;

/** What a fault does to a request: one of these. */
export const FaultAction = doc(
  z.union(
    [
      doc(
        z.strictObject({
          status: z.int().min(400).max(599),
          body: z.union([z.string(), z.object({}).catchall(z.unknown())]).optional(),
          retryAfter: doc(z.int().min(0).max(86_400), {
            description: "Seconds for the Retry-After header.",
          }).optional(),
        }),
        { description: "Responds with this status. The endpoint does not run." },
      ),
      doc(z.strictObject({ delay: millis }), {
        description: "Runs the endpoint, then delays its response by milliseconds.",
      }),
      doc(z.strictObject({ lose: z.enum(["request", "answer"]) }), {
        description:
          "Closes the connection without a response. `request`: the endpoint does not run. `answer`: the endpoint runs.",
      }),
      doc(z.strictObject({ truncate: z.int().min(0) }), {
        description: "Sends this many characters of the body, then closes the connection.",
      }),
      doc(z.strictObject({ malform: z.literal(true) }), { description: "Sends a body that is not JSON." }),
      doc(z.strictObject({ contentType: z.string().regex(/^[!-~][ -~]{0,127}$/) }), {
        description: "Sends another Content-Type header.",
      }),
      doc(z.strictObject({ slow: millis }), { description: "Sends the body in pieces over this many milliseconds." }),
      doc(z.strictObject({ reset: z.literal(true) }), {
        description: "Resets the connection. The endpoint does not run.",
      }),
      doc(z.strictObject({ token: z.enum(["expired", "revoked"]) }), {
        description:
          "Treats the token of the request as expired or revoked. The token endpoint issues such a token instead.",
      }),
      doc(z.strictObject({ clockSkew: z.int().min(-86_400_000).max(86_400_000) }), {
        description: "Expires the token this many milliseconds before its stated expiry.",
      }),
    ],
    { error: "Expected one of status, delay, lose, truncate, malform, contentType, slow, reset, token, clockSkew" },
  ),
  {
    id: "FaultAction",
    description: "What a fault does to a request.",
    examples: [{ status: 503, retryAfter: 7 }, { lose: "answer" }, { delay: 2_000 }],
  },
);
export type FaultAction = z.infer<typeof FaultAction>;

/** Faults for the requests of a world, as data: for each request the first rule whose conditions hold applies. */
export const FaultPlan = doc(
  z.strictObject({
    $schema: z.string().optional(),
    seed: doc(z.int().min(0), { description: "Seed of the draws, in place of the simulator's seed." }).optional(),
    rules: z
      .array(
        z.strictObject({
          id: doc(z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/), {
            description: "Name of the rule in the list of applied faults. The default is `rules[n]`.",
          }).optional(),
          when: FaultCondition,
          then: FaultAction,
        }),
      )
      .max(1_000),
  }),
  {
    id: "FaultPlan",
    description: "Faults for the requests of a world. For each request the first rule whose conditions hold applies.",
    examples: [{ rules: [{ id: "down", when: { endpoint: "v2.startJourney", nth: 1 }, then: { status: 503 } }] }],
  },
);
export type FaultPlan = z.infer<typeof FaultPlan>;

/** A fault that was applied to a request. It names no ids, so that the same requests and seed give the same rows. */
export const FaultHit = doc(
  z.strictObject({
    rule: z.string(),
    endpoint: z.enum(routeNames),
    instance: doc(z.int(), { description: "Ordinal of the instance in its world. 0 if the request names none." }),
    call: doc(z.int(), {
      description: "Number of the request among those to the endpoint for the instance, if the rule counts requests.",
    }).optional(),
    action: FaultAction,
  }),
  {
    id: "FaultHit",
    description: "A fault that was applied to a request.",
    examples: [{ rule: "down", endpoint: "v2.startJourney", instance: 0, call: 1, action: { status: 503 } }],
  },
);
export type FaultHit = z.infer<typeof FaultHit>;

/** The faults applied since the plan was set, oldest first; at least the latest ten thousand are kept. */
export const FaultHits = doc(z.strictObject({ hits: z.array(FaultHit) }), {
  id: "FaultHits",
  description: "The faults applied since the plan was set, oldest first.",
  examples: [{ hits: [{ rule: "down", endpoint: "v2.startJourney", instance: 0, action: { status: 503 } }] }],
});
export type FaultHits = z.infer<typeof FaultHits>;
