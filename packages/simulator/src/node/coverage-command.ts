import { toCoverageText } from "../journal/coverage-text.ts";
import { toJunit } from "../journal/junit.ts";
import { CommandError } from "./command-error.ts";
import { writeText } from "./json-file.ts";
import { onSimulator } from "./remote.ts";

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
