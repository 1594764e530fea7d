import { CommandError, example, type Reader, readProfile, repeated } from "@journey-kit/schemas/cli";
import type { Coverage } from "@journey-kit/schemas/control";
import { mergeCoverage, suggest } from "@journey-kit/schemas/report";
import type { Profile } from "@journey-kit/schemas/tables";
import { type RuleId, ruleIds } from "@journey-kit/schemas/tables";
import type { CaseOptions, CaseResult } from "../server/cases/case.ts";
import { toCasesJunit, toCasesText } from "../server/cases/case-text.ts";
import { caseJourneys } from "../server/cases/journey.ts";
import { runCases } from "../server/cases/run-cases.ts";
import { openWorld } from "../service/world.ts";
import {
  type AddCommand,
  printReport,
  reachSimulator,
  withCoverage,
  withProfile,
  withReport,
  withSimulator,
} from "./flags.ts";
import { createProgress } from "./progress.ts";

/** `server`: checks a simulator against the rules of the specification. */
export const addServer: AddCommand = (program, terminal, finish) =>
  withReport(withCoverage(withProfile(withSimulator(program.command("server")))))
    .description("check a simulator against the rules of the specification")
    .option("--only <rule>", "check only this rule; repeatable", repeated(rule))
    .addHelpText("after", example("journey-contract server --profile observed --junit server.xml"))
    .action(async (flags) => {
      const { only, min } = flags;
      const profile = await readProfile(flags.profile, flags.reading);
      const isTemporary = flags.simulator === undefined;
      const simulator = await reachSimulator(
        flags,
        isTemporary ? { clients, profile: { readings: profile } } : undefined,
      );
      const progress = createProgress(terminal.err, "cases");
      try {
        if (isTemporary) for (const journey of caseJourneys) await simulator.control.publish({ journey });
        const options: CaseOptions = {
          signal: terminal.stop,
          onCase: ({ status }, total) => progress.step({ total, failed: status === "failed" }),
          ...(only !== undefined && { only }),
          ...(isTemporary && { clients: limited }),
        };
        const { results, coverages } = await run(simulator, profile, options).finally(progress.end);
        if (results.length === 0) throw new CommandError(`There is no case for ${only?.join(" or ")}.`);
        const coverage = mergeCoverage("all cases", coverages, min);
        const isShown = results.some(({ status }) => status === "passed");
        const isHinted = !isTemporary && results.some(({ status }) => status === "skipped");
        const code = await printReport(terminal, flags, {
          passed: isShown && !results.some(({ status }) => status === "failed"),
          body: { results, coverage },
          text: toCasesText(results) + (isHinted ? hint : ""),
          junit: toCasesJunit(results, coverage),
          coverage,
        });
        finish(code);
      } finally {
        await simulator.close();
      }
    });

const hint = "To run the cases that need journeys or API clients that this simulator lacks, omit --simulator.\n";

const rule: Reader<RuleId> = (name) => {
  const found = ruleIds.find((id) => id === name);
  if (found !== undefined) return found;
  throw new CommandError(
    `--only: unknown rule "${name}".${suggest(name, ruleIds)} To list the rules, run journey-contract server --json.`,
    2,
  );
};

/** Runs the cases in a new world with a frozen clock, and in the worlds of `options.clients`. */
async function run(
  { address, control }: Awaited<ReturnType<typeof reachSimulator>>,
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
