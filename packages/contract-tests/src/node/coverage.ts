import { mergeCoverage } from "../coverage.ts";
import { toCoverageLines } from "../coverage-text.ts";
import { CommandError } from "./command-error.ts";
import { minFlag, readMin } from "./min-flag.ts";
import { reachSimulator, simulatorFlags } from "./simulator.ts";
import type { Terminal } from "./terminal.ts";
import { type CommandLine, createVerb, type FlagTable } from "./verb.ts";

const flags = {
  world: { type: "string", multiple: true, value: "CLIENT-ID", help: "one world; may be repeated; without it, all" },
  ...minFlag,
  json: { type: "boolean", help: "writes it as JSON" },
  ...simulatorFlags,
} as const satisfies FlagTable;

/** Adds up what the worlds of a running simulator have met, whoever drove them, and what none of them met. */
export const coverage = createVerb(
  {
    name: "coverage",
    help: "adds up what the worlds of a running simulator have met, and never met",
    flags,
    example: "journey-contract coverage --simulator http://127.0.0.1:4010 --min 60",
  },
  run,
);

async function run({ values }: CommandLine<typeof flags>, { out, stop }: Terminal): Promise<number> {
  const min = readMin(values);
  if (values.simulator === undefined)
    throw new CommandError('"coverage" needs --simulator: one that has been used.', 2);
  const { control } = await reachSimulator(values, stop);
  const worlds = values.world ?? (await control.worlds()).worlds.map(({ world }) => world);
  const all = await Promise.all(worlds.map((world) => control.world(world).coverage()));
  const merged = mergeCoverage(worlds.join(", "), all, min);
  out.write(`${values.json === true ? JSON.stringify(merged, null, 2) : toCoverageLines(merged, true).join("\n")}\n`);
  return merged.reached ? 0 : 1;
}
