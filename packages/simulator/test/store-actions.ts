import { presets } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { applyCommand, type Command, instanceTime, settle, startInstance } from "../src/engine/commands.ts";
import type { EarlierRuns } from "../src/engine/instance.ts";
import { ok, type Result, refuse } from "../src/engine/result.ts";
import { personOf } from "../src/engine/subject.ts";
import type { Store, StoredInstance } from "../src/store/store.ts";
import { arm, countCall, useToken } from "../src/world/counters.ts";
import type { FaultHit } from "../src/world/fault.ts";
import type { Scenario } from "../src/world/scenario.ts";
import { startOf } from "./arbitraries.ts";
import { subjectOf, termsFor } from "./samples.ts";

/** The worlds that actions use: one more than the stores allow. */
export const worlds = ["a", "b", 'c "\u0000\ud800', "d"];

const people = [undefined, "one", 'two "\u0000\ud800'];

const refers: Scenario = { name: "refers", rules: [], otherwise: { outcome: "refer" } };

/** Terms that differ in each of their parts. Modules finish at once, after a while, or with a review. */
const terms = [
  termsFor("identity-check", { latency: 0 }),
  termsFor("identity-check", { latency: 2_000, readings: presets.observed }),
  termsFor("identity-check-v1", { latency: 0 }),
  termsFor("identity-check", { latency: 0, seed: 2, scenarios: [refers] }),
];

const submit = (interaction: string, ...names: readonly string[]): Command => ({
  type: "submit",
  at: 0,
  interactionId: `identity-check:interaction:${interaction}@latest`,
  participants: names,
  subject: subjectOf(...names),
});

const commands: readonly Command[] = [
  submit("person", "FullName", "DateOfBirth"),
  submit("person", "DateOfBirth"),
  submit("address", "CurrentAddress"),
  { type: "resolve", at: 0, module: "Data Verification", outcome: "reject", advice: undefined },
  { type: "review", at: 0, outcome: "accept" },
  { type: "pause", at: 0 },
  { type: "resume", at: 0 },
  { type: "fail", at: 0 },
  { type: "finish", at: 0 },
  { type: "advance", at: 0, by: 3_000 },
];

/** Draws each value as often as its weight says. Most calls should concern the same world, person and instances. */
const often = <Value>(...values: readonly (readonly [Value, number])[]): fc.Arbitrary<Value> =>
  fc.oneof(...values.map(([value, weight]) => ({ arbitrary: fc.constant(value), weight })));

const elements = ["FullName", "DateOfBirth", "CurrentAddress"];

/** What actions depend on. Each action uses some of it. */
const draws = fc.record({
  world: often(...worlds.map((world, i) => [world, i === 0 ? 9 : 1] as const)),
  other: fc.constantFrom(...worlds),
  terms: often([0, 3], [1, 2], [2, 1], [3, 1]),
  person: often([1, 4], [0, 1], [2, 1]),
  command: often(...commands.map((_, i) => [i, i === 0 || i === 2 ? 5 : 1] as const)),
  /** How a callback ends. */
  ending: often(["changes", 9], ["leaves", 1], ["refuses", 1], ["throws", 1]),
  isComplete: fc.boolean(),
  number: often([1, 4], [2, 3], [3, 2], [4, 1], [5, 1]),
});

/** The draws of one step, and what the steps so far have led to. */
type Draws = (typeof draws extends fc.Arbitrary<infer Drawn> ? Drawn : never) & {
  readonly now: number;
  /** How many instances the steps so far started. No id is used twice. */
  readonly started: number;
  /** How many checkpoints the steps so far saved. No id is used twice. */
  readonly saved: number;
};

/** Calls a store and returns its answer, together with what its callback received last. */
type Action = (store: Store, draws: Draws) => Promise<unknown>;

/** An instance that may exist; the latest ones are the most likely to. */
const idOf = ({ number, started }: Draws): string => `i${started + 1 - number}`;
const checkpointOf = ({ number, saved }: Draws): string => `c${saved + 1 - number}`;
const personIn = ({ person }: Draws): string | undefined => personOf({ uid: people[person] });

