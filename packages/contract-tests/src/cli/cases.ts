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
import { mergeCoverage } from "../report/coverage.ts";
import { toCoverageLines } from "../report/coverage-text.ts";
import type { Target } from "../target/target.ts";
import { type ProfileFlags, readProfile, writeJunit } from "./load-files.ts";
import { type ReachedSimulator, reachSimulator, type SimulatorFlags } from "./simulator.ts";
import type { Terminal } from "./terminal.ts";

/** Flags of `cases`. */
interface CasesFlags extends SimulatorFlags, ProfileFlags {
  readonly only?: readonly RuleId[] | undefined;
  readonly min?: number | undefined;
  readonly coverage?: true | undefined;
  readonly json?: true | undefined;
  readonly junit?: string | undefined;
}

/** The results of the cases, and what their calls covered. */
interface Shown {
  readonly results: readonly CaseResult[];
  readonly coverage: Coverage;
}

/** Shows every rule of the specification on a simulator. */
export async function showCases(flags: CasesFlags, { out, stop }: Terminal): Promise<number> {
  const profile = await readProfile(flags);
  const folder = await mkdtemp(join(tmpdir(), "journey-contract-"));
  try {
    const isOurs = flags.simulator === undefined;
    const simulator = await reachSimulator(flags, stop, isOurs ? await prepareSimulator(folder) : []);
    const options = {
      signal: stop,
      ...(flags.only !== undefined && { only: ruleIds.filter((id) => flags.only?.includes(id)) }),
      ...(isOurs && { clients: limited }),
    };
    const shown = await show(simulator, profile, options, flags.min).finally(simulator.close);
    const { results, coverage } = shown;
    const page = [toCasesText(results), ...toCoverageLines(coverage, flags.coverage === true)];
    out.write(flags.json === true ? `${JSON.stringify(shown, null, 2)}\n` : `${page.join("\n")}\n`);
    await writeJunit(flags.junit, toCasesJunit(results, coverage));
    return results.some(({ verdict }) => verdict === "failed") || !coverage.reached ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs the cases in a world of their own with a frozen clock, and in those of clients that may do less. */
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
