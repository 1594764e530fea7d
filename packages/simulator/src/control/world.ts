import {
  Arming,
  type CheckpointList,
  ClientPermissions,
  ClockAdvance,
  ClockChange,
  type ClockState,
  CoverageQuery,
  type Exchange,
  FaultPlan,
  Fork,
  ProfileChange,
  type ProfileState,
  Rate,
  RequestQuery,
  Scenario,
  type ScenarioList,
  type World,
} from "@journey-kit/schemas/control";
import { moduleOf } from "@journey-kit/schemas/modules";
import type { SimulatorContext } from "../context/context.ts";
import { effectiveAt, type InstanceRecord, settle, untilNextEvent } from "../engine/commands.ts";
import { toCoverage } from "../journal/coverage.ts";
import { listRequests, watchRequests } from "../journal/exchange.ts";
import { toHar } from "../journal/har.ts";
import { renderSummary, toTransitions } from "../render/explanation.ts";
import type { Armed, Settings } from "../store/store.ts";
import { advance, type Clock, switchTo, timeOf } from "../world/clock.ts";
import { ControlError, LimitError } from "../world/control-error.ts";
import { findScenario, scenariosOf } from "../world/scenario.ts";
import { type Millis, toIso } from "../world/time.ts";
import { checkFaultPlan, checkScenario, parseInput, parseProfile } from "./input.ts";
import { createInstance, type LocalInstance } from "./instance.ts";
import { openSituation, saveSituation } from "./situation.ts";

/**
 * A world in this process. If it refuses a call, the method rejects with {@link ControlError}. `clock.sleep` and
 * `requests.watch` exist only in this interface. `clock.sleep` lets every other task of the process run before it
 * advances the clock, which is impossible over HTTP.
 */
export interface LocalWorld extends World {
  readonly clock: World["clock"] & {
    /** The time of the world in milliseconds since the Unix epoch. */
    now(): Promise<Millis>;
    /**
     * Waits by advancing this clock instead of waiting in real time. Pass this function to an application as its
     * `sleep`.
     */
    readonly sleep: Sleep;
  };
  readonly requests: World["requests"] & {
    /**
     * Calls `listener` for each matching request: first the recorded requests after the cursor `query.after`, then each
     * new request. `isRecorded` is true for the recorded ones. If the recorded requests cannot be sent, the watch stops
     * and `onError` receives the error, by default the `onError` of the simulator.
     *
     * @returns A function that stops the watch.
     * @throws {ControlError} If the query is invalid.
     */
    watch(
      query: RequestQuery,
      listener: (exchange: Exchange, isRecorded: boolean) => void,
      onError?: (error: unknown) => void,
    ): () => void;
  };
  instance(id: string): LocalInstance;
}

