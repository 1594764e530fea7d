import * as z from "zod";
import { type Permission, permissions } from "../tables/routes.ts";
import { ClockState } from "./clock.ts";
import { Scenario } from "./scenario.ts";

/** What is known of a world without looking into its instances. */
export const WorldSummary = z.strictObject({
  world: z.string().describe("The client id."),
  instances: z.int(),
  epoch: z.int().describe("Raised by a reset; tokens of an earlier one are revoked."),
  clock: ClockState,
});
export type WorldSummary = z.infer<typeof WorldSummary>;

/** The worlds that have been entered. */
export const WorldList = z.strictObject({ worlds: z.array(WorldSummary) });
export type WorldList = z.infer<typeof WorldList>;

/** Chooses readings: a preset, and readings that replace some of its own. */
export const ProfileChange = z.strictObject({
  preset: z.enum(["specified", "observed"]).optional(),
  readings: z.object({}).catchall(z.string()).optional(),
});
export type ProfileChange = z.infer<typeof ProfileChange>;

/** The reading of every gap. */
export const ProfileState = z.strictObject({ readings: z.object({}).catchall(z.string()) });
export type ProfileState = z.infer<typeof ProfileState>;

/** What the API client of a world may do, of all that it is let in with. Spec 5; gap `permission-names`. */
export const ClientPermissions = z.strictObject({
  permissions: z.array(z.enum(permissions as readonly [Permission, ...Permission[]])), // it has three entries
});
export type ClientPermissions = z.infer<typeof ClientPermissions>;

/** How many starts and submits a world lets through, together, in a minute of its time. Spec 8; gap `rate-limit`. */
export const Rate = z.strictObject({ callsPerMinute: z.int().min(0).max(1_000_000) });
export type Rate = z.infer<typeof Rate>;

/** The scenarios of a world: the one that reaches every instance, those that are armed, and those that can be chosen. */
export const ScenarioList = z.strictObject({
  always: z.string(),
  armed: z.array(z.strictObject({ scenario: z.string(), times: z.int() })),
  scenarios: z.array(Scenario),
});
export type ScenarioList = z.infer<typeof ScenarioList>;

/** Gives a scenario to the next instances that start. */
export const Arming = z.strictObject({ scenario: z.string().min(1), times: z.int().min(1).max(1_000_000).default(1) });
export type Arming = z.infer<typeof Arming>;

/** The state of a world that was kept. */
export const Checkpoint = z.strictObject({ checkpoint: z.string(), instances: z.int() });
export type Checkpoint = z.infer<typeof Checkpoint>;

/** Who gets the state of a checkpoint. */
export const Fork = z.strictObject({ as: z.string().min(1).max(256) });
export type Fork = z.infer<typeof Fork>;

/** Nothing to say. */
export const Nothing = z.strictObject({});
export type Nothing = z.infer<typeof Nothing>;
