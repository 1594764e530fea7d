// Stands for npm, npx and journey-sim in the shell blocks of the documentation: runs our programs from source, against
// the simulator in SIMULATOR_URL instead of the default address.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createSimulatorControl } from "@journey-kit/client/control";

const root = join(import.meta.dirname, "../..");
const programs = {
  sim: join(root, "packages/simulator/bin/journey-sim.js"),
  contract: join(root, "packages/contract-tests/bin/journey-contract.js"),
};
const baseUrl = process.env.SIMULATOR_URL ?? "";
const controlCommands = ["try", "world", "clock", "journey", "scenario", "fault", "instance", "explain", "coverage"];

/** Finds our program and its arguments in a call such as `npm run -s sim -- clock show`. */
function parseCall([command, ...args]: readonly string[]) {
  const words = args.filter((word) => word !== "-s");
  const rest = words.slice(words.indexOf("--") + 1);
  if (command === "npm" && words[0] === "start")
    return { program: "sim", rest: words.length === 1 ? [] : rest } as const;
  if (command === "npm" && words[0] === "run") {
    const [, program] = words;
    if (program === "sim" || program === "contract") return { program, rest: words.length === 2 ? [] : rest } as const;
  }
  if (command === "npx" && words[0] === "journey-sim") return { program: "sim", rest: args.slice(1) } as const;
  if (command === "npx" && words[0] === "journey-contract")
    return { program: "contract", rest: args.slice(1) } as const;
  throw new Error(`"${[command, ...args].join(" ")}" runs none of our programs. Mark the block with no-run.`);
}

/** Replaces `INSTANCE` with the latest instance of the world, and `CHECKPOINT` with its latest checkpoint. */
async function fillIn(args: readonly string[]): Promise<readonly string[]> {
  if (!args.includes("INSTANCE") && !args.includes("CHECKPOINT")) return args;
  const world = createSimulatorControl({ baseUrl }).world(args[args.indexOf("--world") + 1] ?? "");
  const instance = (await world.instances()).instances.at(-1)?.instanceId;
  const checkpoint = (await world.checkpoints.list()).checkpoints.at(-1)?.checkpoint;
  return args.map((arg) => (arg === "INSTANCE" ? instance : arg === "CHECKPOINT" ? checkpoint : arg) ?? arg);
}

const { program, rest } = parseCall(process.argv.slice(2));
const [first = "serve"] = rest;
const isServing = program === "sim" && (first === "serve" || first.startsWith("-")) && !rest.includes("--help");
const isControl = program === "sim" && controlCommands.includes(first);
const args = [...(await fillIn(rest)), ...(isServing ? ["--port", "0"] : isControl ? ["--simulator", baseUrl] : [])];
const node = ["--conditions=@journey-kit/source", programs[program], ...args];
// npm tells a program the name of its script; ours mention it in their hints.
const env = { ...process.env, npm_lifecycle_event: process.argv[2] === "npm" ? program : undefined };
const child = spawn(process.execPath, node, { env, stdio: isServing ? ["ignore", "pipe", "inherit"] : "inherit" });
// A block that serves only has to start: the commands after it use the simulator of the test.
child.stdout?.on("data", (text) => {
  process.stdout.write(text);
  if (String(text).includes("Press Ctrl-C")) child.kill();
});
child.once("close", (code) => {
  process.exitCode = code ?? 1;
});
