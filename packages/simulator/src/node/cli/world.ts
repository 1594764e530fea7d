import { open as openFile, rename, rm } from "node:fs/promises";
import type { Command } from "@commander-js/extra-typings";
import {
  CommandError,
  example,
  number,
  reading,
  readProfile,
  repeated,
  type Style,
  toFileError,
} from "@journey-kit/schemas/cli";
import type { WorldSummary } from "@journey-kit/schemas/control";
import { toTable } from "@journey-kit/schemas/report";
import { type ControlResponse, type Open, onSimulator, onWorld, readBody } from "./control-client.ts";
import { addRequests } from "./requests.ts";

/** Adds the commands that show and change worlds. */
export function addWorldCommands(program: Command, open: Open, finish: (code: number) => void): void {
  const world = program
    .command("world")
    .helpCommand(false)
    .description("show and change worlds; each client id has a separate world");
  onSimulator(world.command("list"))
    .description("list all worlds (default)")
    .action((options) => open(options).show("listWorlds", toWorlds));
  onWorld(world.command("show"))
    .description("show a world's clock and number of instances")
    .action((options) => open(options).show("readWorld", toWorld));
  onWorld(world.command("instances"))
    .description("list the instances in a world and their phases")
    .action((options) => open(options).show("listInstances", toInstances));
  addRequests(world, open, finish);
  addProfileCommands(world, open);
  onWorld(world.command("rate"))
    .description("limit how many starts and submits a world accepts per minute")
    .argument("<calls>", "number of starts and submits per minute", number("<calls>", 0, 1_000_000))
    .addHelpText("after", example("journey-sim world rate 10 --world my-tests"))
    .action((callsPerMinute, options) => open(options).change("changeRate", toRate, { callsPerMinute }));
  onWorld(world.command("checkpoint"))
    .description("save the state of a world and show the checkpoint id")
    .action((options) =>
      open(options).show("saveCheckpoint", (saved, style) => toCheckpoints({ checkpoints: [saved] }, style), {}, {}),
    );
  onWorld(world.command("checkpoints"))
    .description("list the checkpoints of a world, oldest first")
    .action((options) => open(options).show("listCheckpoints", toCheckpoints));
  onWorld(world.command("restore"))
    .description("restore a world to the state saved in a checkpoint")
    .argument("<checkpoint>", "id of the checkpoint")
    .action((checkpoint, options) => open(options).show("restoreCheckpoint", toWorld, { checkpoint }, {}));
  onWorld(world.command("fork"))
    .description("copy a checkpoint to the world of another client id")
    .argument("<checkpoint>", "id of the checkpoint")
    .argument("<client-id>", "client id of the world to replace")
    .action((checkpoint, as, options) => open(options).show("forkCheckpoint", toWorld, { checkpoint }, { as }));
  onWorld(world.command("remove-checkpoint"))
    .description("delete a checkpoint and list the others")
    .argument("<checkpoint>", "id of the checkpoint")
    .action((checkpoint, options) => open(options).show("removeCheckpoint", toCheckpoints, { checkpoint }));
  onWorld(world.command("save"))
    .description("save a world to a file, which may contain personal data")
    .argument("<file>", "file to write")
    .addHelpText("after", example("journey-sim world save situation.json --world my-tests"))
    .action(async (file, options) => {
      const control = open(options);
      const situation = await control.ask("exportSituation", { world: await control.world() });
      await writePrivate(file, `${JSON.stringify(situation)}\n`);
      control.print({ file, world: situation.world, instances: situation.instances.length }, (saved) => [
        `Saved world "${saved.world}" to ${saved.file}. Instances: ${saved.instances}. The file may contain personal data.`,
      ]);
    });
  onWorld(world.command("open"), "client id of the world to replace; default: the saved client id")
    .description("replace a world with a world that was saved to a file")
    .argument("<file>", "file written by `world save`")
    .addHelpText("after", example("journey-sim world open situation.json --world copy"))
    .action(async (file, options) => {
      const situation = await readBody(file, ({ Situation }) => Situation);
      const control = open(options);
      await control.show(
        "importSituation",
        toWorld,
        { world: await control.worldToChange(situation.world) },
        situation,
      );
    });
  onWorld(world.command("reset"))
    .description("return a world to its initial state and revoke the tokens issued for it")
    .action((options) => open(options).show("resetWorld", toWorld));
}

