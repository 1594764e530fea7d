import {
  Arming,
  ClientPermissions,
  CoverageQuery,
  type Exchange,
  type FaultPlan,
  Fork,
  ProfileChange,
  type QueryInput,
  Rate,
  RequestQuery,
  Scenario,
  type ScenarioList,
  SnapshotQuery,
  type World,
} from "@journey-kit/schemas/control";
import { suggest } from "@journey-kit/schemas/report";
import type { SimulatorContext } from "../context/context.ts";
import { type InstanceRecord, settleAt } from "../engine/commands.ts";
import { exceeds, RefusalError } from "../engine/refusal-error.ts";
import { reportCoverage } from "../journal/coverage.ts";
import { listRequests, watchRequests } from "../journal/exchange.ts";
import { renderHar } from "../journal/har.ts";
import { renderInstanceSummary } from "../render/explanation.ts";
import type { Settings } from "../store/store.ts";
import { isOpenClientId } from "../world/client-rights.ts";
import { timeOf } from "../world/clock.ts";
import { arm, type Counters } from "../world/counters.ts";
import { findScenario, scenariosOf } from "../world/scenario.ts";
import { mapInSteps } from "../world/steps.ts";
import { reportChanges } from "./changes.ts";
import { createWorldClock, type LocalClock, renderClock } from "./clock.ts";
import { checkScenario, parseFaultPlan, parseInput, parseProfile, parseQuery } from "./input.ts";
import { createInstanceControls, type LocalInstance } from "./instance.ts";
import { saveSnapshot } from "./save-snapshot.ts";
import { openSnapshot } from "./snapshot.ts";

/**
 * A world in this process. If it refuses a call, the method rejects with {@link RefusalError}. `clock.sleep` and
 * `requests.watch` exist only in this interface. `clock.sleep` lets every other task of the process run before it
 * advances the clock, which is impossible over HTTP.
 */
export interface LocalWorld extends World {
  readonly clock: LocalClock;
  readonly requests: World["requests"] & {
    /**
     * Calls `listener` for each matching request: first the recorded requests after the cursor `query.after`, then each
     * new request. `isRecorded` is true for the recorded ones. If the recorded requests cannot be sent, the watch stops
     * and `onError` receives the error, by default the `onError` of the simulator.
     *
     * @returns A function that stops the watch.
     * @throws {RefusalError} If the query is invalid.
     */
    watch(
      query: QueryInput<RequestQuery>,
      listener: (exchange: Exchange, isRecorded: boolean) => void,
      onError?: (error: unknown) => void,
    ): () => void;
  };
  instance(id: string): LocalInstance;
}

/** Opens the world of an API client. Methods that only read do not create the world. */
export const createLocalWorld = (context: SimulatorContext, clientId: string): LocalWorld =>
  reportChanges(openWorld(context, clientId), clientId, context.journals.reportChange);

