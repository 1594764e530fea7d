import {
  type CaseOptions,
  type CaseResult,
  caseJourneys,
  openWorld,
  renderCases,
  renderCasesJunit,
  runCases,
} from "@journey-kit/contract-tests";
import type { Coverage } from "@journey-kit/schemas/control";
import { mergeCoverage, suggest } from "@journey-kit/schemas/report";
import { type Profile, type RuleId, ruleIds } from "@journey-kit/schemas/tables";
import { readProfile } from "../terminal/files.ts";
import type { Reader } from "../terminal/flag-values.ts";
import { createProgress } from "../terminal/progress.ts";
import { printReport } from "../terminal/report.ts";
import { CommandError, type Terminal, usageError } from "../terminal/terminal.ts";
import { type Reached, withSimulator } from "../worlds/reach.ts";
import type { ServerFlags } from "./flags.ts";

/**
 * Checks a simulator against the rules.
 *
 * @returns 0 if no case fails and at least one passes, otherwise 1.
 */
export async function checkServer(flags: ServerFlags, terminal: Terminal): Promise<number> {
  const { min } = flags;
  const only = flags.only?.map(rule);
  const profile = await readProfile(flags.profile, flags.reading);
  const isTemporary = flags.simulator === undefined;
  const act = async (simulator: Reached) => {
    if (isTemporary) for (const journey of caseJourneys) await simulator.control.publish({ journey });
    const progress = createProgress(terminal.err, "cases");
    const options: CaseOptions = {
      signal: terminal.stop,
      onCase: ({ status }, total) => progress.step({ total, failed: status === "failed" }),
      ...(only !== undefined && { only }),
      ...(isTemporary && { clients: limited }),
    };
    const { results, coverages } = await runInWorlds(simulator, profile, options).finally(progress.end);
    if (results.length === 0) throw new CommandError(`There is no case for ${only?.join(" or ")}.`);
    const coverage = mergeCoverage("all cases", coverages, min);
    const isShown = results.some(({ status }) => status === "passed");
    const isHinted = !isTemporary && results.some(({ status }) => status === "skipped");
    return printReport(terminal, flags, {
      passed: isShown && !results.some(({ status }) => status === "failed"),
      body: { results, coverage },
      text: renderCases(results) + (isHinted ? hint : ""),
      junit: renderCasesJunit(results, coverage),
      coverage,
    });
  };
  return withSimulator(flags, terminal, act, { clients, profile: { readings: profile } });
}

const hint = "To run the cases that need journeys or API clients that this simulator lacks, omit --simulator.\n";

const rule: Reader<RuleId> = (name) => {
  const found = ruleIds.find((id) => id === name);
  if (found !== undefined) return found;
  throw usageError(
    `--only: unknown rule "${name}".${suggest(name, ruleIds)} To list the rules, run journey server --json.`,
  );
};

/** Runs the cases in a new world with a frozen clock, and in the worlds of `options.clients`. */
async function runInWorlds(
  { address, control }: Reached,
  profile: Profile,
  options: CaseOptions,
): Promise<{ readonly results: readonly CaseResult[]; readonly coverages: readonly Coverage[] }> {
  const { baseUrl } = address;
  const readings = { readings: profile };
  const own = await openWorld(address, { profile: readings, ...(options.clients && unlimited) });
  const others = Object.values(options.clients ?? {}).map(({ clientId }) => control.world(clientId));
  for (const other of others) await other.profile.set(readings);
  const regions = { eu: `${baseUrl}/eu`, us: `${baseUrl}/us`, au: `${baseUrl}/au` };
  const results = await runCases({ ...own.settings, control: own.control }, { ...options, regions });
  return { results, coverages: await Promise.all([own.control, ...others].map((world) => world.coverage())) };
}

const secret = "cases";
const unlimited = { clientId: "cases", clientSecret: secret };
const limited = {
  reader: { clientId: "reader", clientSecret: secret },
  writer: { clientId: "writer", clientSecret: secret },
  withoutV2: { clientId: "without-v2", clientSecret: secret },
} as const;

/** The API clients of a temporary simulator: one of each kind that the cases need. */
const clients = [
  unlimited,
  { ...limited.reader, permissions: ["journey:read" as const] },
  { ...limited.writer, permissions: ["journey:start" as const, "journey:submit" as const] },
  { ...limited.withoutV2, v2: false },
];
