import type { ClientAdapter, JourneyRun, Report, ServiceSettings } from "../target/client-adapter.ts";
import type { Ending } from "./evidence.ts";

/** Limits after which a client counts as hanging. */
export interface Bounds {
  /** Milliseconds of real time. */
  readonly timeoutMs: number;
  /** Milliseconds of its world's time, if virtual. */
  readonly worldTimeoutMs: number;
  /** Aborts the run. */
  readonly signal?: AbortSignal;
  /** Called before each wait of the client in virtual time. */
  readonly attend: () => Promise<void>;
}

/**
 * Runs a client's journeys concurrently and stops those that take too long. A crash counts as an ending.
 *
 * @throws The reason of `bounds.signal`.
 */
export async function sendClient(
  adapter: ClientAdapter,
  service: ServiceSettings,
  runs: readonly JourneyRun[],
  bounds: Bounds,
): Promise<readonly Ending[]> {
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(new Hang(bounds.timeoutMs, "")), bounds.timeoutMs);
  const pass = () => stop.abort(bounds.signal?.reason);
  bounds.signal?.addEventListener("abort", pass, { once: true });
  try {
    const client = await adapter.connect(bind(service, stop, bounds));
    const endings = await Promise.all(
      runs.map((journeyRun) => toEnding(client.runJourney(journeyRun, { signal: stop.signal }), stop.signal)),
    );
    bounds.signal?.throwIfAborted();
    await client.close?.();
    return endings;
  } finally {
    clearTimeout(late);
    bounds.signal?.removeEventListener("abort", pass);
  }
}

/** Why a client was stopped. */
class Hang extends Error {
  override readonly name = "Hang";

  constructor(duration: number, ofWorld: string) {
    super(`It did not finish within ${duration / 1_000} seconds${ofWorld}.`);
  }
}

/** Real milliseconds that an aborted client gets to report. */
const lastWord = 1_000;

async function toEnding(journey: Promise<Report>, stop: AbortSignal): Promise<Ending> {
  const told = journey.then<Ending, Ending>(
    (report) => ({ kind: "told", report }),
    (error: unknown) => ({ kind: "crashed", problem: toText(error) }),
  );
  const given = new Promise<undefined>((resolve) => {
    const wait = () => setTimeout(() => resolve(undefined), lastWord);
    if (stop.aborted) wait();
    else stop.addEventListener("abort", wait, { once: true });
  });
  const ending = await Promise.race([told, given]);
  if (stop.aborted && stop.reason instanceof Hang) {
    const last = ending?.kind === "crashed" ? ` ${ending.problem}` : "";
    return { kind: "hung", problem: stop.reason.message + last };
  }
  return ending ?? { kind: "hung", problem: "It did not stop when aborted." };
}

/** The text of an error with its causes, as a log would show it. */
function toText(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined || depth > 3 ? "" : `\n  because ${toText(error.cause, depth + 1)}`;
  return `${error.name}: ${error.message}${cause}`;
}

/** Creates a service whose requests and waits all end with the run. */
function bind(service: ServiceSettings, stop: AbortController, bounds: Bounds): ServiceSettings {
  const { fetch = globalThis.fetch, sleep, now } = service;
  const from = now?.() ?? 0;
  return {
    ...service,
    fetch: async (request) => {
      stop.signal.throwIfAborted();
      return fetch(request);
    },
    ...(sleep !== undefined &&
      now !== undefined && {
        sleep: async (duration, options) => {
          const { worldTimeoutMs } = bounds;
          if (now() - from > worldTimeoutMs) stop.abort(new Hang(worldTimeoutMs, " of its world's time"));
          stop.signal.throwIfAborted();
          await bounds.attend();
          await sleep(duration, options);
        },
      }),
  };
}