/** Opens the world of an API client. Methods that only read do not create the world. */
export function createWorld(context: SimulatorContext, clientId: string): LocalWorld {
  const { system } = context;
  const store = () => {
    checkClient(context, clientId);
    return context.store;
  };
  const journals = () => {
    checkClient(context, clientId);
    return context.journals;
  };
  const settings = async () => store().settings(clientId);
  const reportChange = () => context.events.reportChange(clientId);
  const configure = async (change: Partial<Settings> | ((current: Settings) => Partial<Settings>)) => {
    const changed = await store().configure(clientId, (current) => ({
      ...current,
      ...(typeof change === "function" ? change(current) : change),
    }));
    reportChange();
    return changed;
  };
  const toClockState = ({ clock }: Settings): ClockState => ({ mode: clock.mode, now: toIso(timeOf(clock, system())) });
  const now = async () => timeOf((await settings()).clock, system());
  const move = async (change: (clock: Clock) => Clock) =>
    toClockState(await configure(({ clock }) => ({ clock: change(clock) })));
  const scan = async () => {
    const worldAt = await now();
    const records = await store().scan(clientId);
    return records.map((record) => ({ record, at: effectiveAt(record, worldAt) }));
  };
  const checkCount = ({ length }: readonly unknown[]) => {
    if (length >= context.limits.scenarios) throw new LimitError("scenarios", context.limits.scenarios);
  };
  const summary = async () => {
    const current = await settings();
    const instances = (await store().scan(clientId)).length;
    return { world: clientId, instances, epoch: current.epoch, clock: toClockState(current) };
  };
  const load = async (checkpoint: string, into: string) => {
    const snapshot = await store().checkpoint(clientId, checkpoint);
    if (snapshot === undefined) throw unknownCheckpoint();
    await store().replace(into, snapshot);
    context.events.reportChange(into);
  };
  const listCheckpoints = async (): Promise<CheckpointList> => ({
    checkpoints: [...(await store().checkpoints(clientId))],
  });
  return {
    clock: {
      now,
      read: async () => toClockState(await settings()),
      set: async (change) => {
        const { mode } = parseInput(ClockChange, change);
        return move((clock) => switchTo(clock, mode, system()));
      },
      advance: async (change) => {
        const by = parseInput(ClockAdvance, change);
        if ("ms" in by) return move((clock) => advance(clock, by.ms));
        if (by.to !== "next-event")
          return move((clock) => advance(clock, untilInstant(by.to, timeOf(clock, system()))));
        const distances = (await scan()).map(({ record, at }) => untilNextEvent(record, at));
        const nearest = Math.min(...distances.filter((distance) => distance > 0));
        return move((clock) => advance(clock, Number.isFinite(nearest) ? nearest : 0));
      },
      sleep: createSleep({
        now,
        moveTo: async (target) => void (await move((clock) => advance(clock, target - timeOf(clock, system())))),
      }),
    },
    profile: {
      read: async () => toProfileState(await settings()),
      set: async (choice) => {
        const profile = parseProfile(parseInput(ProfileChange, choice));
        return toProfileState(await configure({ profile }));
      },
    },
    rate: {
      read: async () => toRate(await settings()),
      set: async (rate) => toRate(await configure(parseInput(Rate, rate))),
    },
    permissions: {
      read: async () => toPermissions(await settings()),
      set: async (permissions) => toPermissions(await configure(parseInput(ClientPermissions, permissions))),
    },
    scenarios: {
      list: async () => toScenarioList(await settings(), await store().armed(clientId)),
      put: async (input) => {
        const scenario = parseInput(Scenario, input);
        checkScenario(scenario, { ...context, profile: (await settings()).profile });
        const changed = await configure(({ scenarios }) => {
          const others = scenarios.filter(({ name }) => name !== scenario.name);
          checkCount(others);
          return { scenarios: [...others, scenario] };
        });
        return toScenarioList(changed, await store().armed(clientId));
      },
      arm: async (arming) => {
        const armed = parseInput(Arming, arming);
        const current = await settings();
        const scenario = findScenario(current, armed.scenario);
        if (scenario === undefined) throw new ControlError("INVALID_FIELD", "scenario: unknown scenario.");
        checkScenario(scenario, { ...context, profile: current.profile });
        checkCount(await store().armed(clientId));
        await store().arm(clientId, armed);
        reportChange();
        return toScenarioList(current, await store().armed(clientId));
      },
    },
    faults: {
      read: async () => structuredClone((await settings()).faults),
      set: async (input) => {
        const plan = parseInput(FaultPlan, input);
        checkFaultPlan(context, plan);
        await store().plan(clientId, plan);
        reportChange();
        return structuredClone(plan);
      },
      hits: async () => ({ hits: structuredClone([...(await store().faultHits(clientId))]) }),
    },
    requests: {
      list: async (query = {}) => listRequests(journals(), clientId, parseInput(RequestQuery, query)),
      archive: async (query = {}) =>
        toHar(
          (await listRequests(journals(), clientId, { limit: maxExported, ...parseInput(RequestQuery, query) }))
            .requests,
        ),
      watch: (query, listener, onError = context.onError) =>
        watchRequests(journals(), clientId, parseInput(RequestQuery, query), listener, onError),
    },
    coverage: async (min) => {
      if (min !== undefined) parseInput(CoverageQuery, { min: `${min}` });
      const instances = await scan();
      const transitions = await countTransitions(context, clientId, instances);
      const counts = { ...(await journals().counts(clientId)), transitions, outcomes: countOutcomes(instances) };
      return toCoverage(clientId, counts, (await settings()).profile, min);
    },
    checkpoints: {
      list: listCheckpoints,
      save: async () => {
        const checkpoint = await store().saveCheckpoint(clientId, context.makeId(), system());
        reportChange();
        return checkpoint;
      },
      restore: async (checkpoint) => {
        await load(checkpoint, clientId);
        return summary();
      },
      fork: async (checkpoint, to) => {
        const { as } = parseInput(Fork, to);
        checkClient(context, as);
        await load(checkpoint, as);
        return createWorld(context, as).summary();
      },
      remove: async (checkpoint) => {
        if (!(await store().removeCheckpoint(clientId, checkpoint))) throw unknownCheckpoint();
        reportChange();
        return listCheckpoints();
      },
    },
    situation: {
      save: async () => saveSituation({ ...context, store: store() }, clientId),
      open: async (situation) => {
        await openSituation({ ...context, store: store() }, clientId, situation);
        reportChange();
        return summary();
      },
    },
    instances: async () => ({
      instances: (await scan()).map(({ record, at }) => renderSummary(settle(record, at))),
    }),
    instance: (id) => createInstance(context, clientId, id, now),
    summary,
    reset: async () => {
      await store().reset(clientId);
      await journals().clear(clientId);
      reportChange();
      return summary();
    },
  };
}

