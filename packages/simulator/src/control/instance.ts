import {
  type Explanation,
  ExplanationQuery,
  InstanceAdvance,
  PageCompletion,
  Resolution,
  Review,
  type WorldInstance,
} from "@journey-kit/schemas/control";
import type { SimulatorContext } from "../context/context.ts";
import {
  applyAt,
  type Command,
  effectiveAt,
  type InstanceRecord,
  type Log,
  replay,
  settle,
  settleAt,
  untilNextEvent,
} from "../engine/commands.ts";
import { findLastFault } from "../journal/exchange.ts";
import { renderExplanation } from "../render/explanation.ts";
import { ControlError } from "../world/control-error.ts";
import { type Millis, toIso } from "../world/time.ts";
import { checkBytes, parseInput, parseQuery } from "./input.ts";
import { completePages } from "./pages.ts";

/**
 * An instance of a world in this process. If the world refuses a call, the method rejects with {@link ControlError}.
 */
export interface LocalInstance extends WorldInstance {
  /** Reads the instance as it is at the current time of its world. */
  read(): Promise<InstanceRecord>;
  /** Returns every command that the instance accepted, oldest first. */
  log(): Promise<Log>;
}

/** Creates the controls of one instance. `now` reads the clock of its world. */
export function createInstanceControls(
  context: SimulatorContext,
  world: string,
  id: string,
  now: () => Promise<Millis>,
): LocalInstance {
  const { store, journals } = context;
  const required = <Value>(value: Value | undefined): Value => {
    if (value !== undefined) return value;
    throw new ControlError("UNKNOWN_INSTANCE", "There is no such instance.");
  };
  const readLog = async (): Promise<Log> => required(await store.log(world, id));
  const explain = async (record: InstanceRecord, log: Log, worldAt: Millis): Promise<Explanation> => {
    const at = effectiveAt(record, worldAt);
    const explanation = renderExplanation(settle(record, at), log, at);
    const lastFault = await findLastFault(journals, world, id);
    return lastFault === undefined ? explanation : { ...explanation, lastFault };
  };
  const explainPast = ({ terms }: InstanceRecord, { log, at }: Past): Explanation => {
    const replayed = replay(terms, log);
    if (!replayed.ok) throw new Error(`The log of ${id} cannot be replayed.`);
    return renderExplanation(settle(replayed.value, at), log, at);
  };
  const apply = async (toCommand: (record: InstanceRecord, at: Millis) => Command): Promise<Explanation> => {
    const worldAt = await now();
    const applied = required(
      await store.update(world, id, { now: worldAt }, ({ record }) => applyAt(record, worldAt, toCommand)),
    );
    if (!applied.ok) throw new ControlError(applied.refusal.name, applied.refusal.problems);
    return explain(applied.value.record, await readLog(), worldAt);
  };
  return {
    explain: async (query = {}) => {
      const selected = parseQuery(ExplanationQuery, query);
      const worldAt = await now();
      const record = required(await store.read(world, id));
      const log = await readLog();
      const past = findPast(selected, log, effectiveAt(record, worldAt));
      return past === undefined ? explain(record, log, worldAt) : explainPast(record, past);
    },
    advance: async (input) => {
      const by = parseInput(InstanceAdvance, input);
      return apply((record, at) => ({ type: "advance", at, by: "ms" in by ? by.ms : untilNextEvent(record, at) }));
    },
    resolve: async (module, resolution) => {
      const { outcome, advice, retry } = parseInput(Resolution, resolution);
      checkBytes(context, "scenario-bytes", "advice", { outcome, advice });
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
      return explain(required(await store.read(world, id)), await readLog(), worldAt);
    },
    pause: () => apply((_, at) => ({ type: "pause", at })),
    resume: () => apply((_, at) => ({ type: "resume", at })),
    fail: () => apply((_, at) => ({ type: "fail", at })),
    read: async () => {
      const worldAt = await now();
      return settleAt(required(await store.read(world, id)), worldAt);
    },
    log: readLog,
  };
}

/** An earlier state of an instance: the commands up to that state, and its time. */
interface Past {
  readonly log: Log;
  readonly at: Millis;
}

/** Finds the state that a query selects; undefined for the current state. */
function findPast({ at, commands }: ExplanationQuery, [first, ...rest]: Log, now: Millis): Past | undefined {
  const count = 1 + rest.length;
  if (Number(commands ?? 1) > count)
    throw new ControlError(
      "INVALID_FIELD",
      `commands: must not exceed ${count}, the number of commands of the instance.`,
    );
  const left = rest.slice(0, Number(commands ?? count) - 1);
  const last = commands === undefined ? now : (left.at(-1) ?? first).at;
  const instant = at === undefined ? last : Date.parse(at);
  if (instant < first.at)
    throw new ControlError(
      "INVALID_FIELD",
      `at: must not be earlier than the start of the instance, ${toIso(first.at)}.`,
    );
  if (instant > now)
    throw new ControlError("INVALID_FIELD", `at: must not be later than the instance's current time, ${toIso(now)}.`);
  if (instant === now && left.length === rest.length) return undefined;
  return { log: [first, ...left.filter((command) => command.at <= instant)], at: instant };
}
