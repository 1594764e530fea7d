import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Coverage } from "@journey-kit/schemas/control";
import type { Profile } from "@journey-kit/schemas/profile";
import { type RuleId, ruleIds } from "@journey-kit/schemas/rules";
import { toCasesJunit, toCasesText } from "../cases/case-text.ts";
import { caseJourneys } from "../cases/journey.ts";
import type { CaseOptions } from "../cases/options.ts";
import { type CaseResult, runCases } from "../cases/run-cases.ts";
import { mergeCoverage } from "../coverage.ts";
import { toCoverageLines } from "../coverage-text.ts";
import type { Target } from "../target.ts";
import { CommandError } from "./command-error.ts";
import { junitFlag, writeJunit } from "./junit-file.ts";
import { coverageFlags, readMin } from "./min-flag.ts";
import { profileFlags, readProfile } from "./profile-flag.ts";
import { type ReachedSimulator, reachSimulator, simulatorFlags } from "./simulator.ts";
import type { Terminal } from "./terminal.ts";
import { type CommandLine, createVerb } from "./verb.ts";

const flags = {
  ...profileFlags,
  only: { type: "string", multiple: true, value: "RULE", help: "the rules to show; all of them where left out" },
  ...coverageFlags,
  ...junitFlag,
  ...simulatorFlags,
} as const;

/** What the cases came to, and what their calls have met. */
interface Shown {
  readonly results: readonly CaseResult[];
  readonly coverage: Coverage;
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
  const profile = await readProfile(values);
  const min = readMin(values);
  const only = readRules(values.only);
  const folder = await mkdtemp(join(tmpdir(), "journey-contract-"));
  try {
    const isOurs = values.simulator === undefined;
    const simulator = await reachSimulator(values, stop, isOurs ? await prepareSimulator(folder) : []);
    const options = { ...only, signal: stop, ...(isOurs && { clients: limited }) };
    const { results, coverage } = await show(simulator, profile, options, min).finally(simulator.close);
    out.write([toCasesText(results), ...toCoverageLines(coverage, values.coverage === true), ""].join("\n"));
    await writeJunit(values, toCasesJunit(results, coverage));
    return results.some(({ verdict }) => verdict === "failed") || !coverage.reached ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs the cases in a world of their own, whose clock stands still, and in those of clients that may do less. */
async function show(
  { address, control }: ReachedSimulator,
  profile: Profile,
  options: CaseOptions,
  min: number | undefined,
): Promise<Shown> {
  const { baseUrl } = address;
  const clientId = options.clients === undefined ? `cases-${crypto.randomUUID()}` : "cases";
  const world = control.world(clientId);
  const worlds = [world, ...Object.values(options.clients ?? {}).map((client) => control.world(client.clientId))];
  for (const one of worlds) await one.profile.set({ readings: profile });
  await world.clock.set({ mode: "frozen" });
  const target: Target = { baseUrl, clientId, clientSecret: secret, control: world, profile };
  const regions = { eu: `${baseUrl}/eu`, us: `${baseUrl}/us`, au: `${baseUrl}/au` };
  const results = await runCases(target, { ...options, regions });
  const covered = await Promise.all(worlds.map((one) => one.coverage()));
  return { results, coverage: mergeCoverage("all cases", covered, min) };
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

/** @throws {CommandError} When a rule does not exist. */
function readRules(names: readonly string[] | undefined): { readonly only?: readonly RuleId[] } {
  if (names === undefined) return {};
  const only = ruleIds.filter((id) => names.includes(id));
  const isUnknown = names.some((name) => !only.some((id) => id === name));
  if (isUnknown) throw new CommandError("--only: there is no such rule; docs/cases.md lists them.", 2);
  return { only };
}
