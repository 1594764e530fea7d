import { once } from "node:events";
import { serveTrafficProxy } from "@journey-kit/contract-tests/program";
import { endsInstance, renderRecording, type TrafficReport } from "@journey-kit/contract-tests/traffic";
import { explainListenError } from "../terminal/listen-error.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { WatchFlags } from "./flags.ts";
import { createNews } from "./news.ts";
import { prepareObservation } from "./prepare.ts";
import { finishReport, writeJourneys, writeResults } from "./results.ts";

/**
 * Learns from live traffic until the user stops it: serves a proxy in front of the service, prints each new finding, and
 * writes the files after each journey.
 *
 * @returns The exit code of {@link finishReport}.
 * @throws {CommandError} If a file is invalid, or the proxy cannot listen.
 */
export async function watchTraffic(flags: WatchFlags, terminal: Terminal): Promise<0 | 1> {
  const { upstream, authUpstream, port, host } = flags;
  const { stop, out, err } = terminal;
  const { observation, earlier } = await prepareObservation(flags);
  const lines = flags.json === true ? err : out;
  const renderNews = createNews();
  const judge = async (): Promise<TrafficReport> => {
    const report = await observation.report();
    for (const line of renderNews(report)) lines.write(`${line}\n`);
    return report;
  };
  const failure = new AbortController();
  let isEnded = false;
  const worker = createWorker(async () => {
    const report = await judge();
    if (!isEnded) return;
    isEnded = false;
    await writeResults(observation, report, flags, earlier, renderRecording);
  }, failure);
  const proxy = await serveTrafficProxy({
    ...{ upstream, authUpstream, port, host },
    onExchange: (exchange) => {
      if (!observation.add(exchange)) return;
      isEnded ||= endsInstance(exchange);
      worker.wake();
    },
  }).catch((error: unknown) => {
    throw explainListenError(error, flags);
  });
  const { upstream: service, authUpstream: auth = service } = flags;
  lines.write(`Point your client at ${proxy.url}, for the service and for tokens.\n`);
  lines.write(
    `Requests go to ${service}${auth === service ? "" : `, token requests to ${auth}`}. Press Ctrl-C to stop.\n\n`,
  );
  const stopping = AbortSignal.any([stop, failure.signal]);
  if (!stopping.aborted) await once(stopping, "abort");
  await proxy.close();
  await worker.done();
  failure.signal.throwIfAborted();
  const report = await judge();
  await writeResults(observation, report, flags, earlier, renderRecording);
  await writeJourneys(observation, flags);
  lines.write("\n");
  return finishReport(report, flags, terminal);
}

/** Repeats some work while it is asked for, once at a time. An error aborts `failure`. */
function createWorker(work: () => Promise<void>, failure: AbortController) {
  let isDue = false;
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      while (isDue) {
        isDue = false;
        await work();
      }
    } catch (error) {
      failure.abort(error);
    } finally {
      running = undefined;
    }
  };
  return {
    wake: (): void => {
      isDue = true;
      running ??= run();
    },
    done: async (): Promise<void> => running,
  };
}
