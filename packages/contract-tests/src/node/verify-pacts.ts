import type { PresetName } from "@journey-kit/schemas/profile";
import type { Verification } from "../pact/verification.ts";
import { CommandError } from "./command-error.ts";
import { reachSimulator, simulatorFlags } from "./simulator.ts";
import { type Style, styleFor, type Terminal } from "./terminal.ts";
import { type CommandLine, createVerb } from "./verb.ts";

const flags = {
  profile: { type: "string", value: "NAME", help: "the readings they were written for: specified (default), observed" },
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
  const simulator = await reachSimulator(values, stop);
  try {
    const found = await verify(words[0] ?? "", { simulator: simulator.address, profile });
    out.write(toSummary(found, styleFor(out))); // what is kept, Pact's verifier has shown itself
    return found.passed ? 0 : 1;
  } finally {
    await simulator.close();
  }
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
