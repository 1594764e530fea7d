import { toCoverageText, toJunit } from "../../journal/export.ts";
import type { Control } from "./control-client.ts";
import { writeText } from "./load-files.ts";

/** Shows what the requests of a world cover. The exit code is 1 below `min` percent. */
export async function showCoverage(
  control: Control,
  { min, junit }: { readonly min?: number | undefined; readonly junit?: string | undefined },
): Promise<number> {
  const query = min === undefined ? {} : { min: `${min}` };
  const coverage = await control.ask("readCoverage", { world: await control.world() }, undefined, query);
  if (junit !== undefined) await writeText(junit, toJunit(coverage));
  control.print(coverage, (body) => [toCoverageText(body).trimEnd()]);
  return coverage.reached ? 0 : 1;
}