/** The earlier module runs of each person in a world, as a start would receive them. */
export async function readEarlierRuns(store: Store, world: string, now: number): Promise<readonly EarlierRuns[]> {
  const seen: EarlierRuns[] = [];
  for (const uid of people)
    await store.start(world, { now, person: personOf({ uid }) }, ({ earlierRuns }) => {
      seen.push(earlierRuns);
      return refuse("MISSING_FIELD", "The callback refused.");
    });
  return seen;
}

/** A start in a world that is probably full. */
export const lastStart: Pick<Step, "method" | "draws"> = {
  method: "start",
  draws: { world: "a", other: "a", terms: 0, person: 1, command: 0, ending: "changes", isComplete: false, number: 1 },
};

/** Ends a callback that has not changed anything as drawn. */
function end<Changed, Same>({ ending }: Draws, change: () => Result<Changed>, unchanged: Same): Result<Changed | Same> {
  if (ending === "throws") throw new Error("The callback failed.");
  if (ending === "refuses") return refuse("MISSING_FIELD", "The callback refused.");
  return ending === "leaves" ? ok(unchanged) : change();
}

const start: Action = async (store, given) => {
  const { world, now, started, person, isComplete, number } = given;
  const chosen = terms[given.terms] ?? termsFor("age-check");
  const uid = people[person];
  const prefilled = isComplete ? elements : elements.slice(0, number - 1);
  let received: unknown;
  const result = await store.start(world, { now, person: personOf({ uid }) }, (claim) => {
    const { epoch: _, ...settings } = claim.settings;
    received = { ...claim, settings }; // the epoch can still rise if the world is new and others make room for it
    const { ordinal, earlierRuns } = claim;
    const first = {
      ...startOf(chosen, subjectOf(...prefilled)),
      at: now,
      instanceId: `i${started}`,
      ordinal,
      uid,
      earlierRuns,
    };
    const record = startInstance(chosen, first);
    if (!record.ok) return record;
    const changed = { record: record.value, consumesArmed: claim.armed !== undefined };
    return end(given, () => ok({ ...changed, command: first }), { ...changed, command: undefined });
  });
  return [received, result];
};

const update: Action = async (store, given) => {
  const { world, now } = given;
  let received: unknown;
  const result = await store.update(world, idOf(given), now, (record, settings) => {
    const at = instanceTime(record, now);
    const chosen = commands[given.command] ?? submit("person");
    const change = (earlierRuns: EarlierRuns) => {
      received = { record, settings, earlierRuns };
      const command = { ...chosen, at, ...(chosen.type === "submit" && { earlierRuns }) } as Command; // the same type
      const apply = () => {
        const applied = applyCommand(settle(record, at), command);
        return applied.ok ? ok({ record: applied.value, command }) : applied;
      };
      return end(given, apply, { record, command: undefined });
    };
    return { person: personIn(given), change };
  });
  return result && [received, result];
};

const hit = (call: number): FaultHit => ({
  rule: "r",
  endpoint: "v2.fetchState",
  instance: 1,
  call,
  action: { type: "invalidJson" },
});

