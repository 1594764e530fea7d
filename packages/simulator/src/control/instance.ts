import type { Explanation } from "@journey-kit/schemas/control";
import type { ModuleName } from "@journey-kit/schemas/modules";
import type { SimulatorContext } from "../context/context.ts";
import { applyCommand, type Command, effectiveAt, type InstanceRecord, type Log, settle } from "../engine/commands.ts";
import type { Outcome } from "../engine/instance.ts";
import { ok } from "../engine/result.ts";
import { nextEvent } from "../engine/settle.ts";
import { findLastFault } from "../journal/exchange.ts";
import { renderExplanation } from "../render/explanation.ts";
import { endOfTime, type Millis } from "../world/time.ts";
import { ControlError } from "./error.ts";

/** What a tester can do to one instance, leaving its neighbours alone. Every method throws {@link ControlError}. */
export interface InstanceControl {
  /** Decides what a running module finds: an outcome by name, or `accept`, `refer`, `reject`. */
  resolve(module: ModuleName, outcome: string, advice?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Decides a referred outcome that waits for review. Gap `refer-ends-journey`. */
  review(outcome: Exclude<Outcome, "refer">): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  fail(): Promise<void>;
  /** Moves this instance alone forward, by milliseconds or to its next event. */
  advance(by: Millis | "next-event"): Promise<void>;
  /** The instance as it is now. */
  read(): Promise<InstanceRecord>;
  /** All that was done to it, in order. */
  log(): Promise<Log>;
  /** Says where it is, and why. */
  explain(): Promise<Explanation>;
}

/** Takes one instance of a world in hand. */
export function createInstanceControl(
  { store, journals }: SimulatorContext,
  world: string,
  id: string,
  now: () => Promise<Millis>,
): InstanceControl {
  const unknown = () => new ControlError("UNKNOWN_INSTANCE", "There is no such instance.");
  const control = async (command: (running: InstanceRecord, at: Millis) => Command) => {
    const worldAt = await now();
    const result = await store.update(world, id, { person: () => undefined, now: worldAt }, ({ record }) => {
      const at = effectiveAt(record, worldAt);
      const settled = settle(record, at);
      const made = command(settled, at);
      const performed = applyCommand(settled, made);
      return performed.ok ? ok({ record: performed.value, command: made }, performed.basis) : performed;
    });
    if (result === undefined) throw unknown();
    if (!result.ok) throw new ControlError(result.refusal.name, result.refusal.problems.join(" "));
  };
  const read = async () => {
    const running = await store.read(world, id);
    if (running === undefined) throw unknown();
    return settle(running, effectiveAt(running, await now()));
  };
  const log = async () => {
    const kept = await store.log(world, id);
    if (kept === undefined) throw unknown();
    return kept;
  };
  return {
    resolve: (module, outcome, advice) => control((_, at) => ({ type: "resolve", at, module, outcome, advice })),
    review: (outcome) => control((_, at) => ({ type: "review", at, outcome })),
    pause: () => control((_, at) => ({ type: "pause", at })),
    resume: () => control((_, at) => ({ type: "resume", at })),
    fail: () => control((_, at) => ({ type: "fail", at })),
    advance: (by) =>
      control((running, at) => ({ type: "advance", at, by: by === "next-event" ? untilNext(running, at) : by })),
    read,
    log,
    explain: async () => {
      const running = await read();
      const lastFault = findLastFault(journals.of(world), id);
      const explanation = renderExplanation(running, await log(), effectiveAt(running, await now()));
      return lastFault === undefined ? explanation : { ...explanation, lastFault };
    },
  };
}

/** Milliseconds to the next event of an instance; 0 where none is to come. */
export function untilNext(running: InstanceRecord, at: Millis): Millis {
  const settled = settle(running, at);
  const next = nextEvent(settled.terms, settled.instance);
  return next === undefined || next === endOfTime ? 0 : Math.max(0, next - at);
}
