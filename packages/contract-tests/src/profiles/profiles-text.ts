import { gapIds, gapOf } from "@journey-kit/schemas/gaps";
import { type JunitCase, toColumns, toCoverageCases, toJunit } from "@journey-kit/schemas/report";
import { type SomeReadings, switchableGaps } from "../service/readings.ts";
import type { Cause } from "./causes.ts";
import type { ReadingsReport } from "./run-profiles.ts";

/** The result for one reading, with the causes that include it, alone or together with others. */
type Row = ReturnType<typeof toRows>[number];

const toRows = ({ causes, hidden }: ReadingsReport) =>
  switchableGaps.flatMap((gap) =>
    Object.entries(gapOf(gap).options).map(([reading, sentence]) => ({
      gap,
      reading,
      spec: gapOf(gap).spec,
      sentence,
      causes: causes.filter(({ readings }) => readings[gap] === reading),
      isHidden: hidden.some((readings) => readings[gap] === reading),
    })),
  );

/** Formats a report for a terminal: the failures first, then every reading and its result. */
export function toReadingsText(report: ReadingsReport): string {
  const rows = toRows(report);
  const survived = rows.filter(({ causes, isHidden }) => causes.length === 0 && !isHidden).length;
  return [
    ...report.causes.map(toCauseText),
    ...toColumns(rows.map((row) => [markOf(row), row.gap, row.reading, `spec ${row.spec}`, row.sentence])),
    "",
    `${report.profiles} profiles, ${report.runs} runs, ${report.failed} failed, ${(report.duration / 1_000).toFixed(1)} s.`,
    `${survived} of ${rows.length} readings survived.`,
    "",
  ].join("\n");
}

/** Formats a report as JUnit, with a suite for each gap and a test case for each reading. */
export function toReadingsJunit(report: ReadingsReport): string {
  const always = report.causes.filter(({ readings }) => Object.keys(readings).length === 0);
  const cases = toRows(report).map((row): JunitCase => {
    const base = { suite: `gap ${row.gap} (spec ${row.spec})`, name: `${row.reading}: ${row.sentence}` };
    if (row.causes.length > 0) return { ...base, failure: row.causes.map(toCauseText).join("\n") };
    return row.isHidden
      ? { ...base, skipped: "Every journey under this reading failed because of other readings." }
      : base;
  });
  const whole = { suite: "specified", name: "every journey passes under the profile specified" };
  const first = always.length === 0 ? whole : { ...whole, failure: always.map(toCauseText).join("\n") };
  return toJunit("readings", [first, ...cases, ...toCoverageCases(report.coverage)]);
}

const markOf = ({ causes, isHidden }: Row): string => {
  if (causes.some(({ readings }) => Object.keys(readings).length === 1)) return "BREAKS";
  if (causes.length > 0) return "breaks in combination";
  return isHidden ? "hidden" : "survived";
};

/** Describes the readings of a cause, their sections and the client's failures under these readings. */
export const toCauseText = ({ readings, failures }: Cause): string =>
  [
    `The client fails ${toConditions(readings)}:`,
    ...failures.map(({ resourceId, problem }) => `  ${resourceId}: ${problem}`),
    "",
  ].join("\n");

/** Formats readings with their sections: `under submit-status=created (spec 4.2: "Returns 201.")`. */
export function toConditions(readings: SomeReadings): string {
  const parts = gapIds
    .filter((id) => Object.hasOwn(readings, id))
    .map((id) => {
      const reading = readings[id] ?? "";
      return `${id}=${reading} (spec ${gapOf(id).spec}: "${gapOf(id).options[reading]}")`;
    });
  return parts.length === 0 ? "under every reading" : `under ${parts.join(" together with ")}`;
}
