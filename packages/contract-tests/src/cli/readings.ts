import { example, number, oneOf, repeated, text } from "@journey-kit/schemas/cli";
import { pairwiseProfiles } from "../profiles/pairwise.ts";
import { toReadingsJunit, toReadingsText } from "../profiles/profiles-text.ts";
import { runUnderReadings } from "../profiles/run-profiles.ts";
import { shippedRunsOf } from "../profiles/shipped-runs.ts";
import { person } from "../service/sample.ts";
import { hasCalled, withClient } from "./client-program.ts";
import { type AddCommand, printReport, withCoverage, withProgram, withReport, withSimulator } from "./flags.ts";
import { createProgress } from "./progress.ts";

/** `readings`: runs a program in any language under every pair of readings. */
export const addReadings: AddCommand = (program, terminal, finish) =>
  withReport(withCoverage(withSimulator(withProgram(program.command("readings"), { poll: 50, timeout: 30_000 }))))
    .description("run a program under every pair of readings, and find the readings that break it")
    .option(
      "--journey <id>",
      "run this journey; repeatable (default: the built-in journeys of --generation)",
      repeated(text("--journey")),
    )
    .option(
      "--generation <v1|v2>",
      "API version of the built-in journeys to run",
      oneOf("--generation", ["v1", "v2"]),
      "v2" as const,
    )
    .option(
      "--strength <2|3>",
      "number of readings to combine: 2 covers every pair, 3 every combination of three",
      oneOf("--strength", ["2", "3"]),
      "2" as const,
    )
    .option("--parallel <n>", "number of programs to run in parallel", number("--parallel", 1, 99), 4)
    .addHelpText("after", example("journey-contract readings --journey age-check@latest -- python3 client.py"))
    .action(async (command, flags) => {
      const { generation, parallel, min } = flags;
      const profiles = pairwiseProfiles({ strength: flags.strength === "3" ? 3 : 2 });
      const code = await withClient(command, flags, terminal, async ({ adapter, journeys, options }) => {
        const runs =
          journeys.length > 0
            ? journeys.map((journey) => ({ ...journey, subject: person }))
            : shippedRunsOf([generation]);
        const progress = createProgress(terminal.err, "runs");
        const report = await runUnderReadings(adapter, {
          ...options,
          runs,
          profiles,
          parallel,
          onRun: ({ problem }) =>
            progress.step({ total: profiles.length * runs.length, failed: problem !== undefined }),
          onSearch: ({ run, step, steps }) =>
            progress.note(`searching for causes: step ${step} of ${steps}, run ${run}`),
          min,
        }).finally(progress.end);
        const { coverage } = report;
        return printReport(terminal, flags, {
          passed: hasCalled(coverage, terminal) && report.runs > 0 && report.failed === 0,
          body: report,
          text: toReadingsText(report),
          junit: toReadingsJunit(report),
          coverage,
        });
      });
      finish(code);
    });
