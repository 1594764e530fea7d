import { open, rename, rm } from "node:fs/promises";
import { checkShape, readJson, toFileError } from "@journey-kit/schemas/cli";
import { Situation } from "@journey-kit/schemas/control";
import type { Control } from "./control-client.ts";
import { toWorld } from "./world.ts";

/** Saves a world to a file that only its owner can read, because it may contain personal data. */
export async function saveWorld(control: Control, file: string): Promise<void> {
  const situation = await control.ask("exportSituation", { world: await control.world() });
  await writePrivate(file, `${JSON.stringify(situation)}\n`);
  control.print({ file, world: situation.world, instances: situation.instances.length }, (saved) => [
    `Saved world "${saved.world}" to ${saved.file}. Instances: ${saved.instances}. The file may contain personal data.`,
  ]);
}

/** Replaces a world with a saved file. */
export async function openWorld(control: Control, file: string): Promise<void> {
  const situation = checkShape(Situation, file, await readJson(file));
  const world = await control.worldToChange(situation.world);
  control.print(await control.ask("importSituation", { world }, situation), toWorld);
}

/** Writes a file beside the target and renames it, so that the target is never incomplete. */
async function writePrivate(path: string, text: string): Promise<void> {
  const draft = `${path}.${crypto.randomUUID()}`;
  try {
    const handle = await open(draft, "wx", 0o600);
    await handle.writeFile(text).finally(() => handle.close());
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw toFileError(path, error, "written");
  }
}
