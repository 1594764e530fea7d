import * as z from "zod";
import { doc } from "../meta.ts";
import { gapIds, gapOf } from "../tables/gaps/index.ts";
import { regions } from "../tables/regions.ts";
import { schemaAddress } from "../wire/identifiers.ts";
import { JourneyDefinition, selfieJourney } from "../wire/journey.ts";
import { ClockState } from "./clock.ts";
import { FaultHit, FaultPlan } from "./fault.ts";
import { Review } from "./instance.ts";
import { Exchange } from "./journal.ts";
import { OutcomeChoice, Retry, Scenario } from "./scenario.ts";
import { Arming, ClientPermissions, Rate } from "./world.ts";

/** The last instant of the year 9999. */
const lastInstant = 253_402_300_799_999;
const instant = doc(z.number().min(0).max(lastInstant), { description: "Milliseconds since the Unix epoch." });
const count = z.int().min(0);
const counts = z.object({}).catchall(count);
const anyText = z.string();
const storedSubject = doc(z.object({}).catchall(z.unknown()), {
  description: "The subject in the request. It may contain personal data. Digests replace images.",
});
const earlierRuns = doc(counts, {
  description: "Number of runs of each module for this person in other instances of the world.",
}).optional();

/** The readings of some gaps. */
const readingsSchema = (isIncluded: (kind: "engine" | "wire" | "client") => boolean) =>
  z.strictObject(
    Object.fromEntries(
      gapIds
        .filter((id) => isIncluded(gapOf(id).kind))
        .map((id) => [id, z.enum(Object.keys(gapOf(id).options)).optional()]),
    ),
  );

const terms = z.strictObject({
  definition: doc(JourneyDefinition, {
    description: "The version of the journey that the instance runs. `version` is required.",
  }),
  readings: doc(
    readingsSchema((kind) => kind === "engine"),
    {
      description:
        "The readings that are fixed when an instance starts, by gap. A gap that is not listed has the reading of `specified`.",
    },
  ),
  scenarios: doc(z.array(Scenario).min(1).max(2), {
    description: "The scenario that was armed for the instance, if any, followed by the world's default scenario.",
  }),
  seed: doc(z.number(), { description: "Seed for the random choices in the instance." }),
  latency: doc(z.number().min(0), {
    description: "Duration of every module in milliseconds. Overrides the durations in the journey.",
  }).optional(),
});

const startMembers = {
  at: instant,
  instanceId: anyText.min(1).max(64),
  ordinal: doc(z.int().min(1), {
    description: "Position of the instance in its world: 1 for the instance that started first.",
  }),
  resource: z.strictObject({ id: anyText, version: anyText }),
  region: z.enum(regions),
  delivery: z.enum(["api", "page"]),
  linkExpiresAt: instant.optional(),
  uid: anyText.optional(),
  earlierRuns,
  subject: storedSubject,
};

const startCommand = z.discriminatedUnion("apiVersion", [
  z.strictObject({ type: z.literal("start"), apiVersion: z.literal("v1"), ...startMembers }),
  z.strictObject({ type: z.literal("start"), apiVersion: z.literal("v2"), ...startMembers }),
]);

const command = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("submit"),
    at: instant,
    interactionId: anyText,
    participants: doc(z.array(anyText), { description: "Names of the domain elements." }),
    earlierRuns,
    subject: storedSubject,
  }),
  z.strictObject({
    type: z.literal("update"),
    at: instant,
    taskId: anyText,
    intent: anyText,
    earlierRuns,
    subject: storedSubject,
  }),
  z.strictObject({
    type: z.literal("resolve"),
    at: instant,
    module: anyText,
    outcome: OutcomeChoice,
    advice: z.object({}).catchall(z.unknown()).optional(),
    retry: Retry.optional(),
  }),
  z.strictObject({ type: z.literal("review"), at: instant, outcome: Review.shape.outcome }),
  z.strictObject({ type: z.enum(["pause", "resume", "fail", "abandon", "terminate", "finish"]), at: instant }),
  z.strictObject({ type: z.literal("advance"), at: instant, by: z.number().min(0).max(lastInstant) }),
]);

/** Query parameters of an export. */
export const SnapshotQuery = doc(
  z.strictObject({
    personalData: doc(z.enum(["kept", "replaced"]), {
      description:
        "With `replaced`, sample values of the same form take the place of personal data, and the clock stands still. Opened, the file has the same instances, decisions and times. The default is `kept`.",
    }).optional(),
  }),
  {
    id: "SnapshotQuery",
    description: "Selects whether a saved world contains personal data.",
    examples: [{ personalData: "replaced" }],
  },
);
export type SnapshotQuery = z.infer<typeof SnapshotQuery>;

