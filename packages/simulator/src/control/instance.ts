import {
  type Explanation,
  InstanceAdvance,
  PageCompletion,
  Resolution,
  Review,
  type WorldInstance,
} from "@journey-kit/schemas/control";
import type { SimulatorContext } from "../context/context.ts";
import { applyCommand, type Command, effectiveAt, type InstanceRecord, type Log, settle } from "../engine/commands.ts";
import { ok } from "../engine/result.ts";
import { nextEvent } from "../engine/settle.ts";
import { findLastFault } from "../journal/exchange.ts";
import { renderExplanation } from "../render/explanation.ts";
import { endOfTime, type Millis } from "../world/time.ts";
import { ControlError, parseInput } from "./input.ts";
import { completePages } from "./pages.ts";

/** An instance of a world in this process. Every method rejects with {@link ControlError}. */
export interface LocalInstance extends WorldInstance {
  /** The instance, settled to the time of its world. */
  read(): Promise<InstanceRecord>;
  /** Every command that the instance accepted, oldest first. */
  log(): Promise<Log>;
}

/** Creates the controls of one instance. `now` reads the clock of its world. */
export function createInstance(
  context: SimulatorContext,
  world: string,
  id: string,
  now: () => Promise<Millis>,
): LocalInstance {
  const { store, journals, events } = context;
  const required = <Value>(value: Value | undefined): Value => {
    if (value !== undefined) return value;
    throw new ControlError("UNKNOWN_INSTANCE", "There is no such instance.");
  };
  const explain = async (record: InstanceRecord, worldAt: Millis): Promise<Explanation> => {
    const at = effectiveAt(record, worldAt);
    const explanation = renderExplanation(settle(record, at), required(await store.log(world, id)), at);
    const lastFault = findLastFault(journals.of(world), id);
    return lastFault === undefined ? explanation : { ...explanation, lastFault };
  };
  const apply = async (toCommand: (record: InstanceRecord, at: Millis) => Command): Promise<Explanation> => {
    const worldAt = await now();
    const result = await store.update(world, id, { person: () => undefined, now: worldAt }, ({ record: stored }) => {
      const at = effectiveAt(stored, worldAt);
      const settled = settle(stored, at);
      const command = toCommand(settled, at);
      const applied = applyCommand(settled, command);
      return applied.ok ? ok({ record: applied.value, command }, applied.basis) : applied;
    });
    const applied = required(result);
    if (!applied.ok) throw new ControlError(applied.refusal.name, applied.refusal.problems);
    events.reportChange(world);
    return explain(applied.value.record, worldAt);
  };
  return {
    explain: async () => {
      const worldAt = await now();
      return explain(required(await store.read(world, id)), worldAt);
    },
    advance: async (input) => {
      const by = parseInput(InstanceAdvance, input);
      return apply((record, at) => ({ type: "advance", at, by: "ms" in by ? by.ms : untilNextEvent(record, at) }));
    },
    resolve: async (module, resolution) => {
      const { outcome, advice, retry } = parseInput(Resolution, resolution);
      return apply(({ terms: { definition } }, at) => {
        const names = new Set(definition.segments.flatMap(({ modules }) => modules.map((use) => use.module)));
        if (names.has(module)) return { type: "resolve", at, module, outcome, advice, retry };
        throw new ControlError("UNKNOWN_PATH", `module: expected one of ${[...names].join(", ")}.`);
      });
    },
    review: async (review) => {
      const { outcome } = parseInput(Review, review);
      return apply((_, at) => ({ type: "review", at, outcome }));
    },
    completePages: async (input = {}) => {
      const { person } = parseInput(PageCompletion, input);
      const worldAt = await now();
      await completePages(context, { world, id, now: worldAt }, person);
      events.reportChange(world);
      return explain(required(await store.read(world, id)), worldAt);
    },
    pause: () => apply((_, at) => ({ type: "pause", at })),
    resume: () => apply((_, at) => ({ type: "resume", at })),
    fail: () => apply((_, at) => ({ type: "fail", at })),
    read: async () => {
      const worldAt = await now();
      const record = required(await store.read(world, id));
      return settle(record, effectiveAt(record, worldAt));
    },
    log: async () => required(await store.log(world, id)),
  };
}

/** Milliseconds from `at` to the next event of an instance; 0 if none is due. */
export function untilNextEvent(record: InstanceRecord, at: Millis): Millis {
  const settled = settle(record, at);
  const next = nextEvent(settled.terms, settled.instance);
  return next === undefined || next === endOfTime ? 0 : Math.max(0, next - at);
}