function openWorld(context: SimulatorContext, clientId: string): LocalWorld {
  const { system, pause } = context;
  const store = () => checkClient(context, clientId).store;
  const journals = () => checkClient(context, clientId).journals;
  const settings = async () => store().settings(clientId);
  const configure = async (change: Partial<Settings> | ((current: Settings) => Partial<Settings>)) =>
    store().configure(clientId, (now) => ({ ...now, ...(typeof change === "function" ? change(now) : change) }));
  /** Controls settings that a tester reads and replaces. */
  const setting = <Input, State>(parse: (input: Input) => Partial<Settings>, render: (current: Settings) => State) => ({
    read: async () => render(await settings()),
    set: async (input: Input) => render(await configure(parse(input))),
  });
  const list = async () => store().list(clientId);
  const clock = createWorldClock({
    read: async () => (await settings()).clock,
    change: async (change) => (await configure((current) => ({ clock: change(current.clock) }))).clock,
    reportChange: () => context.journals.reportChange(clientId),
    list,
    system,
    pause,
  });
  const checkCount = ({ length }: readonly unknown[]) => {
    if (length >= context.limits.scenarios) throw exceeds("scenarios", context.limits.scenarios);
  };
  const summary = async () => {
    const current = await settings();
    const { instances } = await store().counters(clientId);
    return { world: clientId, instances, epoch: current.epoch, clock: renderClock(current.clock, system()) };
  };
  const load = async (checkpoint: string, into: string) => {
    const state = await store().checkpoint(clientId, checkpoint);
    if (state === undefined) throw unknownCheckpoint();
    await store().replace(into, state);
  };
  const listCheckpoints = async () => ({ checkpoints: [...(await store().checkpoints(clientId))] });
  return {
    clock,
    profile: setting(
      (change: ProfileChange) => ({ profile: parseProfile(parseInput(ProfileChange, change)) }),
      ({ profile }) => ({ readings: { ...profile } }),
    ),
    rate: setting(
      (rate: Rate) => parseInput(Rate, rate),
      ({ callsPerMinute }) => ({ callsPerMinute }),
    ),
    permissions: setting(
      (permissions: ClientPermissions) => parseInput(ClientPermissions, permissions),
      ({ permissions }) => ({ permissions: [...permissions] }),
    ),
    scenarios: {
      list: async () => renderScenarios(await settings(), await store().counters(clientId)),
      put: async (input) => {
        const scenario = parseInput(Scenario, input);
        const changed = await configure(({ scenarios, profile }) => {
          checkScenario(scenario, { ...context, profile });
          const others = scenarios.filter(({ name }) => name !== scenario.name);
          checkCount(others);
          return { scenarios: [...others, scenario] };
        });
        return renderScenarios(changed, await store().counters(clientId));
      },
      arm: async (arming) => {
        const armed = parseInput(Arming, arming);
        const current = await settings();
        const scenario = findScenario(current, armed.scenario);
        if (scenario === undefined) {
          const names = scenariosOf(current).map(({ name }) => name);
          const hint = suggest(armed.scenario, names);
          throw new RefusalError("INVALID_FIELD", `scenario: unknown scenario.${hint}`);
        }
        checkScenario(scenario, { ...context, profile: current.profile });
        const queued = await store().updateCounters(clientId, (counters) => {
          checkCount(counters.armed);
          const changed = arm(counters, armed);
          return [changed, changed];
        });
        return renderScenarios(current, queued);
      },
    },
    faults: {
      ...setting(
        (plan: FaultPlan) => ({ faults: parseFaultPlan(context, plan) }),
        ({ faults }) => structuredClone(faults),
      ),
      hits: async () => ({ hits: structuredClone([...(await store().faultHits(clientId))]) }),
    },
    requests: {
      list: async (query = {}) => listRequests(journals(), clientId, parseQuery(RequestQuery, query), pause),
      archive: async (query = {}) => {
        const selected = { limit: maxExported, ...parseQuery(RequestQuery, query) };
        return renderHar((await listRequests(journals(), clientId, selected, pause)).requests, pause);
      },
      watch: (query, listener, onError = context.onError) =>
        watchRequests(journals(), clientId, parseQuery(RequestQuery, query), listener, pause, onError),
    },
    coverage: async (min) => {
      if (min !== undefined) parseQuery(CoverageQuery, { min });
      const { settings: current, rows: instances } = await store().state(clientId);
      const at = timeOf(current.clock, system());
      const counts = await journals().counts(clientId);
      return reportCoverage({ id: clientId, at, profile: current.profile, instances }, counts, pause, min);
    },
    checkpoints: {
      list: listCheckpoints,
      save: async () => store().saveCheckpoint(clientId, context.makeId(), system()),
      restore: async (checkpoint) => {
        await load(checkpoint, clientId);
        return summary();
      },
      fork: async (checkpoint, to) => {
        const { as } = parseInput(Fork, to);
        checkClient(context, as);
        await load(checkpoint, as);
        return createLocalWorld(context, as).summary();
      },
      remove: async (checkpoint) => {
        if (!(await store().removeCheckpoint(clientId, checkpoint))) throw unknownCheckpoint();
        return listCheckpoints();
      },
    },
    snapshot: {
      save: async (query = {}) =>
        saveSnapshot({ ...context, store: store() }, clientId, parseInput(SnapshotQuery, query).personalData),
      open: async (snapshot) => {
        await openSnapshot({ ...context, store: store() }, clientId, snapshot);
        return summary();
      },
    },
    instances: async () => {
      const worldAt = await clock.now();
      const summarise = (record: InstanceRecord) => renderInstanceSummary(settleAt(record, worldAt));
      return { instances: await mapInSteps(await list(), pause, summarise) };
    },
    instance: (id) => createInstanceControls(context, clientId, id, settings),
    summary,
    reset: async () => {
      await store().reset(clientId);
      await journals().clear(clientId);
      return summary();
    },
  };
}

const maxExported = "9999";

/** Throws if the client id is invalid, or if there is a list of API clients and it does not contain the client. */
function checkClient(context: SimulatorContext, clientId: string): SimulatorContext {
  if (context.clients?.has(clientId) ?? isOpenClientId(clientId)) return context;
  throw new RefusalError("UNKNOWN_PATH", "There is no such client.");
}

const unknownCheckpoint = () => new RefusalError("UNKNOWN_CHECKPOINT", "There is no such checkpoint.");

const renderScenarios = (settings: Settings, { armed }: Pick<Counters, "armed">): ScenarioList => ({
  always: settings.scenario.name,
  armed: [...armed],
  scenarios: structuredClone([...scenariosOf(settings)]),
  own: settings.scenarios.map(({ name }) => name),
});
