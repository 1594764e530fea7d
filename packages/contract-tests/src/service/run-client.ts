import { createSimulatorControl } from "@journey-kit/client/control";
import type { JourneyDefinition } from "@journey-kit/schemas";
import type { Coverage, Exchange, Explanation, Review, World, WorldInstance } from "@journey-kit/schemas/control";
import type { Profile } from "@journey-kit/schemas/profile";
import type { Region } from "@journey-kit/schemas/regions";
import type { ClientAdapter, ConnectedClient, JourneyRun, Report, ServiceSettings } from "./client-adapter.ts";
import { clearInterval, clearTimeout, setInterval, setTimeout } from "./real-time.ts";
import { openWorld, type SimulatorAddress, type WorldOptions } from "./world.ts";

/** How a journey ended: the client reported a conclusion or crashed, or the kit stopped it. Secrets are removed. */
export type Ending =
  | { readonly kind: "reported"; readonly report: Report }
  | { readonly kind: "crashed" | "hung"; readonly problem: string };

/** What a client did in its world. */
export interface ClientRun {
  /** One ending for each journey. */
  readonly endings: readonly Ending[];
  /**
   * The requests in the client's world, oldest first. After a long run, these are at most the first 100 and the latest
   * 1,000 requests.
   */
  readonly exchanges: readonly Exchange[];
  /** The instances in the client's world after the run, oldest first. */
  readonly instances: readonly Explanation[];
  readonly coverage: Coverage;
  /**
   * The clock that measures waits: the world's clock if the client called `settings.sleep`, otherwise the system clock.
   */
  readonly time: "virtual" | "real";
  /** Whether the client called `settings.now`. */
  readonly readsClock: boolean;
  /** Milliseconds between two polls, as in the client's settings. */
  readonly pollIntervalMs: number;
  /** The world's readings. */
  readonly profile: Profile;
  /** The region in the base URL; undefined if the base URL has none. Spec 1. */
  readonly region: Region | undefined;
  /** What the client printed: any text, a secret or a token, data of the person. Empty if it printed nothing. */
  readonly printed: readonly ("text" | "secret" | "personal")[];
}

/** Options of every run of a client. */
export interface RunnerOptions {
  readonly simulator: SimulatorAddress;
  /**
   * Milliseconds between two polls, passed in the settings. Default 10,000 if the client called `settings.sleep` in an
   * earlier run, otherwise 100.
   */
  readonly pollIntervalMs?: number | undefined;
  /** Time limit per run in milliseconds of real time; default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Aborts the run. The returned promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of one run. */
interface RunOptions {
  readonly world?: WorldOptions;
  /** Decides the review of each instance after the client has polled it three times. */
  readonly review?: Review["outcome"] | undefined;
  /** Pauses each instance after this many polls while modules run, and resumes it three polls later. */
  readonly pauseAfter?: number | undefined;
  /** Finishes the modules of each instance after this many requests while modules run, whatever their latency is. */
  readonly finishAfter?: number | undefined;
  /** Time limit in milliseconds of real time; default `timeoutMs` of the runner. */
  readonly timeoutMs?: number | undefined;
}

async function runClient(
  adapter: ClientAdapter,
  runs: readonly JourneyRun[],
  options: RunnerOptions & RunOptions,
): Promise<ClientRun> {
  const { simulator, timeoutMs = 30_000, signal } = options;
  signal?.throwIfAborted();
  const world = await openWorld(simulator, options.world);
  const { control, settings } = world;
  const stop = new AbortController();
  const test = createTester(control, options);
  const journal = createJournal(control);
  const expire = () => stop.abort(new Hang(`It did not finish within ${timeoutMs / 1_000} s`));
  const late = setTimeout(expire, timeoutMs);
  const ends = AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]);
  let sleeps = 0;
  const bounded = toBounded(settings, stop, ends, async () => {
    await test();
    sleeps += 1;
    if (sleeps % 10 === 0) await journal.keepFirst(); // in virtual time, a run may end before the first round
  });
  // If requests pass through `bounded.settings.fetch`, the tester acts only there, at the same requests in every run.
  const rounds = setInterval(
    () => void (bounded.used.fetch ? journal.keepFirst() : test().then(journal.keepFirst)),
    200,
  );
  try {
    const endings = await runAll(adapter, bounded.settings, runs, ends);
    signal?.throwIfAborted();
    const exchanges = await journal.read();
    const { pollIntervalMs, profile } = settings;
    return {
      endings: endings.map((ending) => withoutSecrets(ending, settings)),
      exchanges,
      instances: await explainAll(control),
      coverage: await control.coverage(),
      time: bounded.used.sleep ? "virtual" : "real",
      readsClock: bounded.used.now,
      pollIntervalMs,
      profile,
      region: options.world?.region,
      printed: findPrinted(endings, settings, runs),
    };
  } finally {
    clearInterval(rounds);
    clearTimeout(late);
    stop.abort(new Hang("The run has ended."));
    await world.close();
  }
}

