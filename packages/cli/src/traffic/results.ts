import {
  createSeenScenario,
  renderLearned,
  renderLearnedJunit,
  renderLearnedPage,
  renderLearnedSummary,
  type TrafficReport,
  updateProfile,
} from "@journey-kit/contract-tests/traffic";
import { toSchemaPath } from "@journey-kit/schemas/tables";
import { appendText, replaceText } from "../terminal/files.ts";
import { printReport } from "../terminal/report.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { TrafficFlags } from "./flags.ts";
import type { Observation, ObservationSettings } from "./observation.ts";

type Files = Pick<TrafficFlags, "out" | "page" | "record" | "snapshot" | "scenario">;

/** Writes the exchanges as a HAR file. */
export async function writeRecording(observation: Pick<Observation, "record">, { record }: Files): Promise<void> {
  if (record !== undefined) await replaceText(record, await observation.record());
}

/** Writes what traffic shows: the profile and the page. */
export async function writeFindings(
  report: TrafficReport,
  { earlier = {} }: Pick<ObservationSettings, "earlier">,
  { out, page }: Files,
): Promise<void> {
  const profile = { $schema: toSchemaPath("ProfileFile"), ...updateProfile(earlier, report.learned.gaps) };
  if (out !== undefined) await replaceText(out, renderJson(profile));
  if (page !== undefined) await replaceText(page, await renderLearnedPage(report));
}

/** Writes the journeys that were seen: each as a world, and their outcomes as a scenario. */
export async function writeJourneys(
  observation: Pick<Observation, "keep">,
  { snapshot: file, scenario }: Files,
): Promise<void> {
  if (file === undefined && scenario === undefined) return;
  const snapshots = await observation.keep();
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

/** Formats what a user can do with the readings. */
const renderNext = ({ out }: Files): string =>
  out === undefined
    ? "Next: write the readings to a file with --out profile.json, and simulate the service with them.\n"
    : `Next: journey serve --profile ${out}\n`;

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
    text: `${renderLearned(report)}${learned.exchanges > 0 ? renderNext(flags) : ""}`,
    junit: renderLearnedJunit(report),
  });
}
