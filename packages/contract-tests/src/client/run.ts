import { createSimulatorControl } from "@journey-kit/client/control";
import type { Exchange, Explanation, World, WorldInstance } from "@journey-kit/schemas/control";
import type { ClientAdapter, ConnectedClient, Report, ServiceSettings } from "../service/client-adapter.ts";
import type { Condition, ConditionRun } from "../service/condition.ts";
import { clearInterval, clearTimeout, now, setInterval, setTimeout } from "../service/real-time.ts";
import { type OpenWorld, openWorld, type SimulatorAddress } from "../service/world.ts";
import type { Ending, Evidence } from "./evidence.ts";
import { isPoll } from "./exchanges.ts";
import { findPrinted, listenToConsole, listenToRejections, redact, withoutSecrets } from "./output.ts";
import { type Recorder, startRecording } from "./recording.ts";

export interface RunnerOptions {
  readonly simulator: SimulatorAddress;
  /**
   * Milliseconds between two polls, passed in the settings. Default 10,000 if the client called `settings.sleep` in an
   * earlier run, otherwise 100.
   */
  readonly pollIntervalMs?: number | undefined;
  /** Time limit for a condition in milliseconds of real time; default 60,000. Where a tester counts polls, each poll starts it anew. */
  readonly timeoutMs?: number | undefined;
  /** Aborts the run. The returned promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the client calls `settings.sleep`, if known. By default, the first run shows it. */
  readonly isVirtual?: boolean | undefined;
}

interface RunChoices {
  readonly world?: OpenWorld | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly keeps?: ((evidence: Evidence) => boolean) | undefined;
}

/** Runs the clients of one adapter, and chooses the clock of each world. */
export type Runner = ReturnType<typeof createRunner>;

/**
 * Creates a runner that detects how a client waits. The first runs use an `auto` clock, with which every client can
 * finish. Once the client has called `settings.sleep`, later runs use a frozen clock and the recommended polling
 * interval. Otherwise the client polls at short intervals of real time.
 */