/**
 * A world in one file: its clock, readings, scenarios, faults, instances and requests. It may contain personal data,
 * because instances are rebuilt from the commands that they received. It contains no image, token or secret.
 */
export const WorldSnapshot = doc(
  z.strictObject({
    $schema: schemaAddress.optional(),
    format: doc(z.literal("journey-snapshot"), { description: "Identifies the file as a snapshot." }),
    version: doc(z.literal(1), { description: "Version of the file format." }),
    world: doc(anyText, {
      description: "The client id that the saved world belonged to. You can open the file in any world.",
    }),
    savedAt: doc(z.iso.datetime(), { description: "When the world was saved, according to the system clock." }),
    clock: ClockState,
    profile: z.strictObject({
      readings: doc(
        readingsSchema(() => true),
        { description: "The readings of the world, by gap. A gap that is not listed has the reading of `specified`." },
      ),
    }),
    scenario: doc(Scenario, {
      description: "The default scenario, which applies to instances that start without an armed scenario.",
    }),
    scenarios: doc(z.array(Scenario), { description: "The scenarios that were saved in the world." }),
    armed: doc(z.array(Arming), { description: "Scenarios for the next instances that start, in order." }),
    faults: z.strictObject({
      plan: FaultPlan,
      counters: doc(counts, {
        description: "How many requests each fault rule has counted, for `nth`, `every` and `probability`.",
      }),
      hits: doc(z.array(FaultHit), { description: "The faults applied since the fault plan was set, oldest first." }),
    }),
    rate: Rate,
    permissions: ClientPermissions.shape.permissions,
    ordinal: doc(count, { description: "The `ordinal` of the latest instance; 0 if no instance has started." }),
    usedTokens: doc(z.array(anyText), {
      description: "Ids of the connect tokens that were used. A connect token is valid only once.",
    }),
    terms: doc(z.array(terms), {
      description:
        "The settings that are fixed when an instance starts: its journey, readings, scenarios and seed. Instances with equal settings share one entry.",
    }),
    instances: doc(
      z.array(
        z.strictObject({
          terms: doc(count, { description: "Index of the entry in `terms` that applies to the instance." }),
          start: startCommand,
          commands: doc(z.array(command), {
            description: "The requests and control actions that changed the instance after its start, oldest first.",
          }),
        }),
      ),
      {
        description:
          "The instances, oldest first. The simulator rebuilds each instance from its `start` and its `commands`.",
      },
    ),
    requests: doc(z.array(Exchange), { description: "The latest requests, with placeholders for personal data." }),
    counts: doc(
      z.strictObject({
        requests: count,
        endpoints: counts,
        errors: counts,
        phases: counts,
        stages: counts,
        basis: doc(counts, { description: "How often each rule and reading decided a response." }),
      }),
      {
        description:
          "How often requests have covered each item of the coverage report. The counts include requests that are no longer recorded.",
      },
    ),
  }),
  {
    id: "WorldSnapshot",
    description:
      "A world in one file: its clock, readings, scenarios, faults, instances and requests. The file may contain personal data.",
    examples: [
      {
        format: "journey-snapshot",
        version: 1,
        world: "acme",
        savedAt: "2026-01-31T09:30:00.000Z",
        clock: { mode: "frozen", now: "2026-01-31T09:30:00.000Z" },
        profile: { readings: { "submit-status": "created" } },
        scenario: { name: "default", rules: [] },
        scenarios: [],
        armed: [{ scenario: "rejected", times: 1 }],
        faults: { plan: { rules: [] }, counters: {}, hits: [] },
        rate: { callsPerMinute: 60 },
        permissions: ["journey:start", "journey:read", "journey:submit"],
        ordinal: 1,
        usedTokens: [],
        terms: [
          {
            definition: { ...selfieJourney, version: "1" },
            readings: { "module-retry": "never" },
            scenarios: [{ name: "default", rules: [] }],
            seed: 1,
          },
        ],
        instances: [
          {
            terms: 0,
            start: {
              type: "start",
              apiVersion: "v2",
              at: 1_769_851_800_000,
              instanceId: "4f9c2b7e1d3a4c58",
              ordinal: 1,
              resource: { id: "selfie", version: "latest" },
              region: "eu",
              delivery: "api",
              subject: {},
            },
            commands: [{ type: "pause", at: 1_769_851_800_000 }],
          },
        ],
        requests: [],
        counts: { requests: 1, endpoints: { "v2.startJourney": 1 }, errors: {}, phases: {}, stages: {}, basis: {} },
      },
    ],
  },
);
export type WorldSnapshot = z.infer<typeof WorldSnapshot>;
