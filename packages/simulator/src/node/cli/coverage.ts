import { toCoverageText, toJunit } from "../../journal/export.ts";
import { onSimulator } from "./control-client.ts";
import { writeText } from "./load-files.ts";
import { CommandError } from "./terminal.ts";

/** Tells what a world's calls have met, and what never; ends with 1 where that is less than `--min`. */
export const coverage = onSimulator(
  async ({ ask, world }, { values: { min, junit } }) => {
    if (min !== undefined && !/^(100|\d{1,2})$/.test(min)) throw new CommandError("--min takes a percentage.", 2);
    const met = await ask("readCoverage", { world: await world() }, undefined, min === undefined ? {} : { min });
    if (junit !== undefined) await writeText(junit, toJunit(met));
    return met;
  },
  (body) => [toCoverageText(body).trimEnd()],
  ({ reached }) => (reached ? 0 : 1),
);
