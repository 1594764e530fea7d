import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { toCoverageLines } from "../coverage-text.ts";
import type { Setting } from "../pact/setting.ts";
import type { Verification } from "../pact/verification.ts";
import { CommandError } from "./command-error.ts";
import { coverageFlags, readMin } from "./min-flag.ts";
import { profileFlags, readProfile } from "./profile-flag.ts";
import { reachSimulator, simulatorFlags } from "./simulator.ts";
import { type Style, styleFor, type Terminal } from "./terminal.ts";
import { type CommandLine, createVerb } from "./verb.ts";

const flags = {
  ...profileFlags,
  states: { type: "string", value: "FILE", help: "a module that exports `states`: settings of your own, by name" },
  ...coverageFlags,
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
  const profile = { readings: await readProfile(values) };
  const min = readMin(values);
  const { verifyPacts: verify } = await import("../pact/verify.ts"); // Pact is an optional peer
  const states = values.states === undefined ? {} : await readStates(values.states);
  const simulator = await reachSimulator(values, stop);
  try {
    const chosen = { profile, states, ...(min !== undefined && { min }) };
    const found = await verify(words[0] ?? "", { simulator: simulator.address, ...chosen });
    out.write(toSummary(found, styleFor(out))); // what is kept, Pact's verifier has shown itself
    out.write(`${toCoverageLines(found.coverage, values.coverage === true).join("\n")}\n`);
    return found.passed && found.coverage.reached ? 0 : 1;
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
