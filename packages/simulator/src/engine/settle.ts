import type { ModuleUse } from "@journey-kit/schemas";
import { memoize } from "../world/cache.ts";
import type { Retry } from "../world/scenario.ts";
import type { Millis } from "../world/time.ts";
import { type Instance, isFinal, type ModuleRun, type Outcome } from "./instance.ts";
import { createModuleStarter, type ModuleStarter, outcomeFor } from "./module.ts";
import { createCitations, readingBasis } from "./result.ts";
import type { EngineContext, InstanceTerms } from "./terms.ts";

/** How an API version collects data. */
export interface CollectionStrategy<Collection> {
  /** Skips interactions and tasks that need no more data. */
  advance(instance: Instance<Collection>): Instance<Collection>;
  /** Whether the current segment has all the data that it waits for. */
  isReady(instance: Instance<Collection>): boolean;
  /** Asks for the elements of some modules again. Gap `module-retry`. */
  recollect(instance: Instance<Collection>, runs: readonly ModuleRun[]): Instance<Collection>;
}

/** The context of settling. Its citations start with the `decisions` of the instance. */
interface Settling<Collection> extends EngineContext {
  readonly strategy: CollectionStrategy<Collection>;
  readonly starter: ModuleStarter;
}

/**
 * Applies the events of an instance up to an instant, one by one: modules start when their data is complete, modules
 * finish, and segments are evaluated. Every read settles the instance, so nothing runs in the background. Spec 1, 3.1.
 */
export function settleInstance<Collection>(
  terms: InstanceTerms,
  strategy: CollectionStrategy<Collection>,
  instance: Instance<Collection>,
  at: Millis,
): Instance<Collection> {
  const citations = createCitations(terms.readings, instance.decisions);
  const settling = { terms, strategy, citations, starter: createModuleStarter(terms, instance.finished) };
  let settled = startDueModules(settling, instance, at);
  for (let next = nextEvent(terms, settled); next !== undefined && next <= at; next = nextEvent(terms, settled)) {
    settled = finishDueModules(settling, settled, next);
  }
  return { ...settled, decisions: citations.basis().ids };
}

/**
 * When the next event of an instance is due; undefined if nothing will happen without a command. Gap
 * `abandoned-instance`.
 */
export function nextEvent(terms: InstanceTerms, instance: Instance): Millis | undefined {
  const { progress, linkExpiresAt } = instance;
  if (isFinal(instance) || progress.phase === "paused") return undefined;
  const expiry = terms.readings["link-expiry"] === "instance-fails" ? linkExpiresAt : undefined;
  const finishes = progress.phase === "running" ? progress.runs.map(({ finishesAt }) => finishesAt) : [];
  const events = expiry === undefined ? finishes : [...finishes, expiry];
  return events.length === 0 ? undefined : Math.min(...events);
}

/**
 * Starts the modules of the current segment if its data is complete. Skips segments without modules. After data was
 * collected again, starts only the modules that asked for it. Gaps `module-start`, `recollected-data`.
 */
function startDueModules<Collection>(
  settling: Settling<Collection>,
  instance: Instance<Collection>,
  at: Millis,
): Instance<Collection> {
  const { terms, strategy } = settling;
  const advanced = strategy.advance(instance);
  if (advanced.progress.phase !== "collecting" || !strategy.isReady(advanced)) return advanced;
  const ran = groupRuns(runsOf(advanced));
  const uses = modulesOf(terms, advanced).filter((use) => ran.size === 0 || mayRunAgain(use, ran));
  const runs = settling.starter.start(advanced, uses, at);
  if (runs.length > 0) return { ...advanced, progress: { phase: "running", runs } };
  return finishSegment(settling, advanced, at);
}

const modulesOf = ({ definition }: InstanceTerms, { segment }: Instance): readonly ModuleUse[] =>
  definition.segments[segment]?.modules ?? [];

/** The finished runs of the current segment, which are the latest ones. */
const runsOf = ({ finished, segment }: Instance): readonly ModuleRun[] =>
  finished.slice(finished.findLastIndex((run) => run.segment !== segment) + 1);

export const isRunOf = ({ module, variant }: Pick<ModuleUse, "module" | "variant">, run: ModuleRun): boolean =>
  run.module === module && run.variant === variant;

/**
 * The number of a run among the runs of its module in its segment of this instance, from 1. Unlike `attempt`, it does not
 * count runs in other instances. Spec 4.2.
 */
export function numberOf({ finished }: Instance, run: ModuleRun): number {
  const { numbers, counts } = numbersOf(finished);
  return numbers.get(run) ?? 1 + (counts.get(keyOf(run)) ?? 0);
}

/** The numbers of some runs, and how many runs each module has. */
const numbersOf = memoize((runs: readonly ModuleRun[]) => {
  const numbers = new Map<ModuleRun, number>();
  const counts = new Map<string, number>();
  for (const run of runs) {
    const key = keyOf(run);
    const number = 1 + (counts.get(key) ?? 0);
    counts.set(key, number);
    numbers.set(run, number);
  }
  return { numbers, counts };
});

/** The runs of each module of a segment, by {@link useKeyOf}. */
type RunGroups = ReadonlyMap<string, readonly ModuleRun[]>;

const useKeyOf = ({ module, variant }: Pick<ModuleUse, "module" | "variant">): string =>
  JSON.stringify([module, variant]);

function groupRuns(runs: readonly ModuleRun[]): RunGroups {
  const groups = new Map<string, ModuleRun[]>();
  for (const run of runs) {
    const group = groups.get(useKeyOf(run));
    if (group === undefined) groups.set(useKeyOf(run), [run]);
    else group.push(run);
  }
  return groups;
}