/** The number of requests to keep from the beginning of a run, and the maximum that the kit reads at its end. */
const [mostFirst, mostLatest] = [100, 1_000];

/**
 * Reads the requests of a world. The simulator drops the oldest requests of a long run, so `keepFirst` must be called
 * during the run to keep them.
 */
function createJournal(control: World) {
  let first: readonly Exchange[] = [];
  let isTooLate = false;
  const keepFirst = async (): Promise<void> => {
    if (first.length >= mostFirst || isTooLate) return;
    const { requests, dropped } = await control.requests.list({ limit: `${mostFirst}`, after: "0" });
    isTooLate = dropped > 0;
    if (!isTooLate) first = requests;
  };
  const read = async (): Promise<readonly Exchange[]> => {
    const { requests } = await control.requests.list({ limit: `${mostLatest}` });
    const from = requests[0]?.sequence ?? 0;
    return [...first.filter(({ sequence }) => sequence < from), ...requests];
  };
  return { keepFirst: () => keepFirst().catch(() => undefined), read }; // if the simulator fails, `read` reports why
}

async function explainAll(control: World): Promise<readonly Explanation[]> {
  const { instances } = await control.instances();
  return Promise.all(instances.map(({ instanceId }) => control.instance(instanceId).explain()));
}

/** Runs the clients of one adapter, and chooses the clock of each world. */
export type ClientRunner = ReturnType<typeof createClientRunner>;

/**
 * Creates a runner that detects how a client waits. The first run uses an `auto` clock, with which every client can
 * finish. If the client calls `settings.sleep`, later runs use a frozen clock and the recommended polling interval.
 * Otherwise later runs keep the `auto` clock, and the client polls at short intervals of real time. Pass `canSleep` if
 * you know it from an earlier run.
 */
export function createClientRunner(adapter: ClientAdapter, common: RunnerOptions, canSleep = false) {
  let first: Promise<unknown> | undefined;
  const pollIntervalMs = () => common.pollIntervalMs ?? (canSleep ? 10_000 : 100);
  const act = async (runs: readonly JourneyRun[], options: RunOptions): Promise<ClientRun> => {
    const clock = canSleep ? "frozen" : options.finishAfter === undefined ? "auto" : "frozen";
    const world = { clock, pollIntervalMs: pollIntervalMs(), ...options.world } as const;
    const timeoutMs = options.timeoutMs ?? common.timeoutMs;
    const done = await runClient(adapter, runs, { ...common, ...options, timeoutMs, world });
    canSleep ||= done.time === "virtual";
    return done;
  };
  return {
    /** Whether the client has called `settings.sleep` in a run, so that it can run in virtual time. */
    canSleep: () => canSleep,
    /** Milliseconds between two polls in the next run. */
    pollIntervalMs,
    /** Publishes a journey on the simulator. */
    publish: async (journey: JourneyDefinition): Promise<void> => {
      const { baseUrl, fetch, controlToken: token } = common.simulator;
      await createSimulatorControl({ baseUrl, fetch, token }).publish({ journey });
    },
    /**
     * Runs journeys concurrently with one client in a new world, and stops journeys that take too long.
     *
     * @throws {ApiError} When the simulator refuses the world's options.
     * @throws {ProfileError} When a preset, gap or reading in the profile is unknown, or readings conflict.
     */
    run: async (runs: readonly JourneyRun[], options: RunOptions = {}): Promise<ClientRun> => {
      if (first !== undefined) return first.catch(() => undefined).then(() => act(runs, options));
      const done = act(runs, options);
      first = done;
      return done;
    },
  };
}

