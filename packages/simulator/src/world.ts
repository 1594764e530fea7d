import { type ProfileChoice, resolveProfile } from "@journey-kit/schemas/profile";
import type { Deps } from "./http/deps.ts";
import { type Command, effectiveAt, type Log, perform, type Running, settle } from "./machine/command.ts";
import type { Outcome } from "./machine/instance.ts";
import { ok } from "./machine/result.ts";
import { nextEvent } from "./machine/settle.ts";
import { advance, type Clock, switchTo, timeOf } from "./world/clock.ts";
import { endOfTime, type Millis } from "./world/time.ts";

/** The world of one API client, in the hand of a test: its clock, its settings, its instances. */
export interface World {
  readonly clock: {
    /** What the clock shows, in milliseconds since the Unix epoch. */
    now(): Promise<Millis>;
    /** Moves the whole world forward, by milliseconds; never back. */
    advance(by: Millis): Promise<void>;
    /** Changes how the clock runs, not what it shows. */
    switchTo(mode: Clock["mode"]): Promise<void>;
  };
  /**
   * Changes the readings of this world. Wire readings hold at once, machine readings for instances that start later.
   *
   * @throws {ProfileError} When the choice names an unknown gap or reading.
   */
  use(profile: ProfileChoice): Promise<void>;
  readonly instance: (id: string) => InstanceControl;
  /** Back to the seed: no instances, every token revoked. */
  reset(): Promise<void>;
}

/** What a tester can do to one instance, leaving its neighbours alone. */
export interface InstanceControl {
  /** Decides a referred outcome that waits for review. Gap `refer-ends-journey`. */
  review(outcome: Exclude<Outcome, "refer">): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  fail(): Promise<void>;
  /** Moves this instance alone forward, by milliseconds or to its next event. */
  advance(by: Millis | "next-event"): Promise<void>;
  /** The instance as it is now. */
  read(): Promise<Running>;
  /** All that was done to it, in order. */
  log(): Promise<Log>;
}

/** Something asked of an instance that does not exist, or that its phase does not allow. */
export class ControlError extends Error {
  override readonly name = "ControlError";
}

/** Opens the world of an API client. */
export function createWorld(deps: Deps, clientId: string): World {
  const { store, system } = deps;
  const now = async () => timeOf((await store.settings(clientId)).clock, system());
  const setClock = async (change: (clock: Clock) => Clock) => {
    await store.configure(clientId, (settings) => ({ ...settings, clock: change(settings.clock) }));
  };
  return {
    clock: {
      now,
      advance: (by) => setClock((clock) => advance(clock, by)),
      switchTo: (mode) => setClock((clock) => switchTo(clock, mode, system())),
    },
    use: async (choice) => {
      const profile = resolveProfile(choice);
      await store.configure(clientId, (settings) => ({ ...settings, profile }));
    },
    instance: (id) => createInstanceControl(deps, clientId, id, now),
    reset: () => store.reset(clientId),
  };
}

function createInstanceControl(
  { store }: Deps,
  world: string,
  id: string,
  now: () => Promise<Millis>,
): InstanceControl {
  const control = async (command: (running: Running, at: Millis) => Command) => {
    const worldAt = await now();
    const result = await store.update(world, id, (running) => {
      const made = command(running, effectiveAt(running, worldAt));
      const performed = perform(running, made);
      return performed.ok ? ok({ running: performed.value, command: made }, performed.basis) : performed;
    });
    if (result?.ok === true) return;
    throw new ControlError(result === undefined ? `There is no instance ${id}.` : result.refusal.problems.join(" "));
  };
  return {
    review: (outcome) => control((_, at) => ({ type: "review", at, outcome })),
    pause: () => control((_, at) => ({ type: "pause", at })),
    resume: () => control((_, at) => ({ type: "resume", at })),
    fail: () => control((_, at) => ({ type: "fail", at })),
    advance: (by) =>
      control((running, at) => ({ type: "advance", at, by: by === "next-event" ? toNext(running, at) : by })),
    read: async () => {
      const running = await store.read(world, id);
      if (running === undefined) throw new ControlError(`There is no instance ${id}.`);
      return settle(running, effectiveAt(running, await now()));
    },
    log: async () => {
      const log = await store.log(world, id);
      if (log === undefined) throw new ControlError(`There is no instance ${id}.`);
      return log;
    },
  };
}

function toNext(running: Running, at: Millis): Millis {
  const settled = settle(running, at);
  const next = nextEvent(settled.terms, settled.instance);
  return next === undefined || next === endOfTime ? 0 : Math.max(0, next - at);
}
