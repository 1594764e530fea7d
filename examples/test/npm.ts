// Stands for npm, npx and ./journey in the shell blocks of the documentation: runs journey from source, against the
// simulator in SIMULATOR_URL instead of the default address. `npm test` stands for the tests of a reader: it runs a
// journey against the simulator that `exec` started.
import { spawn } from "node:child_process";
import { join } from "node:path";

const program = join(import.meta.dirname, "../../packages/cli/bin/journey.js");
const { SIMULATOR_URL, JOURNEY_SIMULATOR } = process.env;
const baseUrl = JOURNEY_SIMULATOR ?? SIMULATOR_URL ?? "";
/** The commands that have an option for the simulator, except those that usually start their own. */
const controlCommands = "try world clock journeys scenario fault instance explain requests coverage".split(" ");

/** Finds the arguments of journey in a call such as `npx journey-kit clock show`. */
function parseCall([command, ...words]: readonly string[]): readonly string[] {
  if (command === "npm" && words[0] === "start") return ["serve", ...words.slice(2)];
  if (command === "npm" && words[0] === "test" && JOURNEY_SIMULATOR !== undefined) return ["try", "age-check"];
  if (command === "./journey") return words;
  if (command === "npx" && words[0] === "journey-kit") return words.slice(1);
  throw new Error(`"${[command, ...words].join(" ")}" does not run journey. Mark the block with no-run.`);
}

/** Replaces `INSTANCE` with the latest instance of the world, and `CHECKPOINT` with its latest checkpoint. */
async function fillIn(args: readonly string[]): Promise<readonly string[]> {
  if (!args.includes("INSTANCE") && !args.includes("CHECKPOINT")) return args;
  const { createSimulatorControl } = await import("@journey-kit/client/control");
  const world = createSimulatorControl({ baseUrl }).world(args[args.indexOf("--world") + 1] ?? "");
  const instance = (await world.instances()).instances.at(-1)?.instanceId;
  const checkpoint = (await world.checkpoints.list()).checkpoints.at(-1)?.checkpoint;
  return args.map((arg) => (arg === "INSTANCE" ? instance : arg === "CHECKPOINT" ? checkpoint : arg) ?? arg);
}

const words = parseCall(process.argv.slice(2));
const [first = ""] = words;
const isServing = first === "serve" && !words.includes("--help");
const isControl = controlCommands.includes(first);
const args = [...(await fillIn(words)), ...(isServing ? ["--port", "0"] : isControl ? ["--simulator", baseUrl] : [])];
process.env.JOURNEY_COMMAND = process.argv[2] === "npx" ? "npx journey-kit" : "./journey";
if (isServing) {
  // A block that serves only has to start: the commands after it use the simulator of the test.
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.on("data", (text) => {
    process.stdout.write(text);
    if (String(text).includes("Press Ctrl-C")) child.kill();
  });
  child.once("close", (code) => {
    process.exitCode = code ?? 1;
  });
} else {
  process.argv = [process.execPath, program, ...args];
  await import(program);
}