/** Describes an ending in words. */
export const toWords = (ending: Ending): string =>
  ending.kind === "reported"
    ? `reported "${ending.report.conclusion}"`
    : `${ending.kind}: ${ending.problem.replace(/\.$/, "")}`;

/** Describes a refusal by its kind and its first problem. */
export const toRefusalText = ({ kind, problems }: NonNullable<Exchange["refusal"]>): string =>
  [kind, ...problems.slice(0, 1)].join(": ").replace(/\.$/, "");

/** Describes the last requests, up to a given one. */
export const toCalls = (
  exchanges: readonly Exchange[],
  upTo = exchanges.at(-1)?.sequence ?? 0,
  most = 5,
): readonly string[] =>
  exchanges
    .filter(({ sequence }) => sequence <= upTo)
    .slice(-most)
    .map(({ sequence, at, endpoint, request, response, refusal, fault }) => {
      const applied = fault === undefined ? "" : `, fault ${fault.rule}`;
      const why = refusal === undefined ? "" : ` ${toRefusalText(refusal)}`;
      return `#${sequence} ${at.slice(11, 19)} ${endpoint ?? request.path} ${response.status}${why}${applied}`;
    });

/** The reason for stopping a client. */
class Hang extends Error {
  override readonly name = "Hang";
}

async function runAll(
  adapter: ClientAdapter,
  settings: ServiceSettings,
  runs: readonly JourneyRun[],
  signal: AbortSignal,
): Promise<readonly Ending[]> {
  const connecting = (async () => adapter.connect(settings))();
  const runOne = async (client: Promise<ConnectedClient>, run: JourneyRun) =>
    (await client).runJourney(run, { signal });
  const endings = await Promise.all(runs.map((run) => toEnding(runOne(connecting, run), signal)));
  const client = await Promise.race([connecting, undefined]).catch(() => undefined);
  await client?.close?.();
  return endings;
}

/** Real milliseconds that a stopped client has to end, so that its last error can be shown. */
const graceMs = 1_000;

async function toEnding(journey: Promise<Report>, stop: AbortSignal): Promise<Ending> {
  const reported = journey.then<Ending, Ending>(
    (report) => ({ kind: "reported", report }),
    (error: unknown) => ({ kind: "crashed", problem: toText(error) }),
  );
  const silent = new Promise<undefined>((resolve) => {
    const wait = () => setTimeout(() => resolve(undefined), graceMs);
    if (stop.aborted) wait();
    else stop.addEventListener("abort", wait, { once: true });
  });
  const ending = await Promise.race([reported, silent]);
  if (stop.aborted && stop.reason instanceof Hang) {
    const last =
      ending?.kind === "crashed" && !ending.problem.includes(stop.reason.message) ? `: ${ending.problem}` : "";
    return { kind: "hung", problem: stop.reason.message + last };
  }
  return ending ?? { kind: "hung", problem: "It did not stop when aborted" };
}

/** The text of an error with its causes, as a log would show it. */
function toText(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined || depth > 3 ? "" : `\n  because ${toText(error.cause, depth + 1)}`;
  return `${error.name}: ${error.message}${cause}`;
}

const hourMs = 3_600_000;

/**
 * Wraps settings to refuse requests and waits after the end of a run, to record calls, and to call `test` before each
 * `sleep` or, for a client with its own timers, before each poll.
 */
function toBounded(settings: ServiceSettings, stop: AbortController, ends: AbortSignal, test: () => Promise<void>) {
  const { fetch = globalThis.fetch, sleep, now } = settings;
  const from = now?.() ?? 0;
  const used = { fetch: false, sleep: false, now: false };
  const bounded: ServiceSettings = {
    ...settings,
    fetch: async (input, init) => {
      ends.throwIfAborted();
      used.fetch = true;
      const url = input instanceof Request ? input.url : `${input}`;
      if (!used.sleep && url.endsWith("/state/fetch")) await test();
      return fetch(input, init);
    },
    ...(sleep !== undefined &&
      now !== undefined && {
        now: () => {
          used.now = true;
          return now();
        },
        sleep: async (duration, options) => {
          used.sleep = true;
          if (now() + duration - from > 2 * hourMs) {
            stop.abort(new Hang("It did not finish within 120 minutes of world time"));
          }
          ends.throwIfAborted();
          await test();
          await sleep(duration, options);
        },
      }),
  };
  return { settings: bounded, used };
}