export function createRunner(adapter: ClientAdapter, common: RunnerOptions) {
  const { simulator, signal } = common;
  const control = createSimulatorControl({
    baseUrl: simulator.baseUrl,
    token: simulator.controlToken,
    ...(simulator.fetch && { fetch: simulator.fetch }),
  });
  const published = new Set<string>();
  const tokens = new Map<string, string>(); // the client id of each token
  let isVirtual = common.isVirtual ?? false;
  let usesFetch = false;
  const pollIntervalMs = () => common.pollIntervalMs ?? (isVirtual ? 10_000 : 100);
  const publish = async ({ journeys = [] }: Condition) => {
    for (const journey of journeys) {
      const key = `${journey.id}@${journey.version}`;
      if (!published.has(key)) await control.publish({ journey });
      published.add(key);
    }
  };
  const clockOf = ({ isTimed, finishAfter }: Condition) => {
    if (isVirtual) return "frozen";
    if (isTimed === true) return "real";
    return finishAfter === undefined ? "auto" : "frozen";
  };
  const open = async (condition: Condition): Promise<OpenWorld> => {
    const { readings = {}, scenario, faults, region, permissions } = condition;
    const world = await openWorld(simulator, {
      ...{ scenario, faults, region, profile: { readings }, clock: clockOf(condition) },
      pollIntervalMs: condition.pollIntervalMs ?? pollIntervalMs(),
    });
    if (permissions !== undefined) await world.control.permissions.set({ permissions });
    return world;
  };
  return {
    /** Opens a world in which several conditions can run, one after the other, that differ only in their faults. */
    open,
    /** Whether the client has called `settings.sleep` in a run, so that it can run in virtual time. */
    isVirtual: (): boolean => isVirtual,
    pollIntervalMs,
    /**
     * Runs the journeys of a condition in new worlds, one for each of its clients, and stops journeys that take too
     * long.
     *
     * With `world`, one client runs in that world, whose scenario and readings stay as they are. Otherwise the evidence
     * has a snapshot of each world for which `keeps` returns true.
     *
     * @returns The evidence of each world.
     * @throws {ApiError} When the simulator refuses the condition.
     * @throws {ProfileError} When a gap or reading is unknown, or readings conflict.
     */
    run: async (
      condition: Condition,
      { world: shared, signal: own, keeps = () => false }: RunChoices = {},
    ): Promise<readonly Evidence[]> => {
      const stops = AbortSignal.any([signal, own].filter((one) => one !== undefined));
      stops.throwIfAborted();
      await publish(condition);
      const stop = new AbortController();
      const ends = AbortSignal.any([stop.signal, stops]);
      const limit = condition.isHopeless === true ? hopelessMs : (common.timeoutMs ?? 60_000);
      const stopLate = () => stop.abort(new TimeUp(`it did not finish within ${limit / 1_000} s`));
      let late = setTimeout(stopLate, limit);
      const postpone = () => {
        clearTimeout(late);
        late = setTimeout(stopLate, limit);
      };
      const numbers = [...new Set(condition.runs.map(({ client = 0 }) => client))];
      const clients = numbers.map((number) => condition.runs.filter(({ client = 0 }) => client === number));
      try {
        const isShared = shared !== undefined;
        const inEachWorld = { condition, tokens, stop, ends, postpone, isVirtual, usesFetch, isShared, keeps };
        const runOne = async (runs: readonly ConditionRun[]) => {
          const world = shared ?? (await open(condition));
          return runInWorld(adapter, { ...inEachWorld, runs, world }).finally(() => shared ?? world.close());
        };
        const results: Awaited<ReturnType<typeof runInWorld>>[] = [];
        if (condition.inTurn === true) for (const runs of clients) results.push(await runOne(runs));
        else results.push(...(await Promise.all(clients.map(runOne))));
        stops.throwIfAborted();
        usesFetch = results.every((one) => one.usesFetch);
        const done = results.map(({ evidence }) => evidence);
        isVirtual ||= done.some(({ time }) => time === "virtual");
        return done;
      } finally {
        clearTimeout(late);
        stop.abort(new TimeUp("the run has ended"));
      }
    },
  };
}

interface Task {
  readonly condition: Condition;
  readonly runs: readonly ConditionRun[];
  readonly world: OpenWorld;
  /** Whether the world contains earlier requests, which are not part of the evidence. */
  readonly isShared: boolean;
  readonly tokens: Map<string, string>;
  readonly stop: AbortController;
  readonly ends: AbortSignal;
  /** Starts the time limit of the run anew. */
  readonly postpone: () => void;
  readonly isVirtual: boolean;
  readonly usesFetch: boolean;
  readonly keeps: (evidence: Evidence) => boolean;
}

