import type {
  ClientPermissions,
  ClockState,
  Coverage,
  ExchangeList,
  ExchangeQuery,
  FaultHit,
  FaultPlan,
  InstanceSummary,
  Rate,
  Scenario,
  ScenarioList,
  WorldSummary,
} from "@journey-kit/schemas/control";
import { type Profile, type ProfileChoice, resolveProfile } from "@journey-kit/schemas/profile";
import type { SimulatorContext } from "../context/context.ts";
import { effectiveAt, settle } from "../engine/commands.ts";
import { toCoverage } from "../journal/coverage.ts";
import { listExchanges } from "../journal/exchange.ts";
import { toTransitions } from "../render/explanation.ts";
import type { Store } from "../store/store.ts";
import { advance, type Clock, switchTo, timeOf } from "../world/clock.ts";
import { isOfToken } from "../world/fault.ts";
import { findScenario, scenariosOf } from "../world/scenario.ts";
import { type Millis, toIso } from "../world/time.ts";
import { ControlError } from "./error.ts";
import { createInstanceControl, type InstanceControl, untilNext } from "./instance.ts";

/** The world of one API client, in the hand of a test. Every method throws {@link ControlError}. */
export interface World {
  readonly clock: {
    /** What the clock shows, in milliseconds since the Unix epoch. */
    now(): Promise<Millis>;
    read(): Promise<ClockState>;
    /** Moves the whole world forward: by milliseconds, or to the next event of any of its instances. Never back. */
    advance(by: Millis | "next-event"): Promise<void>;
    /** Changes how the clock runs, not what it shows. */
    switchTo(mode: Clock["mode"]): Promise<void>;
    /** Waits by this clock, moving it; to be handed to an application as its `sleep`. */
    readonly sleep: Sleep;
  };
  profile(): Promise<Profile>;
  /**
   * Changes the readings of this world. Wire readings hold at once, machine readings for instances that start later.
   *
   * @throws {ProfileError} When the choice names an unknown gap or reading.
   */
  use(profile: ProfileChoice): Promise<void>;
  /** How many starts and submits are let through in a minute, where the readings limit them. Gap `rate-limit`. */
  rate(): Promise<Rate>;
  limitTo(rate: Rate): Promise<void>;
  /** What the client may do, of all that it is let in with. Spec 5; gap `permission-names`. */
  permissions(): Promise<ClientPermissions>;
  permit(permissions: ClientPermissions): Promise<void>;
  scenarios(): Promise<ScenarioList>;
  /** Keeps a scenario under its name; instances that have started keep the one they started with. */
  putScenario(scenario: Scenario): Promise<void>;
  /** Gives a scenario to the next instances that start, after those that are armed already. */
  arm(scenario: string, times?: number): Promise<void>;
  readonly faults: FaultControl;
  /** The latest calls and why they were answered as they were, without anything personal. */
  exchanges(query?: ExchangeQuery): Promise<ExchangeList>;
  /** What the requests of this world covered, and what they did not. `min` is the required percentage. */
  coverage(min?: number): Promise<Coverage>;
  readonly instance: (id: string) => InstanceControl;
  instances(): Promise<readonly InstanceSummary[]>;
  summary(): Promise<WorldSummary>;
  /** Keeps the state of this world, and gives the id under which it is kept. */
  checkpoint(): Promise<string>;
  /** Takes this world back to a checkpoint; its tokens stay good. */
  restore(checkpoint: string): Promise<void>;
  /** Gives the state of a checkpoint to another client: the same instances, from there on apart. */
  fork(checkpoint: string, as: string): Promise<void>;
  /** Back to the seed: no instances, every token revoked. */
  reset(): Promise<void>;
}

/** Opens the world of an API client. */
export function createWorld(deps: SimulatorContext, clientId: string): World {
  const { store, system, makeId } = deps;
  const now = async () => timeOf((await store.settings(clientId)).clock, system());
  const setClock = async (change: (clock: Clock) => Clock) => {
    await store.configure(clientId, (settings) => ({ ...settings, clock: change(settings.clock) }));
  };
  const load = async (checkpoint: string, into: string) => {
    if (await store.load(clientId, checkpoint, into)) return;
    throw new ControlError("UNKNOWN_RESOURCE", "There is no such checkpoint.");
  };
  return {
    clock: {
      now,
      read: async () => toClockState((await store.settings(clientId)).clock, await now()),
      advance: async (by) => {
        const distance = by === "next-event" ? await untilNextOf(deps, clientId, await now()) : by;
        await setClock((clock) => advance(clock, distance));
      },
      switchTo: (mode) => setClock((clock) => switchTo(clock, mode, system())),
      sleep: createSleep({ now, advance: (by) => setClock((clock) => advance(clock, by)) }),
    },
    profile: async () => (await store.settings(clientId)).profile,
    use: async (choice) => {
      const profile = resolveProfile(choice);
      await store.configure(clientId, (settings) => ({ ...settings, profile }));
    },
    rate: async () => ({ callsPerMinute: (await store.settings(clientId)).callsPerMinute }),
    limitTo: async ({ callsPerMinute }) => {
      await store.configure(clientId, (settings) => ({ ...settings, callsPerMinute }));
    },
    permissions: async () => ({ permissions: [...(await store.settings(clientId)).permissions] }),
    permit: async ({ permissions }) => {
      await store.configure(clientId, (settings) => ({ ...settings, permissions }));
    },
    scenarios: async () => {
      const settings = await store.settings(clientId);
      const armed = await store.armed(clientId);
      return { always: settings.scenario.name, armed: [...armed], scenarios: [...scenariosOf(settings)] };
    },
    putScenario: async (scenario) => {
      await store.configure(clientId, (settings) => ({
        ...settings,
        scenarios: [...settings.scenarios.filter(({ name }) => name !== scenario.name), scenario],
      }));
    },
    arm: async (scenario, times = 1) => {
      const known = findScenario(await store.settings(clientId), scenario);
      if (known === undefined) throw new ControlError("MISSING_FIELD", "scenario: there is no such scenario.");
      await store.arm(clientId, { scenario, times });
    },
    faults: createFaultControl(store, clientId),
    exchanges: async (query = {}) => listExchanges(deps.journals.of(clientId), query),
    coverage: async (min) => {
      const { profile } = await store.settings(clientId);
      const met = { ...deps.journals.of(clientId).tally.counts(), transitions: await countTransitions(deps, clientId) };
      return toCoverage(clientId, met, profile, min);
    },
    instance: (id) => createInstanceControl(deps, clientId, id, now),
    instances: () => listInstances(deps, clientId, now),
    summary: async () => {
      const { epoch, clock } = await store.settings(clientId);
      const instances = (await store.scan(clientId)).length;
      return { world: clientId, instances, epoch, clock: toClockState(clock, await now()) };
    },
    checkpoint: async () => {
      const checkpoint = makeId();
      await store.save(clientId, checkpoint);
      return checkpoint;
    },
    restore: (checkpoint) => load(checkpoint, clientId),
    fork: load,
    reset: async () => {
      await store.reset(clientId);
      deps.journals.of(clientId).clear();
    },
  };
}

