import type { Coverage } from "@journey-kit/schemas/control";
import type { Readings } from "@journey-kit/schemas/profile";
import type { ClientAdapter, JourneyRun, Report, ServiceSettings } from "../target/client-adapter.ts";
import { openWorld, type SimulatorAddress, type WorldOptions } from "../target/world.ts";
import type { SomeReadings } from "./constraint.ts";
import { toExpected } from "./shipped-runs.ts";

/** Options for running a client under a profile. */
export interface RunOptions {
  readonly simulator: SimulatorAddress;
  /** Other options of the worlds; their clocks are frozen by default. */
  readonly world?: Omit<WorldOptions, "profile" | "clientId">;
  /** Time limit per journey in milliseconds of its world's time; default one hour. */
  readonly limit?: number;
  /** Time limit per journey in real milliseconds; default 30,000. */
  readonly timeoutMs?: number;
  /** Aborts the run, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

const hour = 3_600_000;

/** One run, and a callback for its coverage. */
interface RunSettings extends RunOptions {
  readonly onCoverage?: (coverage: Coverage) => void;
}

/** Runs a journey in a world of its own. @returns What went wrong, in one line; undefined where nothing did. */
export async function runOne(
  adapter: ClientAdapter,
  journeyRun: JourneyRun,
  readings: SomeReadings,
  { simulator, world: options, limit = hour, timeoutMs = 30_000, signal, onCoverage }: RunSettings,
): Promise<string | undefined> {
  signal?.throwIfAborted();
  // `openWorld` refuses what is no reading.
  const world = await openWorld(simulator, { ...options, profile: { readings: readings as Readings } });
  const { service } = world;
  const end = new AbortController();
  const stop = () => end.abort(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const { conclusion } = await untilEnd(
      end,
      timeoutMs,
      runClient(adapter, toLimited(service, limit, end), journeyRun, end),
    );
    const expected = toExpected(journeyRun, service.profile);
    return expected.includes(conclusion) ? undefined : `said ${conclusion}, expected ${expected.join(" or ")}`;
  } catch (error) {
    signal?.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    return message.replaceAll(service.clientSecret, "…").replaceAll(/\s*\n\s*/g, " ");
  } finally {
    signal?.removeEventListener("abort", stop);
    end.abort();
    onCoverage?.(await world.control.coverage());
    await world.close();
  }
}

async function runClient(
  adapter: ClientAdapter,
  service: ServiceSettings,
  journeyRun: JourneyRun,
  end: AbortController,
): Promise<Report> {
  const client = await adapter.connect(service);
  try {
    return await client.runJourney(journeyRun, { signal: end.signal });
  } finally {
    await client.close?.();
  }
}

/** A service with a time limit, which stops a client that polls forever. */
function toLimited(service: ServiceSettings, limit: number, end: AbortController): ServiceSettings {
  const { sleep, now } = service;
  if (sleep === undefined || now === undefined) return service;
  const until = now() + limit;
  return {
    ...service,
    sleep: async (duration, options) => {
      if (now() + duration > until) end.abort(new Error(`was not done within ${limit / 60_000} minutes`));
      end.signal.throwIfAborted();
      return sleep(duration, options);
    },
  };
}

/** Settles with the client's report or at the time limit, even if the client ignores the signal. */
function untilEnd(end: AbortController, timeoutMs: number, told: Promise<Report>): Promise<Report> {
  const timer = setTimeout(() => end.abort(new Error(`was not done within ${timeoutMs / 1_000} seconds`)), timeoutMs);
  const ended = new Promise<never>((_, reject) => {
    end.signal.addEventListener("abort", () => reject(end.signal.reason), { once: true });
  });
  return Promise.race([told, ended]).finally(() => clearTimeout(timer));
}
