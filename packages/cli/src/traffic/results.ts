import {
  createSeenScenario,
  renderLearned,
  renderLearnedJunit,
  renderLearnedPage,
  renderLearnedSummary,
  renderRecording,
  type TrafficReport,
  updateProfile,
} from "@journey-kit/contract-tests/traffic";
import { toSchemaPath } from "@journey-kit/schemas/tables";
import { appendText, replaceText } from "../terminal/files.ts";
import { printReport } from "../terminal/report.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { TrafficFlags } from "./flags.ts";
import type { Observation } from "./observation.ts";
import type { Prepared } from "./prepare.ts";

/** Writes the exchanges as a HAR file. */
export const writeRecording = (observation: Pick<Observation, "exchanges">, file: string): Promise<void> =>
  replaceText(file, renderRecording(observation));

/** Writes the files that can be written after each journey: the profile, the page and the recording. */
export async function writeResults(
  { observation, earlier = {} }: Prepared,
  report: TrafficReport,
  { out, page, record }: Pick<TrafficFlags, "out" | "page" | "record">,
): Promise<void> {
  const profile = { $schema: toSchemaPath("ProfileFile"), ...updateProfile(earlier, report.learned.gaps) };
  if (out !== undefined) await replaceText(out, renderJson(profile));
  if (page !== undefined) await replaceText(page, await renderLearnedPage(report));
  if (record !== undefined) await writeRecording(observation, record);
}

/** Writes the journeys that were seen: each as a world, and their outcomes as a scenario. */
export async function writeJourneys(
  { learner }: Pick<Observation, "learner">,
  { snapshot: file, scenario }: Pick<TrafficFlags, "snapshot" | "scenario">,
): Promise<void> {
  if (file === undefined && scenario === undefined) return;
  const snapshots = await learner.keep();
  if (scenario !== undefined) {
    const seen = { $schema: toSchemaPath("Scenario"), ...createSeenScenario(snapshots) };
    await replaceText(scenario, renderJson(seen));
  }
  if (file === undefined) return;
  for (const [i, snapshot] of snapshots.entries()) {
    const isFirst = i === 0;
    const world = isFirst ? "recorded" : `recorded-${i + 1}`;
    await replaceText(isFirst ? file : numberFile(file, i + 1), renderJson({ ...snapshot, world }));
  }
}

/** Puts a number before the extension of a file, as in `world-2.json`. */
const numberFile = (file: string, number: number): string => file.replace(/(\.[^./\\]*)?$/, `-${number}$1`);

const renderJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Prints the report and writes the files of a CI server.
 *
 * @returns 1 if something deviates and `--fail-on-drift` is set, otherwise 0.
 */
export async function finishReport(report: TrafficReport, flags: TrafficFlags, terminal: Terminal): Promise<0 | 1> {
  const { learned, comparison } = report;
  const isDrift = learned.divergences.length > 0 || (comparison?.changed.length ?? 0) > 0;
  if (flags.summary !== undefined) await appendText(flags.summary, renderLearnedSummary(report));
  return printReport(terminal, flags, {
    passed: !(flags.failOnDrift === true && (isDrift || learned.exchanges === 0)),
    body: { ...learned, ...(comparison && { comparison }), ...(report.diagnosis && { diagnosis: report.diagnosis }) },
    text: renderLearned(report),
    junit: renderLearnedJunit(report),
  });
}
