import * as z from "zod";
import { type Permission, permissions } from "../endpoints.ts";
import { doc } from "../meta.ts";
import { type GapId, gapIds, gapOf } from "../tables/gaps/index.ts";
import { presetNames } from "../tables/profile.ts";
import { schemaAddress } from "../wire/identifiers.ts";
import { ClockState } from "./clock.ts";
import { Scenario } from "./scenario.ts";

/** The state of a world: its clock, its number of instances, and its epoch, which increases with every reset. */
export const WorldSummary = doc(
  z.strictObject({
    world: doc(z.string(), { description: "The client id that the world belongs to." }),
    instances: doc(z.int(), { description: "Number of instances in the world." }),
    epoch: doc(z.int(), {
      description: "A number that increases with each reset. Tokens from an earlier epoch are revoked.",
    }),
    clock: ClockState,
  }),
  {
    id: "WorldSummary",
    description:
      "The state of a world: its clock, its number of instances, and its epoch, which increases with each reset.",
    examples: [{ world: "acme", instances: 2, epoch: 0, clock: { mode: "frozen", now: "2026-01-31T09:30:00.000Z" } }],
  },
);
export type WorldSummary = z.infer<typeof WorldSummary>;

/** The worlds in use, and the worlds of listed clients. */
export const WorldList = doc(z.strictObject({ worlds: z.array(WorldSummary) }), {
  id: "WorldList",
  description:
    "The worlds that a client or a tester has used. If the simulator has a list of clients, every listed client has a world.",
  examples: [
    { worlds: [{ world: "acme", instances: 2, epoch: 0, clock: { mode: "real", now: "2026-01-31T09:30:00.000Z" } }] },
  ],
});
export type WorldList = z.infer<typeof WorldList>;

/** Chooses readings: a preset with optional overrides. */
export const ProfileChange = doc(
  z.strictObject({
    $schema: schemaAddress.optional(),
    preset: doc(z.enum(presetNames), {
      description:
        "The built-in profile to start from. The default is `specified`, even if the world had another profile before.",
    }).optional(),
    readings: doc(z.object({}).catchall(z.string()), {
      description: "Readings by gap. They override the readings of `preset`.",
    }).optional(),
  }),
  {
    id: "ProfileChange",
    description: "Chooses the readings of a world: a built-in profile, with optional overrides.",
    examples: [{ preset: "observed", readings: { "rate-limit": "limited" } }],
  },
);
export type ProfileChange = z.infer<typeof ProfileChange>;

/** The reading of every gap. */
export const ProfileState = doc(z.strictObject({ readings: z.object({}).catchall(z.string()) }), {
  id: "ProfileState",
  description: "The reading of every gap in a world.",
  examples: [{ readings: { "rate-limit": "limited", "submit-status": "ok" } }],
});
export type ProfileState = z.infer<typeof ProfileState>;

/** The text that an editor shows for a gap: the gap's question and readings. */
function describeGap(id: GapId): string {
  const { question, options } = gapOf(id);
  return [question, ...Object.entries(options).map(([reading, answer]) => `- \`${reading}\`: ${answer}`)].join("\n");
}

const isoInstant = (description: string) => doc(z.iso.datetime(), { description }).optional();

/** What responses of a service showed about a gap. */
const ObservedGap = z.strictObject({
  status: doc(z.enum(["found", "several", "contradicts", "unknown"]), {
    description:
      "`found`: exactly one reading fits. `several`: some are ruled out. `contradicts`: none fits. `unknown`: no response was conclusive.",
  }),
  possible: doc(z.array(z.string()), { description: "The readings that fit the responses." }),
  texts: doc(z.array(z.string()), { description: "What the responses showed." }),
  firstAt: isoInstant("When the first request that showed it was sent."),
  lastAt: isoInstant("When the last request that showed it was sent."),
});

/** A JSON file for `--profile`: a preset with overridden readings. Editors complete its gaps and readings. */
export const ProfileFile = doc(
  z.strictObject({
    $schema: schemaAddress.optional(),
    preset: doc(z.enum(presetNames), {
      description: "The built-in profile to start from. The default is `specified`.",
    }).optional(),
    readings: doc(
      z.strictObject(
        Object.fromEntries(
          gapIds.map((id) => [
            id,
            doc(z.enum(Object.keys(gapOf(id).options)), { description: describeGap(id) }).optional(),
          ]),
        ),
      ),
      { description: "Readings by gap. They override the readings of `preset`." },
    ).optional(),
    evidence: doc(z.object({}).catchall(ObservedGap), {
      description:
        "What `journey calibrate`, `learn` or `watch` observed, by gap. It does not change the profile; `learn` and `watch` compare new traffic with it.",
    }).optional(),
  }),
  {
    id: "ProfileFile",
    description: "A file for `--profile`: a built-in profile, with optional overrides.",
    examples: [{ preset: "observed", readings: { "rate-limit": "none", "token-lifetime": "3600s" } }],
  },
);
export type ProfileFile = z.infer<typeof ProfileFile>;

