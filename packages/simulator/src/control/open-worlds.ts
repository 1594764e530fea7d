import type { SimulatorContext } from "../context/context.ts";
import { isOpenClientId } from "../world/client-rights.ts";
import { refuseAll } from "./input.ts";
import { type CheckedSnapshot, checkSnapshot, replaceWorld, rethrowInside } from "./snapshot.ts";

/**
 * Opens saved worlds in a simulator that has just started. Each one becomes the world of the client id that it was saved
 * for. Nothing is stored before every snapshot has been checked.
 *
 * @returns The opened worlds, in the order of the snapshots.
 * @throws {RefusalError} With the path of each problem, such as `open[0].instances[2].start`, if a snapshot cannot be
 *   opened, the simulator does not accept its client id, or there is already a world of this client id.
 */
export async function openWorlds(
  context: SimulatorContext,
  snapshots: readonly unknown[],
): Promise<readonly OpenedWorld[]> {
  const existing = new Set(await context.store.worlds());
  const checked: CheckedSnapshot[] = [];
  for (const [i, snapshot] of snapshots.entries()) {
    try {
      const one = await checkSnapshot(context, snapshot);
      checkWorld(context, existing, one.world);
      existing.add(one.world);
      checked.push(one);
    } catch (error) {
      rethrowInside(`open[${i}]`, error);
    }
  }
  for (const one of checked) await replaceWorld(context, one.world, one);
  return checked.map(({ world, state }) => ({ world, instances: state.rows.length }));
}

/** A world that was opened from a snapshot, and its number of instances. */
export interface OpenedWorld {
  readonly world: string;
  readonly instances: number;
}

function checkWorld(
  { clients }: Pick<SimulatorContext, "clients">,
  existing: ReadonlySet<string>,
  world: string,
): void {
  const path = "world";
  if (!(clients?.has(world) ?? isOpenClientId(world))) {
    const known = clients === undefined ? "not a valid client id." : "not in the list of API clients.";
    refuseAll([{ path, message: known }]);
  }
  if (existing.has(world)) {
    const advice = "To replace it, start the simulator without this file and then open the file in that world.";
    refuseAll([{ path, message: `there is already a world of this client id. ${advice}` }]);
  }
}
