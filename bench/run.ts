// `pnpm bench [PART …]`: measures the simulator and its peers in the same run. Without arguments, measures everything
// and updates the READMEs.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { bundle } from "./bundle.ts";
import {
  measureCompleted,
  measureInteractionFetch,
  measureJourneys,
  measureStateFetch,
  measureSubmit,
} from "./http.ts";
import { measureJourney, measureMemory } from "./in-process.ts";
import { measureLargeSubmit } from "./large-submit.ts";
import { measureMetrics } from "./metrics.ts";
import { measureMillion } from "./million.ts";
import { measureNeighbour } from "./neighbour.ts";
import { measureProfile } from "./profile.ts";
import { measureReadings } from "./readings.ts";
import { type Report, toMarkdown, toText } from "./report.ts";
import { measureSoak } from "./soak.ts";
import { measureStartUp } from "./start-up.ts";
import { measureStores } from "./stores.ts";
import { measureTrafficProxy } from "./traffic-proxy.ts";

const parts: Readonly<Record<string, () => Promise<Report>>> = {
  "state-fetch": measureStateFetch,
  "state-fetch-completed": measureCompleted,
  "interaction-fetch": measureInteractionFetch,
  "interaction-submit": measureSubmit,
  journeys: measureJourneys,
  start: measureStartUp,
  "journey-in-process": measureJourney,
  memory: measureMemory,
  "large-submit": measureLargeSubmit,
  readings: measureReadings,
  neighbour: measureNeighbour,
  soak: measureSoak,
  metrics: measureMetrics,
  "traffic-proxy": measureTrafficProxy,
  million: measureMillion,
  stores: measureStores,
  profile: measureProfile,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(", ")}. Expected one or more of ${Object.keys(parts).join(", ")}.`);
  process.exit(2);
}

const begin = performance.now();
await bundle();
const reports: Report[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const report = await measure();
  console.log(`${toText(report)}\n`);
  reports.push(report);
}
const seconds = Math.round((performance.now() - begin) / 1_000);
const [cpu] = cpus();
const date = new Date().toISOString().slice(0, 10);
const machine = `${cpu?.model}, ${cpus().length} processors, ${process.platform}, Node ${process.version}, ${date}, ${seconds} s.`;
console.log(machine);

if (names.length === 0) {
  writeBetween("README.md", `${machine}\n\n${toMarkdown(reports)}`);
  writeBetween("../README.md", reports.flatMap(({ headline }) => (headline ? [`- ${headline}`] : [])).join("\n"));
}

/** Replaces the text between the markers of a README. */
function writeBetween(name: string, text: string): void {
  const file = join(import.meta.dirname, name);
  const [from, to] = ["<!-- bench -->\n", "<!-- /bench -->"];
  const old = readFileSync(file, "utf8");
  const [start, end] = [old.indexOf(from), old.indexOf(to)];
  if (start === -1 || end === -1) throw new Error(`${file} does not contain both markers ${from.trim()} and ${to}.`);
  writeFileSync(file, `${old.slice(0, start + from.length)}${text}\n${old.slice(end)}`);
}