async function runInWorld(
  adapter: ClientAdapter,
  task: Task,
): Promise<{ readonly evidence: Evidence; readonly usesFetch: boolean }> {
  const { condition, world, isShared, stop, ends } = task;
  const earlier = isShared ? await reuse(world, condition) : "0";
  const recorders: Recorder[] = [];
  const outputs = [listenToConsole(), listenToRejections()] as const;
  const journal = createJournal(world.control, earlier);
  const test = createTester(world.control, condition, task.isVirtual, () =>
    recorders.reduce((n, { tokens }) => n + tokens(), 0),
  );
  let requests = 0;
  let lastAt = now();
  const before = async (isPollRequest: boolean) => {
    ends.throwIfAborted();
    lastAt = now();
    requests += 1;
    if (requests > mostRequests) stop.abort(new TimeUp(`it sent more than ${mostRequests} requests`));
    if (requests % 50 === 0) await journal.keepFirst();
    const isCounted = isPollRequest && needsTester(condition);
    if (isCounted) task.postpone(); // a slow machine takes long for many polls
    if ((isCounted || (isPollRequest && requests > 60)) && (await test()) === "over")
      stop.abort(new TimeUp("it kept polling after the end"));
    ends.throwIfAborted();
  };
  const idle = setInterval(() => {
    const limit = idleLimit(world.settings.pollIntervalMs);
    if (!used.sleep && requests > 0 && now() - lastAt > limit)
      stop.abort(new TimeUp(`it sent no request for ${Math.round(limit / 1_000)} s`));
  }, 500);
  const used = { sleep: false, now: false };
  const bounded = boundSettings(world.settings, used, stop, ends);
  let connections = 0;
  const connect = async () => {
    const connection = connections++;
    const { tokens, usesFetch } = task;
    const recorder = await startRecording(bounded, { before, tokens, connection, usesFetch });
    recorders.push(recorder);
    return adapter.connect(recorder.settings);
  };
  try {
    const endings = await runAll(connect, task, adapter.connectsPerJourney === true);
    const evidence = await gather(world, { task, endings, recorders, outputs, journal, used });
    const usesFetch = recorders.every((one) => one.usesFetch());
    if (isShared || !task.keeps(evidence)) return { evidence, usesFetch };
    const snapshot = await world.control.snapshot.save({ personalData: "replaced" });
    return { evidence: { ...evidence, snapshot }, usesFetch };
  } finally {
    clearInterval(idle);
    for (const output of outputs) output.close();
    await Promise.all(recorders.map(({ close }) => close()));
  }
}

/** Plans the faults of a condition in a world that was used before. Returns the number of its last request. */
async function reuse({ control }: OpenWorld, { faults = { rules: [] } }: Condition): Promise<string> {
  await control.faults.set(faults); // counts requests anew
  const { next } = await control.requests.list({ limit: "1" });
  return `${next}`;
}

/** Real milliseconds under a condition in which no client can learn the outcome: many polls, so that mistakes show. */
const hopelessMs = 6_000;

/** The most requests that a client may send under one condition. */
const mostRequests = 600;

/** How long a client with its own timers may send nothing. Clients that back off wait up to about 8 seconds here. */
const idleLimit = (pollIntervalMs: number): number => Math.max(12_000, 50 * pollIntervalMs);

interface Finished {
  readonly task: Task;
  readonly endings: readonly Ending[];
  readonly recorders: readonly Recorder[];
  readonly outputs: readonly { readonly texts: readonly string[] }[];
  readonly journal: ReturnType<typeof createJournal>;
  readonly used: { readonly sleep: boolean; readonly now: boolean };
}

async function gather(
  { control, settings }: OpenWorld,
  { task, endings, recorders, outputs, journal, used }: Finished,
): Promise<Evidence> {
  const [printed = { texts: [] }, rejected = { texts: [] }] = outputs;
  const secrets = { ...settings, tokens: recorders.flatMap(({ issued }) => issued) };
  const unhandled = [
    ...rejected.texts,
    ...endings.flatMap((one) => (one.kind === "reported" ? (one.report.unhandled ?? []) : [])),
  ];
  const exchanges = await journal.read();
  const own = new Set(exchanges.map(({ instanceId }) => instanceId));
  return {
    condition: task.condition,
    runs: task.runs,
    endings: endings.map((ending) => withoutSecrets(ending, secrets)),
    exchanges,
    sent: recorders.flatMap(({ sent }) => sent).toSorted((one, other) => one.at - other.at),
    instances: await explainAll(control, task.isShared ? own : undefined),
    ...(!task.isShared && { coverage: await control.coverage() }),
    time: used.sleep ? "virtual" : "real",
    readsClock: used.now,
    pollIntervalMs: settings.pollIntervalMs,
    profile: settings.profile,
    printed: findPrinted(endings, printed.texts, secrets, task.runs),
    unhandled: unhandled.map((text) => redact(text, secrets)),
  };
}

/** The number of requests to keep from the beginning of a run, and the maximum that the kit reads at its end. */
const [mostFirst, mostLatest] = [100, 1_000];

