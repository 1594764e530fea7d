import type { Profile } from "@journey-kit/schemas/profile";
import type { Command, Log, Running, StartCommand } from "../machine/command.ts";
import type { Result } from "../machine/result.ts";
import type { Clock } from "../world/clock.ts";
import type { Scenario } from "../world/scenario.ts";

/** Settings of a world: everything that belongs to one API client, apart from its instances. */
export interface Settings {
  readonly clock: Clock;
  readonly profile: Profile;
  readonly scenario: Scenario;
  /** Tokens of an earlier epoch are revoked; a reset raises it. */
  readonly epoch: number;
}

/** Something that was done to an instance: what it came to, and the command that the log keeps. */
export interface Change<C> {
  readonly running: Running;
  /** Undefined where nothing changed. */
  readonly command: C | undefined;
}

/**
 * Keeps worlds and their instances under the keys (world, id). Changes of one instance run one after another; a
 * function that changes may be called again when another change came first, so it must be pure.
 */
export interface Store {
  /** The settings of a world; those given at first use where the world is new. */
  settings(world: string): Promise<Settings>;
  configure(world: string, change: (settings: Settings) => Settings): Promise<Settings>;
  read(world: string, id: string): Promise<Running | undefined>;
  /** Claims the next ordinal of the world and keeps the new instance under its id, in one step. */
  start(world: string, begin: (ordinal: number) => Result<Change<StartCommand>>): Promise<Result<Change<StartCommand>>>;
  /** Replaces an instance by what `change` returns, or keeps it when `change` refuses; undefined where there is none. */
  update(
    world: string,
    id: string,
    change: (running: Running) => Result<Change<Command>>,
  ): Promise<Result<Change<Command>> | undefined>;
  /** All that was done to an instance. */
  log(world: string, id: string): Promise<Log | undefined>;
  remove(world: string, id: string): Promise<void>;
  /** The world that holds an instance, for a hosted link, which names no world. */
  locate(id: string): Promise<string | undefined>;
  /** Every instance of a world, oldest first. */
  scan(world: string): Promise<readonly Running[]>;
  /** Forgets a world but for its epoch, which is raised. */
  reset(world: string): Promise<void>;
}
