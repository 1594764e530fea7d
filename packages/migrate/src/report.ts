import { readFileSync } from "node:fs";
import { toColumns } from "./column.ts";
import type { Scan } from "./finding.ts";
import { listSources } from "./folder.ts";
import { scanSource } from "./scan.ts";
import { toProblem } from "./source.ts";

/** What a project came to. */
export interface Report extends Scan {
  /** How many sources were looked at. */
  readonly files: number;
}

/** Reads every source of a folder. */
export function createReport(folder: string, skipped: readonly string[], onlyDeprecated: boolean): Report {
  const files = listSources(folder, skipped);
  const scans = files.map(scanFile);
  return {
    files: files.length,
    findings: scans.flatMap(({ findings }) => findings).filter(({ deprecated }) => deprecated || !onlyDeprecated),
    problems: scans.flatMap(({ problems }) => problems),
  };
}

function scanFile(file: string): Scan {
  try {
    return scanSource(file, readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    return { findings: [], problems: [toProblem(file, error)] };
  }
}

/** Writes a report for people: a line for each finding, then what could not be read, then the sum. */
export function toReportText({ files, findings, problems }: Report): string {
  const rows = findings.map(({ file, line, column, found, replacement, deprecated }) => [
    `${file}:${line}:${column}`,
    deprecated ? "deprecated" : "v1",
    found,
    replacement,
  ]);
  const unread = problems.map(({ file, line, column, message }) => `${file}:${line}:${column}  not read: ${message}`);
  const places = new Set(findings.map(({ file }) => file)).size;
  const sum = `${count(findings.length, "place")} in ${count(places, "file")}; ${count(files, "file")} read.`;
  const table = rows.length === 0 ? [] : toColumns([["PLACE", "IS", "FOUND", "IN V2"], ...rows]);
  return `${[...table, ...unread, sum].join("\n")}\n`;
}

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;