/**
 * Reads the requests of a world. The simulator drops the oldest requests of a long run, so `keepFirst` must be called
 * during the run to keep them.
 */
function createJournal(control: World, from: string) {
  let first: readonly Exchange[] = [];
  let isTooLate = false;
  const keepFirst = async (): Promise<void> => {
    if (first.length >= mostFirst || isTooLate) return;
    const { requests, dropped } = await control.requests.list({ limit: `${mostFirst}`, after: from });
    isTooLate = dropped > 0;
    if (!isTooLate) first = requests;
  };
  const read = async (): Promise<readonly Exchange[]> => {
    const isFirst = from === "0"; // without `after`, the simulator returns the latest requests
    const { requests } = await control.requests.list({ limit: `${mostLatest}`, ...(!isFirst && { after: from }) });
    const earliest = requests[0]?.sequence ?? 0;
    return [...first.filter(({ sequence }) => sequence < earliest), ...requests];
  };
  return { keepFirst: () => keepFirst().catch(() => undefined), read }; // if the simulator fails, `read` reports why
}

/** Explains the instances of a world, or of a world that was used before, those that the requests are about. */
async function explainAll(control: World, own?: ReadonlySet<string | undefined>): Promise<readonly Explanation[]> {
  const listed =
    own === undefined ? (await control.instances()).instances.map(({ instanceId }) => instanceId) : [...own];
  const ids = listed.filter((id) => id !== undefined);
  return Promise.all(ids.map((instanceId) => control.instance(instanceId).explain()));
}

/** The reason for stopping a client. */
class TimeUp extends Error {
  override readonly name = "TimeUp";
}

async function runAll(
  connect: () => Promise<ConnectedClient>,
  { condition, runs, ends }: Task,
  isPerJourney: boolean,
): Promise<readonly Ending[]> {
  const shared = isPerJourney ? undefined : connect();
  const clients = runs.map(() => shared);
  const runOne = async (run: ConditionRun, i: number) => {
    const client = shared ?? connect();
    clients[i] = client;
    const { resourceId, apiVersion, subject } = run;
    return (await client).runJourney({ resourceId, apiVersion, subject }, { signal: ends });
  };
  const endings: Ending[] = [];
  if (condition.inTurn === true)
    for (const [i, run] of runs.entries()) endings.push(await awaitEnding(runOne(run, i), ends));
  else endings.push(...(await Promise.all(runs.map((run, i) => awaitEnding(runOne(run, i), ends)))));
  for (const one of new Set(clients)) {
    const client = await Promise.race([one, undefined]).catch(() => undefined);
    await client?.close?.();
  }
  return endings;
}

/** Real milliseconds that a stopped client has to end, so that its last error can be shown. */
const graceMs = 1_000;

async function awaitEnding(journey: Promise<Report>, stop: AbortSignal): Promise<Ending> {
  const reported = journey.then<Ending, Ending>(
    (report) => ({ kind: "reported", report }),
    (error: unknown) => ({ kind: "crashed", problem: renderError(error) }),
  );
  const silent = new Promise<undefined>((resolve) => {
    const wait = () => setTimeout(() => resolve(undefined), graceMs);
    if (stop.aborted) wait();
    else stop.addEventListener("abort", wait, { once: true });
  });
  const ending = await Promise.race([reported, silent]);
  if (stop.aborted && stop.reason instanceof TimeUp) {
    const last =
      ending?.kind === "crashed" && !ending.problem.includes(stop.reason.message) ? `. ${ending.problem}` : "";
    return { kind: "timed-out", problem: stop.reason.message + last };
  }
  return ending ?? { kind: "timed-out", problem: "it did not stop when aborted" };
}

/** The text of an error with its causes, as a log would show it. */
function renderError(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined || depth > 3 ? "" : `\n  because ${renderError(error.cause, depth + 1)}`;
  return `${error.name}: ${error.message}${cause}`;
}

const hourMs = 3_600_000;