function addProfileCommands(world: Command, open: Open): void {
  const profile = world
    .command("profile")
    .helpCommand(false)
    .description("show or set the readings that a world follows");
  onWorld(profile.command("show"))
    .description("show the readings that a world follows (default)")
    .action((options) => open(options).show("readProfile", toReadings));
  onWorld(profile.command("set"))
    .description("set the readings that a world follows")
    .argument(
      "[profile]",
      "profile to follow: specified, observed or a JSON file; if omitted, only the readings given with --reading change",
    )
    .option("--reading <gap=reading>", "override one reading; repeatable", repeated(reading("--reading")))
    .addHelpText("after", example("journey-sim world profile set --reading refer-ends-journey=no --world my-tests"))
    .action(async (name, { reading: overrides = [], ...options }) => {
      if (name === undefined && overrides.length === 0) throw new CommandError("Pass a profile or --reading.", 2);
      const control = open(options);
      const parameters = { world: await control.worldToChange() };
      const base =
        name === undefined
          ? (await control.ask("readProfile", parameters)).readings
          : await readProfile(name, [], "[profile]");
      const readings = { ...base, ...Object.fromEntries(overrides) };
      await control.show("changeProfile", toReadings, parameters, { readings });
    });
}

function toWorlds({ worlds }: ControlResponse<"listWorlds">, style: Style): readonly string[] {
  if (worlds.length === 0) return ["No client has sent a request yet."];
  const rows = worlds.map(({ world, instances, epoch, clock }) => {
    return [world, `${instances}`, `${epoch}`, clock.mode, clock.now];
  });
  return toTable(["WORLD", "INSTANCES", "EPOCH", "CLOCK", "NOW"], rows, style);
}

const toWorld = (summary: WorldSummary, style: Style): readonly string[] => toWorlds({ worlds: [summary] }, style);

function toInstances({ instances }: ControlResponse<"listInstances">, style: Style): readonly string[] {
  if (instances.length === 0) return ["No instance has started."];
  const rows = instances.map((one) => [one.instanceId, one.journey, one.generation, one.region, one.phase]);
  return toTable(["INSTANCE", "JOURNEY", "GENERATION", "REGION", "PHASE"], rows, style);
}

function toCheckpoints({ checkpoints }: ControlResponse<"listCheckpoints">, style: Style): readonly string[] {
  if (checkpoints.length === 0) return ["The world has no checkpoint."];
  const rows = checkpoints.map((one) => [one.checkpoint, `${one.instances}`, one.savedAt]);
  return toTable(["CHECKPOINT", "INSTANCES", "SAVED"], rows, style);
}

const toReadings = ({ readings }: ControlResponse<"readProfile">, style: Style): readonly string[] =>
  toTable(["GAP", "READING"], Object.entries(readings), style);

const toRate = ({ callsPerMinute }: ControlResponse<"changeRate">): readonly string[] => [
  `${callsPerMinute} starts and submits per minute, if the reading of gap rate-limit is "limited"`,
];

/** Writes a file that only its owner can read, beside the target, and renames it, so that the target is never incomplete. */
async function writePrivate(path: string, text: string): Promise<void> {
  const draft = `${path}.${crypto.randomUUID()}`;
  try {
    const handle = await openFile(draft, "wx", 0o600);
    await handle.writeFile(text).finally(() => handle.close());
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw toFileError(path, error, "written");
  }
}
