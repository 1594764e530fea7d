import { once } from "node:events";
import { serveTrafficProxy } from "@journey-kit/contract-tests/program";
import {
  endsInstance,
  findTarget,
  type TrafficExchange,
  type TrafficReport,
} from "@journey-kit/contract-tests/traffic";
import { explainListenError } from "../terminal/listen-error.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { WatchFlags } from "./flags.ts";
import { createNews } from "./news.ts";
import type { Observation, ObservationSettings } from "./observation.ts";
import { openObservation } from "./open-observation.ts";
import { readSettings } from "./prepare.ts";
import { finishReport, writeFindings, writeJourneys, writeRecording } from "./results.ts";

/**
 * Learns from live traffic until the user stops it: serves a proxy in front of the service, prints each new finding, and
 * writes the files after each journey.
 *
 * @returns The exit code of {@link finishReport}.
 * @throws {CommandError} If a file is invalid, or the proxy cannot listen.
 */
export async function watchTraffic(flags: WatchFlags, terminal: Terminal): Promise<0 | 1> {
  const settings = await readSettings(flags);
  const observation = await openObservation(settings);
  try {
    return await watch(flags, terminal, settings, observation);
  } finally {
    await observation.close();
  }
}

async function watch(
  flags: WatchFlags,
  terminal: Terminal,
  settings: ObservationSettings,
  observation: Observation,
): Promise<0 | 1> {
  const { upstream, authUpstream = upstream, port, host } = flags;
  const { stop, out, err } = terminal;
  const lines = flags.json === true ? err : out;
  const renderNews = createNews();
  const judge = async (): Promise<TrafficReport> => {
    const report = await observation.report();
    for (const line of renderNews(report)) lines.write(`${line}\n`);
    return report;
  };
  let isEnded = false;
  const judging = repeatWhenAsked(async () => {
    const report = await judge();
    if (!isEnded) return;
    isEnded = false;
    await writeFindings(report, settings, flags);
    await writeRecording(observation, flags);
  });
  const onExchange = (exchange: TrafficExchange): void => {
    if (findTarget(exchange) === undefined) return;
    observation.add(exchange);
    isEnded ||= endsInstance(exchange);
    judging.ask();
  };
  const proxy = await serveTrafficProxy({ upstream, authUpstream, port, host, onExchange }).catch((error: unknown) => {
    throw explainListenError(error, flags);
  });
  const tokens = authUpstream === upstream ? "" : ` Token requests go to ${authUpstream}.`;
  lines.write(`Point your client at ${proxy.url}, as the address of the service and of its tokens.\n`);
  lines.write(`Requests go to ${upstream}.${tokens} Press Ctrl-C to stop.\n\n`);
  if (!stop.aborted) await once(stop, "abort");
  await proxy.close();
  await judging.done();
  await writeRecording(observation, flags); // also if the rest fails
  const report = await judge();
  await writeFindings(report, settings, flags);
  await writeJourneys(observation, flags);
  lines.write("\n");
  return finishReport(report, flags, terminal);
}

/**
 * Repeats some work while it is asked for, once at a time. It ignores errors, because the traffic must flow on: the same
 * work at the end reports them.
 */
function repeatWhenAsked(work: () => Promise<void>) {
  let isDue = false;
  let running: Promise<void> | undefined;
  const run = async () => {
    while (isDue) {
      isDue = false;
      await work().catch(() => undefined);
    }
    running = undefined;
  };
  return {
    ask: (): void => {
      isDue = true;
      running ??= run();
    },
    done: async (): Promise<void> => running,
  };
}