/** Wraps settings to refuse waits after the end of a run, and to record which of them the client uses. */
function boundSettings(
  settings: ServiceSettings,
  used: { sleep: boolean; now: boolean },
  stop: AbortController,
  ends: AbortSignal,
): ServiceSettings {
  const { sleep, now: readNow } = settings;
  if (sleep === undefined || readNow === undefined) return settings;
  const from = readNow();
  return {
    ...settings,
    now: () => {
      used.now = true;
      return readNow();
    },
    sleep: async (duration, options) => {
      used.sleep = true;
      if (readNow() + duration - from > 2 * hourMs)
        stop.abort(new TimeUp("it did not finish within 120 minutes of world time"));
      ends.throwIfAborted();
      await sleep(duration, options);
    },
  };
}

const needsTester = ({ review, pauseAfter, finishAfter, outage }: Condition): boolean =>
  [review, pauseAfter, finishAfter, outage].some((one) => one !== undefined);

/** How many times a client polls a paused instance, or one under review, before the tester acts. */
const pollsBefore = 3;

/** Polls of an ended instance after which a client is stopped: it would never stop polling. */
const mostPollsAfterEnd = 20;

/**
 * Creates a tester who decides reviews, pauses instances and resumes them, finishes modules and ends outages. Call it
 * before each poll: it counts the requests since its previous call, so that it acts at the same request in every run.
 */
function createTester(control: World, condition: Condition, isVirtual: boolean, tokens: () => number) {
  const { review, reviewAfter = pollsBefore, pauseAfter, finishAfter, outage } = condition;
  const polls = new Map<string, number>();
  const handled = new Set<string>();
  let [after, errors] = ["0", 0];
  let outageFrom: number | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const isTimeToFinish = (count: number) =>
    finishAfter !== undefined && (count >= finishAfter.polls || tokens() >= (finishAfter.tokens ?? Number.MAX_VALUE));
  const decide = async (phase: string, instance: WorldInstance, count: number): Promise<boolean> => {
    if (phase === "reviewing" && review !== undefined && count >= reviewAfter)
      await instance.review({ outcome: review });
    else if (phase === "paused" && pauseAfter !== undefined && count >= pollsBefore) await instance.resume();
    else if (phase === "running" && isTimeToFinish(count)) {
      await instance.advance({ to: "next-event" }).catch(() => undefined); // it may have ended by now
      return false; // later modules finish in the next rounds
    } else if (phase === "running" && pauseAfter !== undefined && count >= pauseAfter)
      await instance.pause().catch(() => undefined); // it may have ended by now
    else return false;
    return true;
  };
  const endOutage = async () => {
    if (outage === undefined || outageFrom === undefined) return;
    const isLong = !isVirtual && now() - outageFrom > outage.seconds * 1_000;
    if (errors >= outage.errors || isLong) await control.faults.set({ rules: [] });
  };
  const act = async (): Promise<"over" | undefined> => {
    const { requests, next } = await control.requests.list({ limit: "1000", after });
    after = `${next}`;
    for (const exchange of requests) {
      const { phase, instanceId, endpoint, fault } = exchange;
      if (fault !== undefined && isPoll(exchange)) {
        errors += 1;
        outageFrom ??= now();
      }
      if (endpoint !== "v2.fetchInteraction" && !isPoll(exchange)) continue;
      const key = `${phase} ${instanceId} ${endpoint}`;
      polls.set(key, (polls.get(key) ?? 0) + 1);
    }
    await endOutage();
    for (const [key, count] of polls) {
      const [phase = "", instanceId = ""] = key.split(" ");
      const isEnded = phase === "finished" || phase === "failed";
      if (isEnded && count > mostPollsAfterEnd) return "over";
      const once = `${phase} ${instanceId}`;
      if (!handled.has(once) && (await decide(phase, control.instance(instanceId), count))) handled.add(once);
    }
    return undefined;
  };
  return async (): Promise<"over" | undefined> => {
    const done = last.then(act).catch(() => undefined); // the next round repeats what failed
    last = done;
    return done;
  };
}
