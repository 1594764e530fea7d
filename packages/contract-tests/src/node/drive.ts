import { openWorld } from "../driver/world.ts";
import { CommandError } from "./command-error.ts";
import { createProgramDriver } from "./program-driver.ts";
import { reachSimulator, simulatorFlags } from "./simulator.ts";
import type { Terminal } from "./terminal.ts";
import { type CommandLine, createVerb } from "./verb.ts";

const flags = {
  journey: { type: "string", value: "ID", help: "resource id to run (document-and-selfie@latest)" },
  scenario: { type: "string", value: "NAME", help: "what happens in it, one that the simulator knows" },
  timeout: { type: "string", value: "SECONDS", help: "how long the program may take for a journey (60)" },
  min: { type: "string", value: "PERCENT", help: "the coverage to reach; less ends with exit code 1" },
  ...simulatorFlags,
} as const;

/** Runs a program in any language as a client under contract test. */
export const drive = createVerb(
  {
    name: "drive",
    takesCommand: true,
    help: "runs a program of any language as a client, and holds it to its obligations",
    flags,
    example: "journey-contract drive --scenario referred -- python3 client.py",
  },
  run,
);

async function run({ values, command }: CommandLine<typeof flags>, { out, stop }: Terminal): Promise<number> {
  const min = readMin(values.min);
  const simulator = await reachSimulator(values, stop);
  try {
    const { scenario, journey = "document-and-selfie@latest" } = values;
    const world = await openWorld(simulator.address, { clock: "auto", ...(scenario !== undefined && { scenario }) });
    const driver = createProgramDriver({ command, pollSeconds: 1, patience: 60_000 });
    const client = await driver.connect(world.service);
    const subject = { identity: { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1990-12-10" } };
    const report = await client.runJourney({ resourceId: journey, generation: "v2", subject }, { signal: stop });
    const coverage = await world.control.coverage(min);
    out.write(`Verdict: ${report.verdict}\nCoverage: ${coverage.percentage} % after ${coverage.exchanges} calls\n`);
    return coverage.reached ? 0 : 1;
  } finally {
    await simulator.close();
  }
}

function readMin(min: string | undefined): number | undefined {
  if (min !== undefined && !/^(100|\d{1,2})$/.test(min)) throw new CommandError("--min takes a percentage.", 2);
  return min === undefined ? undefined : Number(min);
}