function mayRunAgain(use: ModuleUse, ran: RunGroups): boolean {
  const runs = ran.get(useKeyOf(use)) ?? [];
  const last = runs.at(-1);
  return last !== undefined && last.outcome.classification === "negative" && runs.length < (use.attempts ?? 1);
}

/** Whether a module may run again, and how. The `retry` of its last run takes precedence over gap `module-retry`. */
function retryOf({ citations }: EngineContext, use: ModuleUse, ran: RunGroups): Retry {
  const retry = ran.get(useKeyOf(use))?.at(-1)?.retry;
  if (retry === undefined) return citations.choose("module-retry");
  citations.cite(`module-retry=${retry}`);
  return retry;
}

function finishDueModules<Collection>(
  settling: Settling<Collection>,
  before: Instance<Collection>,
  at: Millis,
): Instance<Collection> {
  const { terms, citations, starter } = settling;
  const { runs = [], broken = undefined } = before.progress.phase === "running" ? before.progress : {};
  const done = runs.filter(({ finishesAt }) => finishesAt <= at);
  if (done.length === 0) {
    citations.cite(readingBasis(terms.readings, "link-expiry"));
    return fail(before, "The link expired.", at);
  }
  const completed = done.filter(({ breaks }) => !breaks);
  starter.count(completed);
  const finished = [...before.finished, ...completed];
  const instance: Instance<Collection> = { ...before, finished, progress: { phase: "collecting" } };
  const left = runs.filter(({ finishesAt }) => finishesAt > at);
  const failed = broken ?? done.find(({ breaks }) => breaks);
  if (failed !== undefined) {
    const waits = left.length > 0 && citations.choose("parallel-failure") === "after-all";
    if (waits) return { ...instance, progress: { phase: "running", runs: left, broken: failed } };
    return fail(instance, `${failed.module} could not complete.`, at, failed);
  }
  const ended = new Set(done.map(useKeyOf));
  const ran = groupRuns(runsOf(instance));
  const automatic = modulesOf(terms, instance).filter(
    (use) => ended.has(useKeyOf(use)) && mayRunAgain(use, ran) && retryOf(settling, use, ran) === "automatic",
  );
  const again = starter.start(instance, automatic, at);
  if (left.length + again.length > 0) return { ...instance, progress: { phase: "running", runs: [...left, ...again] } };
  return finishSegment(settling, instance, at);
}

/** Evaluates a segment whose modules have all finished, then moves to the next segment or ends. Spec 1. */
function finishSegment<Collection>(
  settling: Settling<Collection>,
  instance: Instance<Collection>,
  at: Millis,
): Instance<Collection> {
  const { terms, strategy, citations } = settling;
  const runs = runsOf(instance);
  const ran = groupRuns(runs);
  const again = modulesOf(terms, instance).filter(
    (use) => mayRunAgain(use, ran) && retryOf(settling, use, ran) === "recollect",
  );
  if (again.length > 0) {
    const repeated = new Set(again.map(useKeyOf));
    const latest = latestRuns(runs).filter((run) => repeated.has(useKeyOf(run)));
    return startDueModules(settling, strategy.recollect(instance, latest), at);
  }
  const isLast = instance.segment === terms.definition.segments.length - 1;
  // A segment whose own outcome is accept ends no journey, so the earlier segments need no evaluation.
  const own = isLast ? undefined : evaluate(settling, runs);
  const outcome = own === "accept" ? own : evaluate(settling, instance.finished);
  const endsEarly =
    !isLast &&
    (outcome === "reject" || (outcome === "refer" && citations.choose("refer-between-segments") === "ends")) &&
    citations.choose("evaluation-timing") === "every-segment";
  const endsNow = isLast || endsEarly;
  if (!endsNow) return startDueModules(settling, { ...instance, segment: instance.segment + 1 }, at);
  return outcome === "refer" && citations.choose("refer-ends-journey") === "no"
    ? { ...instance, progress: { phase: "reviewing", since: at } }
    : { ...instance, progress: { phase: "finished", outcome, finishedAt: at } };
}

/** Ends an instance without an outcome. Spec 3.1. */
export const fail = <Collection>(
  instance: Instance<Collection>,
  cause: string,
  at: Millis,
  broken?: ModuleRun,
): Instance<Collection> => ({
  ...instance,
  progress: { phase: "failed", cause, failedAt: at, ...(broken && { broken }) },
});

/** Ends an instance for its caller. Gap `extension-endpoints`. */
export const terminate = <Collection>(instance: Instance<Collection>, at: Millis): Instance<Collection> => ({
  ...instance,
  progress: { phase: "failed", cause: "The caller ended the instance.", failedAt: at, isTerminated: true },
});

/** Decides the outcome from the results of the modules so far. Spec 1; gap `mixed-results`. */
function evaluate({ terms, citations }: EngineContext, runs: readonly ModuleRun[]): Outcome {
  const outcomes = new Set(latestRuns(runs).map((run) => outcomeFor(terms.definition, run.outcome.classification)));
  if (!outcomes.has("refer")) return outcomes.has("reject") ? "reject" : "accept";
  return outcomes.has("reject") && citations.choose("mixed-results") === "reject-wins" ? "reject" : "refer";
}

/** The last run of each module in each segment. Earlier runs do not count. */
export function latestRuns(runs: readonly ModuleRun[]): readonly ModuleRun[] {
  const latest = new Map(runs.map((run) => [keyOf(run), run]));
  return runs.filter((run) => latest.get(keyOf(run)) === run);
}

const keyOf = ({ segment, module, variant }: ModuleRun): string => JSON.stringify([segment, module, variant]);
