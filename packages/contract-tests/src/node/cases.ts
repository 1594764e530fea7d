import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PresetName, ProfileError, type Readings, resolveProfile } from "@journey-kit/schemas/profile";
import { type RuleId, ruleIds } from "@journey-kit/schemas/rules";
import { toCasesJunit, toCasesText } from "../cases/case-text.ts";
import { caseJourneys } from "../cases/journey.ts";
import type { CaseOptions } from "../cases/options.ts";
import { type CaseResult, runCases } from "../cases/run-cases.ts";
import type { Target } from "../target.ts";
import { CommandError } from "./command-error.ts";
import { type ReachedSimulator, reachSimulator, simulatorFlags } from "./simulator.ts";
import type { Terminal } from "./terminal.ts";
import { type CommandLine, createVerb } from "./verb.ts";

const flags = {
  profile: { type: "string", value: "NAME", help: "the readings it answers by: specified (default), observed" },
  reading: { type: "string", multiple: true, value: "GAP=READING", help: "one that is another than in the profile" },
  only: { type: "string", multiple: true, value: "RULE", help: "the rules to show; all of them where left out" },
  junit: { type: "string", value: "FILE", help: "writes the results as JUnit, too" },
  ...simulatorFlags,
} as const;

type Values = CommandLine<typeof flags>["values"];

interface Choice {
  readonly preset: PresetName;
  readonly readings: Readings;
}

/** Shows every rule of the specification on a simulator. */
export const showCases = createVerb(
  {
    name: "cases",
    help: "shows every rule of the specification on a simulator, case by case",
    flags,
    example: "journey-contract cases --simulator http://127.0.0.1:4010 --profile observed",
  },
  run,
);

async function run({ values }: CommandLine<typeof flags>, { out, stop }: Terminal): Promise<number> {
  const choice = readChoice(values);
  const only = readRules(values.only);
  const folder = await mkdtemp(join(tmpdir(), "journey-contract-"));
  try {
    const isOurs = values.simulator === undefined;
    const simulator = await reachSimulator(values, stop, isOurs ? await prepareSimulator(folder) : []);
    const results = await show(simulator, choice, {
      ...only,
      signal: stop,
      ...(isOurs && { clients: limited }),
    }).finally(simulator.close);
    out.write(toCasesText(results));
    if (values.junit !== undefined) await writeFile(values.junit, toCasesJunit(results));
    return results.some(({ verdict }) => verdict === "failed") ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs the cases in a world of their own, whose clock stands still. */
async function show(
  { address, control }: ReachedSimulator,
  choice: Choice,
  options: CaseOptions,
): Promise<readonly CaseResult[]> {
  const { baseUrl } = address;
  const clientId = options.clients === undefined ? `cases-${crypto.randomUUID()}` : "cases";
  const world = control.world(clientId);
  await world.profile.change(choice);
  await world.clock.change({ mode: "frozen" });
  for (const client of Object.values(options.clients ?? {}))
    await control.world(client.clientId).profile.change(choice);
  const target: Target = { baseUrl, clientId, clientSecret: secret, control: world, profile: resolveProfile(choice) };
  const regions = { eu: `${baseUrl}/eu`, us: `${baseUrl}/us`, au: `${baseUrl}/au` };
  return runCases(target, { ...options, regions });
}

const secret = "cases";
const limited = {
  reader: { clientId: "reader", clientSecret: secret },
  withoutV2: { clientId: "without-v2", clientSecret: secret },
} as const;

/** What a simulator of our own is started with, so that no case is skipped: journeys and clients. */
async function prepareSimulator(folder: string): Promise<readonly string[]> {
  const [journeys, clients] = [join(folder, "journeys"), join(folder, "clients.json")];
  await mkdir(journeys);
  for (const [i, journey] of caseJourneys.entries()) {
    await writeFile(join(journeys, `${i}.json`), JSON.stringify(journey));
  }
  const known = [
    { clientId: "cases", clientSecret: secret },
    { ...limited.reader, permissions: ["journey:read"] },
    { ...limited.withoutV2, v2: false },
  ];
  await writeFile(clients, JSON.stringify(known));
  return ["--journeys", journeys, "--clients", clients];
}

/** @throws {CommandError} When a profile, gap or reading does not exist. */
function readChoice({ profile = "specified", reading = [] }: Values): Choice {
  if (profile !== "specified" && profile !== "observed") {
    throw new CommandError("--profile is specified or observed.", 2);
  }
  const readings = Object.fromEntries(reading.map((one) => one.split("=", 2))) as Readings; // looked at right below
  const choice: Choice = { preset: profile, readings };
  try {
    resolveProfile(choice);
    return choice;
  } catch (error) {
    throw error instanceof ProfileError ? new CommandError(`--reading: ${error.message}`, 2) : error;
  }
}

/** @throws {CommandError} When a rule does not exist. */
function readRules(names: readonly string[] | undefined): { readonly only?: readonly RuleId[] } {
  if (names === undefined) return {};
  const only = ruleIds.filter((id) => names.includes(id));
  const isUnknown = names.some((name) => !only.some((id) => id === name));
  if (isUnknown) throw new CommandError("--only: there is no such rule; docs/cases.md lists them.", 2);
  return { only };
}
