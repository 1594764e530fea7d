import { open as openFile, rename, rm } from "node:fs/promises";
import type { Command } from "@commander-js/extra-typings";
import { ApiError } from "@journey-kit/client";
import type {
  CheckpointList,
  InstanceList,
  ProfileState,
  Rate,
  World,
  WorldList,
  WorldSnapshot,
  WorldSummary,
} from "@journey-kit/schemas/control";
import { renderRunFile, toPlain, toTable } from "@journey-kit/schemas/report";
import { createFileError, readProfile } from "../terminal/files.ts";
import { number, reading, repeated } from "../terminal/flag-values.ts";
import { onSimulator, onWorld } from "../terminal/flags.ts";
import { example } from "../terminal/help.ts";
import { readRunPage } from "../terminal/run-page.ts";
import { readSnapshot } from "../terminal/snapshot-file.ts";
import { CommandError, type Style, usageError } from "../terminal/terminal.ts";
import type { Open } from "./control.ts";

export function addWorldCommands(program: Command, open: Open): void {
  const world = program
    .command("world")
    .helpCommand(false)
    .description("show and change worlds; each client id has a separate world");
  onSimulator(world.command("list", { isDefault: true }))
    .description("list all worlds (default)")
    .action(async (flags) => {
      const { simulator, print } = open(flags);
      print(await simulator.worlds(), renderWorlds);
    });
  onWorld(world.command("show"))
    .description("show a world's clock and number of instances")
    .action((flags) => open(flags).show((one) => one.summary(), renderWorld));
  onWorld(world.command("instances"))
    .description("list the instances in a world and their phases")
    .action((flags) => open(flags).show((one) => one.instances(), renderInstances));
  addProfileCommands(world, open);
  onWorld(world.command("rate"))
    .description("limit how many starts and submits a world accepts per minute")
    .argument("<calls>", "number of starts and submits per minute", number("<calls>", 0, 1_000_000))
    .addHelpText("after", example("journey world rate 10 --world my-tests"))
    .action((callsPerMinute, flags) => open(flags).change((one) => one.rate.set({ callsPerMinute }), renderRate));
  onWorld(world.command("checkpoint"))
    .description("save the state of a world and show the checkpoint id")
    .action((flags) =>
      open(flags).show(async (one) => ({ checkpoints: [await one.checkpoints.save()] }), renderCheckpoints),
    );
  onWorld(world.command("checkpoints"))
    .description("list the checkpoints of a world, oldest first")
    .action((flags) => open(flags).show((one) => one.checkpoints.list(), renderCheckpoints));
  onWorld(world.command("restore"))
    .description("restore a world to the state saved in a checkpoint")
    .argument("<checkpoint>", "id of the checkpoint")
    .action((checkpoint, flags) => open(flags).show((one) => one.checkpoints.restore(checkpoint), renderWorld));
  onWorld(world.command("fork"))
    .description("copy a checkpoint to the world of another client id")
    .argument("<checkpoint>", "id of the checkpoint")
    .argument("<client-id>", "client id of the world to replace")
    .action((checkpoint, as, flags) =>
      open(flags).show((one) => one.checkpoints.fork(checkpoint, { as }), renderWorld),
    );
  onWorld(world.command("remove-checkpoint"))
    .description("delete a checkpoint and list the others")
    .argument("<checkpoint>", "id of the checkpoint")
    .action((checkpoint, flags) => open(flags).show((one) => one.checkpoints.remove(checkpoint), renderCheckpoints));
  onWorld(world.command("save"))
    .description("save a world to a file, which may contain personal data")
    .argument("<file>", "file to write")
    .addHelpText("after", example("journey world save snapshot.json --world my-tests"))
    .action(async (file, flags) => {
      const control = open(flags);
      const snapshot = await (await control.world()).snapshot.save();
      await writePrivate(file, `${JSON.stringify(snapshot)}\n`);
      control.print({ file, world: snapshot.world, instances: snapshot.instances.length }, (saved) => [
        `Saved world "${saved.world}" to ${saved.file}. Instances: ${saved.instances}. The file may contain personal data.`,
      ]);
    });
  onWorld(world.command("share"))
    .description("write a world as one HTML file that shows its journeys and requests without a simulator")
    .argument("<file>", "file to write, such as run.html; sample values replace personal data")
    .addHelpText("after", example("journey world share run.html --world my-tests"))
    .action(async (file, flags) => {
      const control = open(flags);
      const snapshot = await (await control.world()).snapshot.save({ personalData: "replaced" });
      await writePrivate(file, renderRunFile(await readRunPage(), snapshot));
      const { world: name, instances, requests } = snapshot;
      const written = { file, world: name, instances: instances.length, requests: requests.length };
      control.print(written, (one) => [
        `Wrote world "${one.world}" to ${one.file}. Instances: ${one.instances}. Requests: ${one.requests}. Sample values replace personal data.`,
      ]);
    });
  onWorld(world.command("open"), "client id of the world to replace; default: the saved client id")
    .description("replace a world with a world that was saved to a file")
    .argument("<file>", "file written by `world save`, or a run.html")
    .addHelpText("after", example("journey world open snapshot.json --world copy"))
    .action(async (file, flags) => {
      const snapshot = await readSnapshot(file);
      const load = (one: World) => one.snapshot.open(snapshot as WorldSnapshot); // the simulator checks it
      const saved = typeof snapshot.world === "string" ? snapshot.world : undefined;
      await open(flags).change((one) => load(one).catch((error) => nameFile(file, error)), renderWorld, saved);
    });
  onWorld(world.command("reset"))
    .description("return a world to its initial state and revoke the tokens issued for it")
    .action((flags) => open(flags).show((one) => one.reset(), renderWorld));
}