/** How many times a client polls a paused instance, or one under review, before the tester acts. */
const pollsBefore = 3;

/**
 * Creates a tester who decides reviews, pauses instances and resumes them, and finishes modules. Each call processes the
 * requests since the previous call.
 */
function createTester(control: World, { review, pauseAfter, finishAfter }: RunOptions): () => Promise<void> {
  if ([review, pauseAfter, finishAfter].every((one) => one === undefined)) return async () => undefined;
  const polls = new Map<string, number>();
  const handled = new Set<string>();
  let after = "0";
  let last = Promise.resolve();
  const decide = async (phase: string, instance: WorldInstance, count: number): Promise<boolean> => {
    if (phase === "reviewing" && review !== undefined && count >= pollsBefore)
      await instance.review({ outcome: review });
    else if (phase === "paused" && pauseAfter !== undefined && count >= pollsBefore) await instance.resume();
    else if (phase === "running" && finishAfter !== undefined && count >= finishAfter) {
      await instance.advance({ to: "next-event" }).catch(() => undefined); // it may have ended by now
      return false; // later modules finish in the next rounds
    } else if (phase === "running" && pauseAfter !== undefined && count >= pauseAfter)
      await instance.pause().catch(() => undefined); // it may have ended by now
    else return false;
    return true;
  };
  const act = async () => {
    const { requests, next } = await control.requests.list({ limit: "1000", after });
    after = `${next}`;
    for (const { phase, instanceId } of requests) {
      const key = `${phase} ${instanceId}`;
      polls.set(key, (polls.get(key) ?? 0) + 1);
    }
    for (const [key, count] of polls) {
      const [phase = "", instanceId = ""] = key.split(" ");
      if (!handled.has(key) && (await decide(phase, control.instance(instanceId), count))) handled.add(key);
    }
  };
  return () => {
    last = last.then(act).catch(() => undefined); // the next round repeats what failed
    return last;
  };
}

/** A simulator's bearer token anywhere in a text. */
const tokenForm = /sim_[\w-]{40,}|eyJ[\w-]+\.[\w-]+\.[\w-]{40,}/g;

type Credentials = Pick<ServiceSettings, "clientId" | "clientSecret">;

/** Also removes the credentials of HTTP Basic authentication, which are in base64. */
function redact(text: string, { clientId, clientSecret }: Credentials): string {
  const basic = btoa([clientId, clientSecret].map(encodeURIComponent).join(":")).replace(/=+$/, "");
  return text.replaceAll(clientSecret, "…").replaceAll(basic, "…").replaceAll(tokenForm, "…");
}

function withoutSecrets(ending: Ending, secret: Credentials): Ending {
  if (ending.kind !== "reported") return { ...ending, problem: redact(ending.problem, secret) };
  const { output, ...report } = ending.report;
  return { kind: "reported", report: output === undefined ? report : { ...report, output: redact(output, secret) } };
}

function findPrinted(
  endings: readonly Ending[],
  secret: Credentials,
  runs: readonly JourneyRun[],
): ClientRun["printed"] {
  const text = endings.map((one) => (one.kind === "reported" ? (one.report.output ?? "") : one.problem)).join("\n");
  if (text.trim() === "") return [];
  const isPersonal = runs.some(({ subject }) => personalTexts(subject).some((one) => text.includes(one)));
  const isSecret = redact(text, secret) !== text;
  return ["text", ...(isSecret ? (["secret"] as const) : []), ...(isPersonal ? (["personal"] as const) : [])];
}

/** Letters that a text needs, so that it cannot be in the output by chance. */
const shortestPersonal = 5;

/** The texts in a person's data, without words of the specification such as the type of a document. */
function personalTexts(data: unknown): readonly string[] {
  if (typeof data === "string") return data.length < shortestPersonal ? [] : [data];
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([name, member]) => (name === "type" ? [] : personalTexts(member)));
}