const maxExported = "9999";

/** Throws if there is a list of API clients and it does not contain the client. */
function checkClient({ clients }: SimulatorContext, clientId: string): void {
  if (clients === undefined || clients.has(clientId)) return;
  throw new ControlError("UNKNOWN_PATH", "There is no such client.");
}

const unknownCheckpoint = () => new ControlError("UNKNOWN_CHECKPOINT", "There is no such checkpoint.");

function untilInstant(instant: string, now: Millis): Millis {
  const distance = Date.parse(instant) - now;
  if (distance >= 0) return distance;
  throw new ControlError("INVALID_FIELD", "to: must not be in the past. A clock only moves forward.");
}

const toProfileState = ({ profile }: Settings): ProfileState => ({ readings: { ...profile } });

const toRate = ({ callsPerMinute }: Settings): Rate => ({ callsPerMinute });

const toPermissions = ({ permissions }: Settings): ClientPermissions => ({ permissions: [...permissions] });

const toScenarioList = (settings: Settings, armed: readonly Armed[]): ScenarioList => ({
  always: settings.scenario.name,
  armed: [...armed],
  scenarios: structuredClone([...scenariosOf(settings)]),
  own: settings.scenarios.map(({ name }) => name),
});

/**
 * Counts how often each module outcome occurred. An outcome that was possible in the started journeys but did not occur
 * has the count 0.
 */
function countOutcomes(
  instances: readonly { readonly record: InstanceRecord; readonly at: Millis }[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (module: string, outcome: string, times: number) =>
    counts.set(`${module}: ${outcome}`, (counts.get(`${module}: ${outcome}`) ?? 0) + times);
  for (const { record, at } of instances) {
    const { terms, instance } = settle(record, at);
    for (const { module } of terms.definition.segments.flatMap(({ modules }) => modules))
      for (const { name } of moduleOf(module, terms.definition).outcomes) add(module, name, 0);
    for (const { module, outcome } of instance.finished) add(module, outcome.name, 1);
  }
  return counts;
}

/** Counts the transitions of the instances of a world. Spec 3. */
async function countTransitions(
  { store }: SimulatorContext,
  world: string,
  instances: readonly { readonly record: InstanceRecord; readonly at: Millis }[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { record, at } of instances) {
    const log = await store.log(world, record.instance.id);
    if (log === undefined) continue;
    for (const id of toTransitions(record.terms, log, at)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Waits for `duration` milliseconds of world time. If `signal` aborts, the wait rejects with its reason. */
type Sleep = (duration: Millis, options?: { readonly signal?: AbortSignal }) => Promise<void>;

/**
 * Creates the `sleep` of a world. Each waiting call lets every other task run once, then moves the clock to the
 * earliest time that any call waits for.
 */
function createSleep(clock: { now(): Promise<Millis>; moveTo(target: Millis): Promise<void> }): Sleep {
  const sleepers = new Set<{ readonly target: Millis }>();
  return async (duration, { signal } = {}) => {
    signal?.throwIfAborted();
    const sleeper = { target: (await clock.now()) + duration };
    sleepers.add(sleeper);
    try {
      while ((await clock.now()) < sleeper.target) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        signal?.throwIfAborted();
        await clock.moveTo(Math.min(...[...sleepers].map(({ target }) => target)));
      }
    } finally {
      sleepers.delete(sleeper);
    }
  };
}
