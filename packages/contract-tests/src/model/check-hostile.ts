import { presets } from "@journey-kit/schemas/profile";
import fc from "fast-check";
import { hostileBody } from "../arbitraries/hostile.ts";
import { subject } from "../arbitraries/subject.ts";
import { checkForm } from "../service/response.ts";
import { createCaller, type Target } from "../service/target.ts";
import { type PropertyOptions, toParameters } from "./property.ts";

/** Options for {@link checkHostile}; `runs` is the number of requests, default 200. */
export interface HostileOptions extends PropertyOptions {
  /** The target's resource ids, by name of the built-in journey; see `CaseOptions`. */
  readonly journeys?: Readonly<Record<string, string>>;
}

const unknownId = "nobody-started-this";

/** The valid body for each endpoint, before a hostile value is inserted. */
const bodies = {
  "v2.startJourney": (context: object, { "identity-check": id = "identity-check" }) => ({
    resourceId: `${id}@latest`,
    context: { config: { delivery: "api" }, ...context },
  }),
  "v1.startJourney": (context: object, { "identity-check-v1": id = "identity-check-v1" }) => ({
    resourceId: `${id}@latest`,
    context: { config: { async: true }, ...context },
  }),
  "v2.submitInteraction": (context: object) => ({
    instanceId: unknownId,
    interactionId: "none",
    participants: [{ domainElementId: "FullName" }],
    context,
  }),
  "v1.updateTask": (context: object) => ({ intent: "Complete", instanceId: unknownId, taskId: "none", context }),
} as const;

const names = Object.keys(bodies) as (keyof typeof bodies)[]; // `Object.keys` returns `string[]`

/**
 * Sends otherwise valid bodies with one hostile value, such as a huge string, a deep object, a `__proto__` member or a
 * lone surrogate. Every response must match its schema and have an `X-Request-ID`, and no response may be a 5xx. Spec 7.
 *
 * @throws {Error} With the seed, the endpoint and the smallest hostile value that failed.
 */
export async function checkHostile(target: Target, options: HostileOptions = {}): Promise<void> {
  const { profile = presets.specified } = target;
  const caller = createCaller(target);
  const request = fc.oneof(
    ...names.map((name) => {
      const valid = subject().map((one): unknown => bodies[name]({ subject: one }, options.journeys ?? {}));
      return hostileBody(valid).map((hostile) => ({
        ...hostile,
        name,
        // Prints only the hostile value and its path, because the whole body is too long.
        [fc.toStringMethod]: () => `${name} with ${fc.stringify(hostile)}`,
      }));
    }),
  );
  const property = fc.asyncProperty(request, async ({ name, body }) => {
    const answer = await caller.post(name, body);
    if (answer.status >= 500) throw new Error(`${name} returned ${answer.status}.`);
    const problem = checkForm(profile, name, answer);
    if (problem !== undefined) throw new Error(problem);
  });
  await fc.assert(property, toParameters(options, 200));
}
