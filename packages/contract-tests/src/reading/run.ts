import type { Coverage } from "@journey-kit/schemas/control";
import type { Readings } from "@journey-kit/schemas/profile";
import type { Driver, Errand, Report, Service } from "../driver/driver.ts";
import { openWorld, type SimulatorAddress, type WorldOptions } from "../driver/world.ts";
import type { SomeReadings } from "./constraint.ts";
import { toExpected } from "./errand.ts";

/** How a client is run under a profile. */
export interface RunOptions {
  readonly simulator: SimulatorAddress;
  /** What the worlds are like besides their readings; their clocks are frozen unless it says otherwise. */
  readonly world?: Omit<WorldOptions, "profile" | "clientId">;
  /** How long a journey may take in milliseconds of its world's time; an hour where left out. */
  readonly limit?: number;
  /** How long it may take in milliseconds of real time; 30,000 where left out. */
  readonly patience?: number;
  /** Ends the run; it then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

const hour = 3_600_000;

/** One run, and who wants to know what its calls have met. */
interface RunSettings extends RunOptions {
  readonly onCoverage?: (coverage: Coverage) => void;
}

/** Runs a journey in a world of its own. @returns What went wrong, in one line; undefined where nothing did. */
export async function runErrand(
  driver: Driver,
  errand: Errand,
  readings: SomeReadings,
  { simulator, world: options, limit = hour, patience = 30_000, signal, onCoverage }: RunSettings,
): Promise<string | undefined> {
  signal?.throwIfAborted();
  // `openWorld` refuses what is no reading.
  const world = await openWorld(simulator, { ...options, profile: { readings: readings as Readings } });
  const { service } = world;
  const end = new AbortController();
  const stop = () => end.abort(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const { verdict } = await untilEnd(end, patience, runClient(driver, toLimited(service, limit, end), errand, end));
    const expected = toExpected(errand, service.profile);
    return expected.includes(verdict) ? undefined : `said ${verdict}, expected ${expected.join(" or ")}`;
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

async function runClient(driver: Driver, service: Service, errand: Errand, end: AbortController): Promise<Report> {
  const client = await driver.connect(service);
  try {
    return await client.runJourney(errand, { signal: end.signal });
  } finally {
    await client.close?.();
  }
}

/** A service whose time ends: who sleeps beyond the limit is ended, so that a client that polls for ever is found out. */
function toLimited(service: Service, limit: number, end: AbortController): Service {
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

/** Ends with what a client tells, or when its time has come, whether it listens to the signal or not. */
function untilEnd(end: AbortController, patience: number, told: Promise<Report>): Promise<Report> {
  const timer = setTimeout(() => end.abort(new Error(`was not done within ${patience / 1_000} seconds`)), patience);
  const ended = new Promise<never>((_, reject) => {
    end.signal.addEventListener("abort", () => reject(end.signal.reason), { once: true });
  });
  return Promise.race([told, ended]).finally(() => clearTimeout(timer));
}