const toClockState = ({ mode }: Clock, now: Millis): ClockState => ({ mode, now: toIso(now) });

async function listInstances(
  { store }: SimulatorContext,
  world: string,
  now: () => Promise<Millis>,
): Promise<InstanceSummary[]> {
  const worldAt = await now();
  return (await store.scan(world)).map((running) => {
    const { generation, terms, instance } = settle(running, effectiveAt(running, worldAt));
    const { id, ordinal, progress } = instance;
    return { instanceId: id, journey: terms.definition.id, generation, ordinal, phase: progress.phase };
  });
}

/** How often the instances of a world have gone through each transition. Spec 3. */
async function countTransitions(
  { store, system }: SimulatorContext,
  world: string,
): Promise<ReadonlyMap<string, number>> {
  const now = timeOf((await store.settings(world)).clock, system());
  const counts = new Map<string, number>();
  for (const running of await store.scan(world)) {
    const log = await store.log(world, running.instance.id);
    if (log === undefined) continue;
    for (const id of toTransitions(running.terms, log, effectiveAt(running, now)))
      counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Milliseconds to the next event of any instance of a world; 0 where none is to come. */
async function untilNextOf({ store }: SimulatorContext, world: string, now: Millis): Promise<Millis> {
  const distances = (await store.scan(world))
    .map((running) => untilNext(running, effectiveAt(running, now)))
    .filter((distance) => distance > 0);
  return distances.length === 0 ? 0 : Math.min(...distances);
}

/** The faults of a world, in the hand of a test. */
export interface FaultControl {
  read(): Promise<FaultPlan>;
  /**
   * Plans what goes wrong on the way, in place of what was planned; counting and the ledger begin anew.
   *
   * @throws {ControlError} When the plan cannot be meant; then nothing has changed.
   */
  plan(plan: FaultPlan): Promise<void>;
  /** Which calls have been struck since, oldest first. */
  ledger(): Promise<readonly FaultHit[]>;
}

/** Takes the faults of a world in hand. */
const createFaultControl = (store: Store, world: string): FaultControl => ({
  read: async () => (await store.settings(world)).faults,
  plan: async (plan) => {
    checkFaultPlan(plan);
    await store.plan(world, plan);
  },
  ledger: () => store.ledger(world),
});

/**
 * Finds what a plan of the right shape cannot mean: two rules of one name, a fault of a token where none is shown.
 *
 * @throws {ControlError} `MISSING_FIELD`, naming the path.
 */
function checkFaultPlan({ rules }: FaultPlan): void {
  const seen = new Set<string>();
  rules.forEach(({ id, when, then }, i) => {
    if (id !== undefined && seen.has(id)) refuse(`rules[${i}].id`, "another rule has it");
    if (id !== undefined) seen.add(id);
    if (when.endpoint === "hosted.showPage" && isOfToken(then)) refuse(`rules[${i}].then`, "no token is shown there");
  });
}

function refuse(path: string, problem: string): never {
  throw new ControlError("MISSING_FIELD", `${path}: ${problem}`);
}

/** The clock that sleepers share. */
interface SharedClock {
  now(): Promise<Millis>;
  advance(by: Millis): Promise<void>;
}

/** Lets a caller wait by the clock of a world. `signal` ends the wait early, with its reason. */
type Sleep = (duration: Millis, options?: { readonly signal?: AbortSignal }) => Promise<void>;

/**
 * Makes waiting cost no time: a sleeper fixes its target, lets everything else run once, and moves the clock to the
 * earliest target of all who sleep.
 */
function createSleep({ now, advance }: SharedClock): Sleep {
  const sleepers = new Set<{ readonly target: Millis }>();
  return async (duration, { signal } = {}) => {
    signal?.throwIfAborted();
    const sleeper = { target: (await now()) + duration };
    sleepers.add(sleeper);
    try {
      while ((await now()) < sleeper.target) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        signal?.throwIfAborted();
        const earliest = Math.min(...[...sleepers].map(({ target }) => target));
        await advance(earliest - (await now()));
      }
    } finally {
      sleepers.delete(sleeper);
    }
  };
}
