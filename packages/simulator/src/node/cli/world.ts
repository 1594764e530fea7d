import { CommandError, readProfile, type Style } from "@journey-kit/schemas/cli";
import type { WorldSummary } from "@journey-kit/schemas/control";
import { toTable } from "@journey-kit/schemas/report";
import type { Control, ControlResponse } from "./control-client.ts";

const toWorlds = ({ worlds }: ControlResponse<"listWorlds">, style: Style): readonly string[] =>
  toTable(
    ["WORLD", "INSTANCES", "EPOCH", "CLOCK", "NOW"],
    worlds.map(({ world, instances, epoch, clock }) => [world, `${instances}`, `${epoch}`, clock.mode, clock.now]),
    style,
  );

/** Formats the state of a world as a table. */
export const toWorld = (summary: WorldSummary, style: Style): readonly string[] =>
  toWorlds({ worlds: [summary] }, style);

/** Lists the worlds that exist. */
export const listWorlds = async (control: Control): Promise<void> =>
  control.print(await control.ask("listWorlds"), (list, style) =>
    list.worlds.length === 0 ? ["No client has sent a request yet."] : toWorlds(list, style),
  );

/** Shows the clock of a world and its number of instances. */
export const showWorld = async (control: Control): Promise<void> =>
  control.print(await control.ask("readWorld", { world: await control.world() }), toWorld);

/** Lists the instances of a world and their phases. */
export const listInstances = async (control: Control): Promise<void> =>
  control.print(await control.ask("listInstances", { world: await control.world() }), ({ instances }, style) =>
    instances.length === 0
      ? ["No instance has started."]
      : toTable(
          ["INSTANCE", "JOURNEY", "GENERATION", "REGION", "PHASE"],
          instances.map(({ instanceId, journey, generation, region, phase }) => [
            instanceId,
            journey,
            generation,
            region,
            phase,
          ]),
          style,
        ),
  );

/** Resets a world: removes its instances and revokes its tokens. */
export const resetWorld = async (control: Control): Promise<void> =>
  control.print(await control.ask("resetWorld", { world: await control.world() }), toWorld);

const toCheckpoints = ({ checkpoints }: ControlResponse<"listCheckpoints">, style: Style): readonly string[] =>
  checkpoints.length === 0
    ? ["The world has no checkpoint."]
    : toTable(
        ["CHECKPOINT", "INSTANCES", "SAVED"],
        checkpoints.map(({ checkpoint, instances, savedAt }) => [checkpoint, `${instances}`, savedAt ?? "unknown"]),
        style,
      );

/** Lists the checkpoints of a world, oldest first. */
export const listCheckpoints = async (control: Control): Promise<void> =>
  control.print(await control.ask("listCheckpoints", { world: await control.world() }), toCheckpoints);

/** Stores the state of a world and shows the id of the checkpoint. */
export const saveCheckpoint = async (control: Control): Promise<void> =>
  control.print(await control.ask("saveCheckpoint", { world: await control.world() }, {}), (checkpoint, style) =>
    toCheckpoints({ checkpoints: [checkpoint] }, style),
  );

/** Restores a world to a checkpoint. */
export async function restoreCheckpoint(control: Control, checkpoint: string): Promise<void> {
  control.print(await control.ask("restoreCheckpoint", { world: await control.world(), checkpoint }, {}), toWorld);
}

/** Copies a checkpoint to another client id. */
export async function forkCheckpoint(control: Control, checkpoint: string, as: string): Promise<void> {
  control.print(await control.ask("forkCheckpoint", { world: await control.world(), checkpoint }, { as }), toWorld);
}

/** Deletes a checkpoint of a world, and lists the others. */
export async function removeCheckpoint(control: Control, checkpoint: string): Promise<void> {
  control.print(await control.ask("removeCheckpoint", { world: await control.world(), checkpoint }), toCheckpoints);
}

const toReadings = ({ readings }: ControlResponse<"readProfile">, style: Style): readonly string[] =>
  toTable(["GAP", "READING"], Object.entries(readings), style);

/** Shows the readings of a world. */
export const showProfile = async (control: Control): Promise<void> =>
  control.print(await control.ask("readProfile", { world: await control.world() }), toReadings);

/**
 * Sets the readings of a world. Without a profile, changes only the readings in `overrides`.
 *
 * @throws {CommandError} If there is neither a profile nor a reading.
 */
export async function setProfile(
  control: Control,
  profile: string | undefined,
  overrides: readonly (readonly [gap: string, reading: string])[] = [],
): Promise<void> {
  if (profile === undefined && overrides.length === 0) throw new CommandError("Pass a profile or --reading.", 2);
  const world = await control.worldToChange();
  const { readings: base } =
    profile === undefined ? await control.ask("readProfile", { world }) : { readings: await readProfile(profile) };
  const readings = { ...base, ...Object.fromEntries(overrides) };
  control.print(await control.ask("changeProfile", { world }, { readings }), toReadings);
}

/** Limits how many starts and submits a world accepts in a minute. Gap `rate-limit`. */
export async function setRate(control: Control, callsPerMinute: number): Promise<void> {
  const rate = await control.ask("changeRate", { world: await control.worldToChange() }, { callsPerMinute });
  control.print(rate, () => [
    `${rate.callsPerMinute} starts and submits per minute, if the reading of gap rate-limit is "limited"`,
  ]);
}
