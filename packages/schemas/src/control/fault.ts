import * as z from "zod";
import { endpointNames } from "../endpoints.ts";
import { doc } from "../meta.ts";
import { schemaAddress } from "../wire/identifiers.ts";

const millis = z.int().min(0).max(600_000);

/**
 * Selects the requests that a fault applies to. A request must match every condition. A rule without conditions applies
 * to every request.
 */
export const FaultCondition = doc(
  z.strictObject({
    endpoint: doc(z.enum(endpointNames), { description: "Endpoint that receives the request." }).optional(),
    instance: doc(z.string().min(1).max(64), {
      description: "Id of the instance that the request is about.",
    }).optional(),
    ordinal: doc(z.int().min(1), {
      description: "Position of the instance in its world: 1 for the instance that started first.",
    }).optional(),
    nth: doc(z.int().min(1), {
      description: "Applies only to the n-th request, counted from 1 for each endpoint and instance.",
    }).optional(),
    every: doc(z.int().min(1), {
      description: "Applies to every n-th request, counted from 1 for each endpoint and instance.",
    }).optional(),
    probability: doc(z.number().min(0).max(1), {
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

/** What a fault does to a request. Set exactly one action. */
export const FaultAction = doc(
  z.union(
    [
      doc(
        z.strictObject({
          status: doc(z.int().min(400).max(599), { description: "Status of the response." }),
          body: doc(z.union([z.string(), z.object({}).catchall(z.unknown())]), {
            description: "Body of the response: a string, or an object to send as JSON.",
          }).optional(),
          retryAfter: doc(z.int().min(0).max(86_400), {
            description: "Value of the Retry-After header, in seconds.",
          }).optional(),
          retryAfterDate: doc(z.literal(true), {
            description:
              "Sends Retry-After as an HTTP date instead of seconds. The date is on the clock of the world, rounded up to a whole second. Requires `retryAfter`.",
          }).optional(),
        }),
        { description: "Responds with this status. The simulator does not process the request." },
      ),
      doc(z.strictObject({ delay: doc(millis, { description: "Delay of the response in milliseconds." }) }), {
        description: "Delays the response by this many milliseconds, after the simulator has processed the request.",
      }),
      doc(
        z.strictObject({
          lose: doc(z.enum(["request", "answer"]), { description: "What is lost: the request or the response." }),
        }),
        {
          description:
            "Closes the connection without a response. With `answer`, the simulator processes the request first. With `request`, it does not process the request.",
        },
      ),
      doc(z.strictObject({ truncate: doc(z.int().min(0), { description: "Number of characters to send." }) }), {
        description: "Sends this many characters of the response body, then closes the connection.",
      }),
      doc(
        z.strictObject({ malform: doc(z.literal(true), { description: "Sends a response body that is not JSON." }) }),
        {
          description: "Sends a response body that is not JSON.",
        },
      ),
      doc(
        z.strictObject({
          contentType: doc(z.string().regex(/^[!-~][ -~]{0,127}$/), {
            description: "Value of the Content-Type header.",
            examples: ["text/html"],
          }),
        }),
        {
          description: "Replaces the Content-Type header of the response.",
        },
      ),
      doc(z.strictObject({ slow: doc(millis, { description: "Duration of the response in milliseconds." }) }), {
        description: "Sends the response body in pieces over this many milliseconds.",
      }),
      doc(z.strictObject({ reset: doc(z.literal(true), { description: "Resets the connection." }) }), {
        description: "Resets the connection. The simulator does not process the request.",
      }),
      doc(z.strictObject({ token: doc(z.enum(["expired", "revoked"]), { description: "State of the token." }) }), {
        description:
          "Treats the token of this request as expired or revoked. The next request can use the same token again. At the token endpoint, the fault issues a token that is permanently expired or revoked.",
      }),
      doc(
        z.strictObject({
          clockSkew: doc(z.int().min(-86_400_000).max(86_400_000), {
            description:
              "How early the token expires, in milliseconds before its stated expiry. If negative, the token expires late.",
          }),
        }),
        {
          description:
            "Expires the token this many milliseconds before its stated expiry, or after it if the number is negative.",
        },
      ),
      doc(
        z.strictObject({
          expiresIn: doc(z.int().min(1).max(86_400), { description: "Lifetime of the token in seconds." }),
        }),
        {
          description:
            "Issues a token that is valid for this many seconds, and says so in `expires_in`. Applies only to the token endpoint.",
        },
      ),
    ],
    {
      error:
        "Expected exactly one of status, delay, lose, truncate, malform, contentType, slow, reset, token, clockSkew, expiresIn",
    },
  ),
  {
    id: "FaultAction",
    description: "What a fault does to a request.",
    examples: [{ status: 503, retryAfter: 7 }, { lose: "answer" }, { delay: 2_000 }],
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
    examples: [{ rules: [{ id: "down", when: { endpoint: "v2.startJourney", nth: 1 }, then: { status: 503 } }] }],
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
    examples: [{ rule: "down", endpoint: "v2.startJourney", instance: 0, call: 1, action: { status: 503 } }],
  },
);
export type FaultHit = z.infer<typeof FaultHit>;

/** The faults applied since the plan was set, oldest first. The list keeps at least the latest ten thousand. */
export const FaultHits = doc(z.strictObject({ hits: z.array(FaultHit) }), {
  id: "FaultHits",
  description: "The faults applied since the fault plan was set, oldest first.",
  examples: [{ hits: [{ rule: "down", endpoint: "v2.startJourney", instance: 0, action: { status: 503 } }] }],
});
export type FaultHits = z.infer<typeof FaultHits>;