function addProfileCommands(world: Command, open: Open): void {
  const profile = world
    .command("profile")
    .helpCommand(false)
    .description("show or set the readings that a world follows");
  onWorld(profile.command("show", { isDefault: true }))
    .description("show the readings that a world follows (default)")
    .action((flags) => open(flags).show((one) => one.profile.read(), renderReadings));
  onWorld(profile.command("set"))
    .description("set the readings that a world follows")
    .argument(
      "[profile]",
      "profile to follow: specified, observed or a JSON file; if omitted, only the readings given with --reading change",
    )
    .option("--reading <gap=reading>", "override one reading; repeatable", repeated(reading("--reading")))
    .addHelpText("after", example("journey world profile set --reading refer-ends-journey=no --world my-tests"))
    .action(async (name, { reading: overrides = [], ...flags }) => {
      if (name === undefined && overrides.length === 0) throw usageError("Pass a profile or --reading.");
      const chosen = name === undefined ? undefined : await readProfile(name, [], "[profile]");
      await open(flags).change(async (one) => {
        const base = chosen ?? (await one.profile.read()).readings;
        return one.profile.set({ readings: { ...base, ...Object.fromEntries(overrides) } });
      }, renderReadings);
    });
}

function renderWorlds({ worlds }: WorldList, style: Style): readonly string[] {
  if (worlds.length === 0) return ["No client has sent a request yet."];
  const rows = worlds.map(({ world, instances, epoch, clock }) => {
    return [world, `${instances}`, `${epoch}`, clock.mode, clock.now];
  });
  return toTable(["WORLD", "INSTANCES", "EPOCH", "CLOCK", "NOW"], rows, style);
}

const renderWorld = (summary: WorldSummary, style: Style): readonly string[] =>
  renderWorlds({ worlds: [summary] }, style);

function renderInstances({ instances }: InstanceList, style: Style): readonly string[] {
  if (instances.length === 0) return ["No instance has started."];
  const rows = instances.map((one) => [one.instanceId, one.journey, one.apiVersion, one.region, one.phase]);
  return toTable(["INSTANCE", "JOURNEY", "API", "REGION", "PHASE"], rows, style);
}

function renderCheckpoints({ checkpoints }: CheckpointList, style: Style): readonly string[] {
  if (checkpoints.length === 0) return ["The world has no checkpoint."];
  const rows = checkpoints.map((one) => [one.checkpoint, `${one.instances}`, one.savedAt]);
  return toTable(["CHECKPOINT", "INSTANCES", "SAVED"], rows, style);
}

const renderReadings = ({ readings }: ProfileState, style: Style): readonly string[] =>
  toTable(["GAP", "READING"], Object.entries(readings), style);

const renderRate = ({ callsPerMinute }: Rate): readonly string[] => [
  `${callsPerMinute} starts and submits per minute, if the reading of gap rate-limit is "limited"`,
];

/** Adds the name of the file to each problem that the simulator found in it. */
function nameFile(file: string, error: unknown): never {
  if (!(error instanceof ApiError) || error.status !== 400) throw error;
  const lines = error.errors.map(({ problem }) => `${file}: ${toPlain(problem.replace(/^body: /, ""))}`);
  throw new CommandError(lines.join("\n"));
}

/** Writes a file that only its owner can read, beside the target, and renames it, so that the target is never incomplete. */
async function writePrivate(path: string, text: string): Promise<void> {
  const draft = `${path}.${crypto.randomUUID()}`;
  try {
    const handle = await openFile(draft, "wx", 0o600);
    await handle.writeFile(text).finally(() => handle.close());
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw createFileError(path, error, "written");
  }
}
