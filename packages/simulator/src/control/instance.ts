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
  type Command,
  type InstanceRecord,
  instanceTime,
  type Log,
  replay,
  settle,
  settleAt,
  untilNextEvent,
} from "../engine/commands.ts";
import { RefusalError } from "../engine/refusal-error.ts";
import { createCitations } from "../engine/result.ts";
import { execute } from "../instances/execute.ts";
import { completePages } from "../instances/pages.ts";
import { findLastFault } from "../journal/exchange.ts";
import { renderExplanation } from "../render/explanation.ts";
import type { Settings } from "../store/store.ts";
import { timeOf } from "../world/clock.ts";
import { type Millis, toIso } from "../world/time.ts";
import { checkBytes, parseInput, parseQuery } from "./input.ts";

/**
 * An instance of a world in this process. If the world refuses a call, the method rejects with {@link RefusalError}.
 */
export interface LocalInstance extends WorldInstance {
  /** Reads the instance as it is at the current time of its world. */
  read(): Promise<InstanceRecord>;
  /** Returns every command that the instance accepted, oldest first. */
  log(): Promise<Log>;
}

/** Creates the controls of one instance. `readSettings` reads those of its world. */
export function createInstanceControls(
  context: SimulatorContext,
  world: string,
  id: string,
  readSettings: () => Promise<Settings>,
): LocalInstance {
  const { store, journals } = context;
  const readActor = async () => {
    const settings = await readSettings();
    const { profile, clock } = settings;
    return { world, id, settings, now: timeOf(clock, context.system()), citations: createCitations(profile) };
  };
  const now = async () => (await readActor()).now;
  const required = <Value>(value: Value | undefined): Value => {
    if (value !== undefined) return value;
    throw new RefusalError("UNKNOWN_INSTANCE", "There is no such instance.");
  };
  const readLog = async (): Promise<Log> => required(await store.log(world, id));
  const explain = async (record: InstanceRecord, log: Log, worldAt: Millis): Promise<Explanation> => {
    const at = instanceTime(record, worldAt);
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
    const actor = await readActor();
    return explain(await execute(context, actor, id, toCommand), await readLog(), actor.now);
  };
  return {
    explain: async (query = {}) => {
      const selected = parseQuery(ExplanationQuery, query);
      const worldAt = await now();
      const record = required(await store.read(world, id));
      const log = await readLog();
      const past = findPast(selected, log, instanceTime(record, worldAt));
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
        throw new RefusalError("UNKNOWN_PATH", `module: expected one of ${[...names].join(", ")}.`);
      });
    },
    review: async (review) => {
      const { outcome } = parseInput(Review, review);
      return apply((_, at) => ({ type: "review", at, outcome }));
    },
    completePages: async (input = {}) => {
      const { person } = parseInput(PageCompletion, input);
      const visit = await readActor();
      await completePages(context, visit, person);
      return explain(required(await store.read(world, id)), await readLog(), visit.now);
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
    throw new RefusalError(
      "INVALID_FIELD",
      `commands: must not exceed ${count}, the number of commands of the instance.`,
    );
  const left = rest.slice(0, Number(commands ?? count) - 1);
  const last = commands === undefined ? now : (left.at(-1) ?? first).at;
  const instant = at === undefined ? last : Date.parse(at);
  if (instant < first.at)
    throw new RefusalError(
      "INVALID_FIELD",
      `at: must not be earlier than the start of the instance, ${toIso(first.at)}.`,
    );
  if (instant > now)
    throw new RefusalError("INVALID_FIELD", `at: must not be later than the instance's current time, ${toIso(now)}.`);
  if (instant === now && left.length === rest.length) return undefined;
  return { log: [first, ...left.filter((command) => command.at <= instant)], at: instant };
}
