import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { PresetName } from "@journey-kit/schemas/profile";
import type { Setting } from "../pact/setting.ts";
import type { Verification } from "../pact/verification.ts";
import { CommandError } from "./command-error.ts";
import { reachSimulator, simulatorFlags } from "./simulator.ts";
import { type Style, styleFor, type Terminal } from "./terminal.ts";
import { type CommandLine, createVerb } from "./verb.ts";

const flags = {
  profile: { type: "string", value: "NAME", help: "the readings they were written for: specified (default), observed" },
  states: { type: "string", value: "FILE", help: "a module that exports `states`: settings of your own, by name" },
  ...simulatorFlags,
} as const;

/** Holds a simulator to the pact files of a folder. */
export const verifyPacts = createVerb(
  {
    name: "verify-pacts",
    words: ["DIR"],
    help: "verifies the pact files of a folder against a simulator",
    flags,
    example: "journey-contract verify-pacts pacts",
  },
  run,
);

async function run({ values, words }: CommandLine<typeof flags>, { out, stop }: Terminal): Promise<number> {
  const { profile = "specified" } = values;
  if (!isPreset(profile)) throw new CommandError("--profile is specified or observed.", 2);
  const { verifyPacts: verify } = await import("../pact/verify.ts"); // Pact is an optional peer
  const states = values.states === undefined ? {} : await readStates(values.states);
  const simulator = await reachSimulator(values, stop);
  try {
    const found = await verify(words[0] ?? "", { simulator: simulator.address, profile, states });
    out.write(toSummary(found, styleFor(out))); // what is kept, Pact's verifier has shown itself
    return found.passed ? 0 : 1;
  } finally {
    await simulator.close();
  }
}

/** The states of a module. A script of the user's own is trusted as the program itself is. */
async function readStates(file: string): Promise<Readonly<Record<string, Setting>>> {
  const told: { readonly states?: unknown } = await import(pathToFileURL(resolve(file)).href).catch(
    (error: unknown) => {
      throw new CommandError(`${file}: cannot be loaded. ${error instanceof Error ? error.message : error}`);
    },
  );
  const entries = Object.entries(told.states ?? {});
  const settings = entries.filter((entry): entry is [string, Setting] => typeof entry[1] === "function");
  if (entries.length === 0 || settings.length < entries.length) {
    throw new CommandError(`${file}: exports no \`states\`, an object of functions by the names of states.`);
  }
  return Object.fromEntries(settings);
}

function toSummary({ interactions, problems }: Verification, style: Style): string {
  const broken = interactions.filter(({ passed }) => !passed);
  const lines = broken.flatMap(({ consumer, description, problems: found }) => [
    `${style("red", "broken")} ${consumer}: ${description}`,
    ...found.map((problem) => `  ${problem}`),
  ]);
  const others = problems.map((problem) => `${style("red", "problem")} ${problem}`);
  const kept = interactions.length - broken.length;
  return [...lines, ...others, `${kept} of ${interactions.length} interactions kept`, ""].join("\n");
}

const isPreset = (name: string): name is PresetName => name === "specified" || name === "observed";
