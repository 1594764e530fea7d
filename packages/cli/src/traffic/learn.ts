import { readHar, type TrafficExchange } from "@journey-kit/contract-tests/traffic";
import { endpointOf, pathsOf } from "@journey-kit/schemas/endpoints";
import { readText } from "../terminal/files.ts";
import { messageOf } from "../terminal/load-module.ts";
import { CommandError, type Terminal } from "../terminal/terminal.ts";
import type { LearnFlags } from "./flags.ts";
import { createObservation } from "./observation.ts";
import { readSettings } from "./prepare.ts";
import { finishReport, writeFindings, writeJourneys, writeRecording } from "./results.ts";

/**
 * Learns from recorded traffic.
 *
 * @returns The exit code of {@link finishReport}.
 * @throws {CommandError} If a file cannot be read, or no file contains a request to the service.
 */
export async function learnFromFiles(files: readonly string[], flags: LearnFlags, terminal: Terminal): Promise<0 | 1> {
  const settings = await readSettings(flags);
  const read = await Promise.all(files.map(readExchanges));
  const ignored = read.reduce((sum, one) => sum + one.ignored, 0);
  const sorted = read.flatMap(({ exchanges }) => exchanges).toSorted((one, other) => one.startedAt - other.startedAt);
  if (sorted.length === 0) throw new CommandError(explainNoExchange(files, ignored));
  const observation = createObservation(settings);
  for (const [i, exchange] of sorted.entries()) observation.add({ ...exchange, sequence: i + 1 });
  const report = await observation.report();
  await writeFindings(report, settings, flags);
  await writeRecording(observation, flags);
  await writeJourneys(observation, flags);
  if (ignored > 0) terminal.err.write(`Ignored ${ignored} requests that are not to the service.\n`);
  return finishReport(report, flags, terminal);
}

const explainNoExchange = (files: readonly string[], ignored: number): string =>
  `${files.join(", ")}: no request to the service, but ${ignored} to other addresses. The path of a request to the service ends like ${pathsOf(endpointOf("v2.startJourney"))[0]}.`;

async function readExchanges(
  file: string,
): Promise<{ readonly exchanges: readonly TrafficExchange[]; readonly ignored: number }> {
  const text = await readText(file);
  try {
    return readHar(text);
  } catch (error) {
    throw new CommandError(`${file}: ${messageOf(error)}`);
  }
}
