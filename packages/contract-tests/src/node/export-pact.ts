import { CommandError } from "./command-error.ts";
import { reachSimulator, simulatorFlags } from "./simulator.ts";
import type { Terminal } from "./terminal.ts";
import { type CommandLine, createVerb } from "./verb.ts";

const flags = {
  world: { type: "string", value: "ID", help: "the client id under which the run was made" },
  out: { type: "string", value: "DIR", help: "folder of the pact file (pacts)" },
  consumer: { type: "string", value: "NAME", help: "name of the consumer in the pact (the client id)" },
  provider: { type: "string", value: "NAME", help: "name of the service in the pact (journey-service)" },
  ...simulatorFlags,
} as const;

/** Writes the run of a world as a pact. */
export const exportPact = createVerb(
  {
    name: "export-pact",
    help: "writes what was run in a world as a pact, its calls in their order",
    flags,
    example: "journey-contract export-pact --simulator http://127.0.0.1:4010 --world my-app",
  },
  run,
);

async function run({ values }: CommandLine<typeof flags>, { out, err, stop }: Terminal): Promise<number> {
  const { world, out: dir, consumer, provider } = values;
  if (world === undefined) throw new CommandError('"export-pact" needs --world.', 2);
  if (values.simulator === undefined)
    throw new CommandError('"export-pact" needs --simulator, which has the world.', 2);
  const { exportPact: write } = await import("../pact/export.ts");
  const { address } = await reachSimulator(values, stop);
  const { path, interactions, leftOut } = await write({
    simulator: address,
    world,
    ...(dir !== undefined && { dir }),
    ...(consumer !== undefined && { consumer }),
    ...(provider !== undefined && { provider }),
  });
  for (const call of leftOut) err.write(`left out: ${call}\n`);
  out.write(`${interactions.map((description) => `${description}\n`).join("")}${path}\n`);
  return 0;
}