/** One action for each method of a store. */
export const actions: { readonly [Method in keyof Store]: Action } = {
  start,
  update,
  settings: (store, { world }) => store.settings(world),
  configure: (store, { world, number, ending, isComplete }) =>
    store.configure(world, (settings) => {
      if (ending === "throws") throw new Error("The callback failed.");
      if (ending === "leaves") return settings;
      const faults = isComplete ? { seed: number, rules: [] } : settings.faults;
      return { ...settings, callsPerMinute: settings.callsPerMinute + number, faults };
    }),
  counters: (store, { world }) => store.counters(world),
  updateCounters: (store, { world, number, person, now, isComplete, ending, terms: later }) =>
    store.updateCounters<unknown>(world, (counters) => {
      if (ending === "throws") throw new Error("The callback failed.");
      if (number < 3) return countCall(counters, isComplete ? now : now - 500, number);
      const used = useToken(counters, `t${number}`, { now, expiresAt: now + 1_000 * later });
      if (isComplete) return [used ?? counters, used !== undefined];
      return [arm(counters, { scenario: `${people[person]}`, times: (number % 2) + 1 }), counters.armed];
    }),
  read: (store, given) => store.read(given.world, idOf(given)),
  log: (store, given) => store.log(given.world, idOf(given)),
  remove: (store, given) => store.remove(given.world, idOf(given)),
  findWorld: (store, given) => store.findWorld(idOf(given)),
  list: (store, { world }) => store.list(world),
  worlds: (store) => store.worlds(),
  applyFault: async (store, given) => {
    const ordinal = (await store.read(given.world, idOf(given)))?.instance.ordinal ?? 0;
    const counters = ["r v2.fetchState 0", "constructor", `r "\u0000\ud800 ${ordinal}`, "constructor"];
    return store.applyFault(given.world, counters.slice(0, given.number), (counts) =>
      given.isComplete ? hit(Math.max(...counts.values())) : undefined,
    );
  },
  faultHits: (store, { world }) => store.faultHits(world),
  state: (store, { world }) => store.state(world),
  replace: async (store, { world, other, isComplete, number }) => {
    const state = await store.state(other);
    const imported = ({ record, log }: StoredInstance): StoredInstance => {
      const scenarios: readonly [Scenario] = [{ name: `imported ${number}`, rules: [] }];
      return { record: { ...record, terms: { ...record.terms, scenarios } }, log };
    };
    return store.replace(world, isComplete ? state : { ...state, rows: state.rows.map(imported) });
  },
  reset: (store, { world }) => store.reset(world),
  saveCheckpoint: (store, { world, saved, now }) => store.saveCheckpoint(world, `c${saved}`, now),
  checkpoint: async (store, given) => {
    const checkpoint = await store.checkpoint(given.other, checkpointOf(given));
    if (checkpoint !== undefined && given.isComplete) await store.replace(given.world, checkpoint);
    return checkpoint;
  },
  checkpoints: (store, { world }) => store.checkpoints(world),
  removeCheckpoint: (store, given) => store.removeCheckpoint(given.world, checkpointOf(given)),
  publish: (store, { number, terms: other }) =>
    store.publish({ number, journey: (terms[other] ?? termsFor("age-check")).definition }),
  published: (store, { number }) => store.published(number - 1),
  count: (store) => store.count(),
  check: (store) => store.check(),
};

const weights: Partial<Record<keyof Store, number>> = {
  start: 12,
  update: 16,
  remove: 2,
  applyFault: 3,
  updateCounters: 6,
};

const method = fc.oneof(
  ...Object.keys(actions).map((name) => {
    const chosen = name as keyof Store; // `actions` has no other keys
    return { arbitrary: fc.constant(chosen), weight: weights[chosen] ?? 1 };
  }),
);

/**
 * Methods that another replica can call on the same world or instance while a method is in progress. The method then
 * gives the answer, and leads to the state, that it would if the other call came first.
 */
const rivals: { readonly [Method in keyof Store]?: readonly (keyof Store)[] } = {
  start: ["start", "updateCounters", "reset"],
  update: ["update", "remove", "reset"],
  remove: ["remove", "reset"],
  configure: ["configure", "reset"],
  updateCounters: ["updateCounters", "start", "reset"],
  reset: ["configure", "start", "updateCounters", "reset"],
  publish: ["publish"],
};

/** One call of a store. */
export const step = fc
  .record({
    method,
    draws,
    /** Milliseconds since the step before. */
    after: fc.constantFrom(0, 0, 1, 1_000, 3_000, 60_000, 86_400_000),
    rival: fc.record({ index: fc.nat(3), command: draws }),
  })
  .map(({ rival: { index, command }, ...one }) => {
    const possible = rivals[one.method] ?? [];
    const { world, number } = one.draws;
    return { ...one, rival: { method: possible[index % possible.length], draws: { ...command, world, number } } };
  });

/** A drawn {@link step}. */
export type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never;
