import { mergeCoverage } from "../report/coverage.ts";
import { toCoverageLines } from "../report/coverage-text.ts";
import { findWorlds, reachSimulator, type SimulatorFlags } from "./simulator.ts";
import type { Terminal } from "./terminal.ts";

/** Flags of `coverage`. */
interface CoverageFlags extends SimulatorFlags {
  readonly world?: readonly string[] | undefined;
  readonly min?: number | undefined;
  readonly json?: true | undefined;
}

/** Adds up what the worlds of a running simulator have covered, whoever called them. */
export async function showCoverage(flags: CoverageFlags, { out, stop }: Terminal): Promise<number> {
  const { control } = await reachSimulator(flags, stop);
  const worlds = await findWorlds(control, flags.world);
  const all = await Promise.all(worlds.map((world) => control.world(world).coverage()));
  const merged = mergeCoverage(worlds.join(", "), all, flags.min);
  const page = flags.json === true ? [JSON.stringify(merged, null, 2)] : toCoverageLines(merged, true);
  out.write(`${page.join("\n")}\n`);
  return merged.reached ? 0 : 1;
}
