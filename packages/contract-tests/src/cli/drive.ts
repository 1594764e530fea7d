import {
  CommandError,
  checkShape,
  example,
  oneOf,
  readJson,
  readProfile,
  repeated,
  text,
} from "@journey-kit/schemas/cli";
import { FaultPlan, Scenario } from "@journey-kit/schemas/control";
import {
  checkRequirements,
  type RequirementOptions,
  toRequirementJunit,
  toRequirementText,
} from "../client/check-requirements.ts";
import type { Evidence } from "../client/evidence.ts";
import { type RequirementId, requirements } from "../client/requirements.ts";
import { requirementRun } from "../client/situations.ts";
import { toWords } from "../service/run-client.ts";
import { hasCalled, isScenarioFile, withClient } from "./client-program.ts";
import {
  type AddCommand,
  printReport,
  withCoverage,
  withProfile,
  withProgram,
  withReport,
  withSimulator,
} from "./flags.ts";
import { createProgress } from "./progress.ts";

const requirementIds = Object.keys(requirements) as RequirementId[]; // `Object.keys` loses the key types

/** `drive`: checks whether a program in any language meets the requirements. */
export const addDrive: AddCommand = (program, terminal, finish) =>
  withReport(
    withCoverage(withProfile(withSimulator(withProgram(program.command("drive"), { poll: 200, timeout: 60_000 })))),
  )
    .description("run a program in any language as a client and check whether it meets the requirements")
    .option("--journey <id>", "journey to run (default: document-and-selfie@latest)", text("--journey"))
    .option(
      "--scenario <name>",
      'add a situation called "chosen" with this scenario: a name or a JSON file',
      text("--scenario"),
    )
    .option("--faults <file>", 'add the faults from this JSON file to the situation "chosen"', text("--faults"))
    .option("--only <id>", "check only this requirement; repeatable", repeated(oneOf("--only", requirementIds)))
    .option(
      "--allow-untested <id>",
      "pass although this requirement was not tested; repeatable",
      repeated(oneOf("--allow-untested", requirementIds)),
    )
    .addHelpText("after", example("journey-contract drive --min 30 -- python3 client.py"))
    .action(async (command, flags) => {
      const { allowUntested, only, min } = flags;
      const chosen = await readChosen(flags.scenario, flags.faults);
      const readings = await readProfile(flags.profile, flags.reading);
      const code = await withClient(command, flags, terminal, async ({ adapter, journeys: [journey], options }) => {
        if (journey?.generation === "v1")
          throw new CommandError(
            `--journey: "${journey.resourceId}" is a v1 journey, but \`drive\` tests only v2. Run \`journey-contract readings --journey ${journey.resourceId}\` or \`journey-contract check --generation v1\` instead.`,
            2,
          );
        const progress = createProgress(terminal.err, "situations");
        const report = await checkRequirements(adapter, {
          ...options,
          skip: { together: "The program runs only one journey at a time." },
          allowUntested,
          profile: { readings },
          only,
          chosen,
          min,
          run: journey && { ...requirementRun, resourceId: journey.resourceId },
          onSituation: (id, evidence, total) => {
            const line = typeof evidence === "string" ? undefined : toLine(id, evidence);
            progress.step({ total, line });
          },
        }).finally(progress.end);
        const { coverage } = report;
        return printReport(terminal, flags, {
          passed: hasCalled(coverage, terminal) && report.passed,
          body: report,
          text: toRequirementText(report),
          junit: toRequirementJunit(report),
          coverage,
        });
      });
      finish(code);
    });

const toLine = (id: string, { endings, exchanges }: Evidence): string =>
  `${id}: ${endings.map(toWords).join("; ")}, ${exchanges.length} ${exchanges.length === 1 ? "request" : "requests"}`;

async function readChosen(
  scenario: string | undefined,
  faults: string | undefined,
): Promise<RequirementOptions["chosen"]> {
  if (scenario === undefined && faults === undefined) return undefined;
  const isFile = scenario !== undefined && isScenarioFile(scenario);
  const named = isFile ? checkShape(Scenario, scenario, await readJson(scenario)) : scenario;
  const plan = faults === undefined ? undefined : checkShape(FaultPlan, faults, await readJson(faults));
  return { scenario: named ?? "accepted", faults: plan };
}
