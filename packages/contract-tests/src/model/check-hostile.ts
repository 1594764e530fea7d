import fc from "fast-check";
import { type Hostile, hostileBody } from "../arbitraries/hostile.ts";
import { subject } from "../arbitraries/subject.ts";
import { resource } from "../cases/ask.ts";
import type { CaseOptions } from "../cases/options.ts";
import { createStage, exchange } from "../cases/stage.ts";
import type { Target } from "../target/target.ts";

/** Options of {@link checkHostile}. */
export interface HostileOptions extends Pick<CaseOptions, "journeys"> {
  /** Number of requests; default 200. */
  readonly runs?: number;
}

const start = (journey: string, config: object) => (one: unknown) => ({
  resourceId: resource(journey),
  context: { config, subject: one },
});

/** The valid body for each endpoint, before a hostile value is inserted. */
const bodies = {
  "v2.startJourney": start("identity-check", { delivery: "api" }),
  "v1.startJourney": start("identity-check-v1", { async: true }),
  "v2.submitInteraction": (one: unknown) => ({
    instanceId: "nobody-started-this",
    interactionId: "none",
    participants: [{ domainElementId: "FullName" }],
    context: { subject: one },
  }),
  "v1.updateTask": (one: unknown) => ({
    intent: "Complete",
    instanceId: "nobody-started-this",
    taskId: "none",
    context: { subject: one },
  }),
} as const;

const names = Object.keys(bodies) as (keyof typeof bodies)[]; // `Object.keys` forgets the literal keys it was given

/**
 * Sends valid bodies with one hostile value (huge, deep, named like a prototype member, a lone surrogate). No response
 * may be a 5xx, and each must have its specified form and an `X-Request-ID`. Spec 7.
 *
 * @throws {Error} With the seed, the endpoint and the simplest hostile value that failed.
 */
export async function checkHostile(target: Target, { runs = 200, journeys = {} }: HostileOptions = {}): Promise<void> {
  const stage = createStage(target, { journeys });
  const anything = fc.oneof(
    ...names.map((name) =>
      hostileBody(subject().map((one): unknown => bodies[name](one))).map((one) => tell(name, one)),
    ),
  );
  const property = fc.asyncProperty(anything, async ({ name, one }) => {
    const { status } = await exchange(stage, { route: name, body: one.body });
    if (status >= 500) throw new Error(`${name} answered ${status}.`);
  });
  await fc.assert(property, { numRuns: runs, includeErrorInReport: true });
}

/** Prints only the hostile value and its place; the whole subject would hide it. */
const tell = <T extends Hostile>(name: (typeof names)[number], one: T) => ({
  name,
  one,
  [fc.toStringMethod]: () => `${name} with ${fc.stringify(one)}`,
});