/** The permissions of the API client that a world belongs to. Spec 5; gap `permission-names`. */
export const ClientPermissions = doc(
  z.strictObject({
    permissions: z.array(z.enum(permissions as readonly [Permission, ...Permission[]])), // `permissions` is not empty
  }),
  {
    id: "ClientPermissions",
    spec: "5",
    gap: "permission-names",
    description: "The permissions of the API client that a world belongs to.",
    examples: [{ permissions: ["journey:start", "journey:read"] }],
  },
);
export type ClientPermissions = z.infer<typeof ClientPermissions>;

/** The maximum number of starts and submits, counted together, per minute of world time. Spec 8; gap `rate-limit`. */
export const Rate = doc(
  z.strictObject({
    callsPerMinute: doc(z.int().min(0).max(1_000_000), {
      description:
        "Number of starts and submits, counted together. Has no effect unless the reading of gap `rate-limit` is `limited`.",
    }),
  }),
  {
    id: "Rate",
    spec: "8",
    gap: "rate-limit",
    description: "The maximum number of starts and submits per minute, on the clock of the world.",
    examples: [{ callsPerMinute: 60 }],
  },
);
export type Rate = z.infer<typeof Rate>;

/** The scenarios of a world: the default, the armed scenarios and every scenario that you can choose. */
export const ScenarioList = doc(
  z.strictObject({
    always: doc(z.string(), {
      description: "Name of the default scenario, which applies to instances that start without an armed scenario.",
    }),
    armed: doc(
      z.array(
        z.strictObject({
          scenario: doc(z.string(), { description: "Name of the scenario." }),
          times: doc(z.int(), { description: "Number of instances that the scenario still applies to." }),
        }),
      ),
      {
        description: "Scenarios for the next instances that start, in order.",
      },
    ),
    scenarios: doc(z.array(Scenario), { description: "Every scenario that you can arm." }),
    own: doc(z.array(z.string()), {
      description: "Names of the scenarios that were saved in this world. The other scenarios are built in.",
    }),
  }),
  {
    id: "ScenarioList",
    description: "The scenarios of a world.",
    examples: [
      {
        always: "default",
        armed: [{ scenario: "rejected", times: 1 }],
        scenarios: [{ name: "default", rules: [] }],
        own: ["default"],
      },
    ],
  },
);
export type ScenarioList = z.infer<typeof ScenarioList>;

/** Assigns a scenario to the next instances that start. */
export const Arming = doc(
  z.strictObject({
    scenario: doc(z.string().min(1), { description: "Name of the scenario." }),
    times: doc(z.int().min(1).max(1_000_000), { description: "Number of instances. The default is 1." }).default(1),
  }),
  {
    id: "Arming",
    description: "Assigns a scenario to the next instances that start.",
    examples: [{ scenario: "rejected", times: 2 }],
  },
);
export type Arming = z.infer<typeof Arming>;

/** A saved state of a world. */
export const Checkpoint = doc(
  z.strictObject({
    checkpoint: doc(z.string(), { description: "Id of the checkpoint." }),
    instances: doc(z.int(), { description: "Number of instances in the checkpoint." }),
    savedAt: doc(z.iso.datetime(), { description: "When the checkpoint was saved, according to the system clock." }),
  }),
  {
    id: "Checkpoint",
    description: "A saved state of a world: its id, its number of instances, and when it was saved.",
    examples: [{ checkpoint: "1", instances: 2, savedAt: "2026-01-31T09:30:00.000Z" }],
  },
);
export type Checkpoint = z.infer<typeof Checkpoint>;

/** The checkpoints of a world, oldest first. They survive a reset. */
export const CheckpointList = doc(z.strictObject({ checkpoints: z.array(Checkpoint) }), {
  id: "CheckpointList",
  description: "The checkpoints of a world, oldest first. They survive a reset.",
  examples: [{ checkpoints: [{ checkpoint: "1", instances: 2, savedAt: "2026-01-31T09:30:00.000Z" }] }],
});
export type CheckpointList = z.infer<typeof CheckpointList>;

const clientId = z
  .string()
  .min(1)
  .max(256)
  .regex(/^(?!\.{1,2}$)/);

/** The world that receives the state of a checkpoint. */
export const Fork = doc(
  z.strictObject({ as: doc(clientId, { description: "The client id of the world to replace. Not `.` or `..`." }) }),
  {
    id: "Fork",
    description: "Selects the world that receives the state of a checkpoint.",
    examples: [{ as: "acme-2" }],
  },
);
export type Fork = z.infer<typeof Fork>;

/** Empty body. */
export const Nothing = doc(z.strictObject({}), { id: "Nothing", description: "Empty body.", examples: [{}] });
export type Nothing = z.infer<typeof Nothing>;
