import type { Profile } from "@journey-kit/schemas/profile";
import type { Permission } from "@journey-kit/schemas/routes";
import type { Command, InstanceRecord, Log, StartCommand } from "../engine/commands.ts";
import type { EarlierRuns } from "../engine/instance.ts";
import type { Result } from "../engine/result.ts";
import type { Clock } from "../world/clock.ts";
import type { FaultHit, FaultPlan } from "../world/fault.ts";
import type { Scenario } from "../world/scenario.ts";
import type { Millis } from "../world/time.ts";

/** Settings of a world: everything that belongs to one API client, apart from its instances. */
export interface Settings {
  readonly clock: Clock;
  readonly profile: Profile;
  /** Reaches every instance that starts; a chosen scenario comes before it. */
  readonly scenario: Scenario;
  /** Scenarios that can be chosen by name, beside those that ship. */
  readonly scenarios: readonly Scenario[];
  /** What goes wrong on the way, apart from what instances come to. */
  readonly faults: FaultPlan;
  /** How many starts and submits are let through in a minute, where the readings limit them. Gap `rate-limit`. */
  readonly callsPerMinute: number;
  /** What the client may do, of all that it is let in with. Spec 5; gap `permission-names`. */
  readonly permissions: readonly Permission[];
  /** Tokens of an earlier epoch are revoked; a reset raises it. */
  readonly epoch: number;
}

/** A scenario that waits for the next instances. */
export interface Armed {
  readonly scenario: string;
  readonly times: number;
}

/** What a world gives to an instance that starts. */
interface Claim {
  /** As they are when it starts; they may have changed since its call came in. */
  readonly settings: Settings;
  readonly ordinal: number;
  /** Name of the scenario that was armed for it; undefined if none was. */
  readonly armed: string | undefined;
  /** How often each module ran for the person in other instances of the world. Gap `module-retry`. */
  readonly earlierRuns: EarlierRuns;
}

/** What a world gives to a change of an instance. */
interface Current {
  readonly record: InstanceRecord;
  /** Settings as they are now; they may have changed since the request arrived. */
  readonly settings: Settings;
  /** As in a start. */
  readonly earlierRuns: EarlierRuns;
}

/** Something that was done to an instance: what it came to, and the command that the log keeps. */
interface Change<C> {
  readonly record: InstanceRecord;
  /** Undefined where nothing changed. */
  readonly command: C | undefined;
}

/** A new instance, and whether it took the scenario that was armed. */
interface Started extends Change<StartCommand> {
  readonly consumesArmed: boolean;
}

/**
 * Keeps worlds and their instances under the keys (world, id). Changes of one instance run one after another; a
 * function that changes may be called again when another change came first, so it must be pure.
 */
export interface Store {
  /** The settings of a world; those of a new world if nobody has entered it. Reading creates no world. */
  settings(world: string): Promise<Settings>;
  /** Creates a world on first use. */
  enter(world: string): Promise<Settings>;
  configure(world: string, change: (settings: Settings) => Settings): Promise<Settings>;
  read(world: string, id: string): Promise<InstanceRecord | undefined>;
  /**
   * Claims the next ordinal and the armed scenario, and keeps the new instance under its id, in one step. `about` names
   * the person, whose earlier runs are counted at `now`. When `start` throws, nothing changes.
   */
  start(
    world: string,
    about: { readonly person: string | undefined; readonly now: Millis },
    start: (claim: Claim) => Result<Started>,
  ): Promise<Result<Started>>;
  /**
   * Replaces an instance by what `change` returns, or keeps it when `change` refuses or throws.
   *
   * @returns What `change` returned; undefined if there is no such instance.
   */
  update(
    world: string,
    id: string,
    about: { readonly person: (record: InstanceRecord) => string | undefined; readonly now: Millis },
    change: (current: Current) => Result<Change<Command>>,
  ): Promise<Result<Change<Command>> | undefined>;
  /** All that was done to an instance. */
  log(world: string, id: string): Promise<Log | undefined>;
  remove(world: string, id: string): Promise<void>;
  /** The world that holds an instance, for a hosted link, which names no world. */
  findWorld(id: string): Promise<string | undefined>;
  /** Every instance of a world, oldest first. */
  scan(world: string): Promise<readonly InstanceRecord[]>;
  /** Every world that was entered. */
  worlds(): Promise<readonly string[]>;
  /** Lets a scenario wait for the next instances, after those that wait already. */
  arm(world: string, armed: Armed): Promise<void>;
  armed(world: string): Promise<readonly Armed[]>;
  /** Gives a world a plan of faults; its counters and its hits start again. */
  plan(world: string, faults: FaultPlan): Promise<void>;
  /**
   * Raises counters by one, each from 0, and keeps the hit that `decide` makes of them, in one step. `decide` may
   * be called again, so it must be pure.
   */
  applyFault(
    world: string,
    counters: readonly string[],
    decide: (counts: ReadonlyMap<string, number>) => FaultHit | undefined,
  ): Promise<FaultHit | undefined>;
  /** What faults have hit in a world since its plan was set, oldest first; at least the latest ten thousand. */
  faultHits(world: string): Promise<readonly FaultHit[]>;
  /** Keeps the state of a world under an id. */
  save(world: string, checkpoint: string): Promise<void>;
  /** Gives a saved state to a world, which keeps its own epoch; false where there is no such checkpoint. */
  load(world: string, checkpoint: string, into: string): Promise<boolean>;
  /** Forgets a world but for its epoch, which is raised. */
  reset(world: string): Promise<void>;
}
