import * as z from "zod";
import { endpointNames } from "../endpoints.ts";
import { doc, field } from "../meta.ts";
import { type FaultActionType, faultActionOf, faultActionTypes } from "../tables/fault-actions.ts";
import { schemaAddress } from "../wire/identifiers.ts";

/**
 * Selects the requests that a fault applies to. A request must match every condition. A rule without conditions applies
 * to every request.
 */
export const FaultCondition = doc(
  z.strictObject({
    endpoint: field(z.enum(endpointNames), {
      title: "Endpoint",
      description: "Endpoint that receives the request.",
    }).optional(),
    instance: field(z.string().min(1).max(64), {
      title: "Instance id",
      description: "Id of the instance that the request is about.",
    }).optional(),
    ordinal: field(z.int().min(1), {
      title: "Number of the instance",
      description: "Position of the instance in its world: 1 for the instance that started first.",
    }).optional(),
    nth: field(z.int().min(1), {
      title: "Only the n-th request",
      description: "Applies only to the n-th request, counted from 1 for each endpoint and instance.",
      examples: [1],
    }).optional(),
    every: field(z.int().min(1), {
      title: "Every n-th request",
      description: "Applies to every n-th request, counted from 1 for each endpoint and instance.",
    }).optional(),
    probability: field(z.number().min(0).max(1), {
      title: "Share of requests, 0 to 1",
      description:
        "Probability that the fault applies to a request. With the same seed, the same requests always get the same faults.",
    }).optional(),
  }),
  {
    id: "FaultCondition",
    description: "Selects the requests that a fault applies to. A request must match every condition.",
    examples: [{ endpoint: "v2.fetchState", nth: 2 }, { probability: 0.1 }],
  },
);
export type FaultCondition = z.infer<typeof FaultCondition>;

/** An action. The first example of a required field is its value in a new form. */
function action<Type extends FaultActionType, Fields extends z.core.$ZodLooseShape>(type: Type, fields: Fields) {
  const { label, description } = faultActionOf({ type });
  const shape = { type: doc(z.literal(type), { description: `${label}.` }), ...fields };
  return doc(z.strictObject(shape), { title: label, description });
}

const delayMs = z.int().min(0).max(600_000);

/** What a fault does to a request. */
export const FaultAction = doc(
  z.discriminatedUnion(
    "type",
    [
      action("status", {
        status: field(z.int().min(400).max(599), {
          title: "Status",
          description: "Status of the response.",
          examples: [503],
        }),
        body: field(z.union([z.string(), z.object({}).catchall(z.unknown())]), {
          title: "Body, as text or JSON",
          description: "Body of the response: a string, or an object to send as JSON.",
        }).optional(),
        retryAfter: field(z.int().min(0).max(86_400), {
          title: "Retry-After, in s",
          description: "Value of the Retry-After header, in seconds.",
        }).optional(),
        retryAfterDate: field(z.literal(true), {
          title: "Retry-After as a date",
          description:
            "Sends Retry-After as an HTTP date instead of seconds. The date is on the clock of the world, rounded up to a whole second. Requires `retryAfter`.",
        }).optional(),
      }),
      action("delay", {
        ms: field(delayMs, {
          title: "Delay, in ms",
          description: "Milliseconds to wait.",
          examples: [3_000],
        }),
      }),
      action("dropResponse", {}),
      action("dropRequest", {}),
      action("truncate", {
        characters: field(z.int().min(0), {
          title: "Characters",
          description: "Number of characters to send.",
          examples: [20],
        }),
      }),
      action("invalidJson", {}),
      action("contentType", {
        contentType: field(z.string().regex(/^[!-~][ -~]{0,127}$/), {
          title: "Content type",
          description: "Value of the Content-Type header.",
          examples: ["text/html"],
        }),
      }),
      action("slowBody", {
        ms: field(delayMs, {
          title: "Duration, in ms",
          description: "Milliseconds until the body is complete.",
          examples: [3_000],
        }),
      }),
      action("resetConnection", {}),
      action("expireToken", {}),
      action("revokeToken", {}),
      action("clockSkew", {
        ms: field(z.int().min(-86_400_000).max(86_400_000), {
          title: "Expires early by, in ms",
          description:
            "How early the token expires, in milliseconds before its stated expiry. If negative, the token expires late.",
          examples: [30_000],
        }),
      }),
      action("tokenLifetime", {
        expiresIn: field(z.int().min(1).max(86_400), {
          title: "Lifetime, in s",
          description: "Lifetime of the token in seconds.",
          examples: [5],
        }),
      }),
    ],
    { error: `Expected one of ${faultActionTypes.join(", ")}, as in { "type": "dropResponse" }` },
  ),
  {
    id: "FaultAction",
    description: "What a fault does to a request. `type` names the action.",
    examples: [{ type: "status", status: 503, retryAfter: 7 }, { type: "dropResponse" }, { type: "delay", ms: 2_000 }],
  },
);
export type FaultAction = z.infer<typeof FaultAction>;

const rule = z.strictObject({
  id: doc(z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/), {
    description:
      "Name of the rule in the list of applied faults. The default is `rules[0]` for the first rule, `rules[1]` for the second, and so on.",
  }).optional(),
  when: FaultCondition,
  then: FaultAction,
});

/** The faults planned for a world. The first rule that matches a request applies. */
export const FaultPlan = doc(
  z.strictObject({
    $schema: schemaAddress.optional(),
    seed: doc(z.int().min(0), {
      description: "Seed for the random choices that `probability` needs. The default is the seed of the simulator.",
    }).optional(),
    rules: doc(z.array(rule).max(1_000), { description: "The first rule that matches a request applies." }),
  }),
  {
    id: "FaultPlan",
    description: "The faults planned for a world, as rules. The first rule that matches a request applies.",
    examples: [
      { rules: [{ id: "down", when: { endpoint: "v2.startJourney", nth: 1 }, then: { type: "status", status: 503 } }] },
    ],
  },
);
export type FaultPlan = z.infer<typeof FaultPlan>;

/** A fault that was applied to a request. Hits contain no ids, so the same requests and seed give the same hits. */
export const FaultHit = doc(
  z.strictObject({
    rule: doc(z.string(), { description: "Id of the fault rule." }),
    endpoint: z.enum(endpointNames),
    instance: doc(z.int(), {
      description:
        "Position of the instance in its world: 1 for the instance that started first, and 0 if the request is not about an instance.",
    }),
    call: doc(z.int(), {
      description:
        "Number of the request among the requests to the same endpoint about the same instance. Omitted if the rule has none of `nth`, `every` and `probability`.",
    }).optional(),
    action: FaultAction,
  }),
  {
    id: "FaultHit",
    description: "A fault that was applied to a request.",
    examples: [
      { rule: "down", endpoint: "v2.startJourney", instance: 0, call: 1, action: { type: "status", status: 503 } },
    ],
  },
);
export type FaultHit = z.infer<typeof FaultHit>;

/** The faults applied since the plan was set, oldest first. The list keeps at least the latest ten thousand. */
export const FaultHits = doc(z.strictObject({ hits: z.array(FaultHit) }), {
  id: "FaultHits",
  description: "The faults applied since the fault plan was set, oldest first.",
  examples: [
    { hits: [{ rule: "down", endpoint: "v2.startJourney", instance: 0, action: { type: "status", status: 503 } }] },
  ],
});
export type FaultHits = z.infer<typeof FaultHits>;
