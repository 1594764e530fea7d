import type { Exchange, RequestList } from "@journey-kit/schemas/control";
import type { QueryClient } from "@tanstack/react-query";
import type { SimulatorEvent } from "./events.ts";
import { maxRequests } from "./list-latest.ts";
import { keys } from "./queries.ts";
import type { TargetKind } from "./target.ts";

type ExchangeEvent = Extract<SimulatorEvent, { type: "exchange" }>;

interface CacheUpdate {
  /** Applies an event soon, together with those that follow. */
  readonly add: (event: SimulatorEvent) => void;
  readonly stop: () => void;
}

/** Milliseconds between refreshes of the cache, because events arrive in bursts. */
const burst = 150;

/** Parts of a world that a client's request does not change, or that {@link appendRequests} updates. */
const changedByTesters: ReadonlySet<unknown> = new Set([
  "checkpoints",
  "faults",
  "permissions",
  "profile",
  "rate",
  "requests",
]);

/** Collects events, applies them to the cache together, and passes each burst to `onBurst`. */
export function createCacheUpdate(
  queries: QueryClient,
  kind: TargetKind,
  onBurst: (events: readonly SimulatorEvent[]) => void,
): CacheUpdate {
  let waiting: SimulatorEvent[] = [];
  /** Requests that arrived while the first list of their world was loading. */
  let early: readonly ExchangeEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    const events = waiting;
    waiting = [];
    onBurst(events);
    early = appendRequests(queries, kind, [...early, ...events.filter((event) => event.type === "exchange")]);
    if (early.length > 0) timer = setTimeout(flush, burst);
    const worlds = new Set(events.map(({ world }) => world));
    if (events.length === 0) return;
    void queries.invalidateQueries({ queryKey: keys.worlds(kind) });
    if (worlds.has(undefined)) void queries.invalidateQueries({ queryKey: keys.journeys(kind) });
    for (const world of worlds) {
      if (world === undefined) continue;
      const isChanged = events.some((event) => event.type === "change" && event.world === world);
      void queries.invalidateQueries({
        queryKey: keys.world(kind, world),
        predicate: ({ queryKey }) => isChanged || !changedByTesters.has(queryKey[3]),
      });
    }
  };
  return {
    add: (event) => {
      waiting.push(event);
      timer ??= setTimeout(flush, burst);
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Appends requests to the lists in the cache.
 *
 * @returns The requests of lists that are still loading.
 */
function appendRequests(
  queries: QueryClient,
  kind: TargetKind,
  events: readonly ExchangeEvent[],
): readonly ExchangeEvent[] {
  const added = Map.groupBy(events, ({ world }) => world);
  return [...added].flatMap(([world, list]) => {
    const key = keys.requests(kind, world);
    const known = queries.getQueryData<RequestList>(key);
    if (known === undefined) return queries.getQueryState(key)?.fetchStatus === "fetching" ? list : [];
    const appended = appendLater(
      known,
      list.map(({ exchange }) => exchange),
    );
    if (appended === undefined) void queries.invalidateQueries({ queryKey: key });
    else queries.setQueryData<RequestList>(key, appended);
    return [];
  });
}

/** Appends the requests that a list does not contain yet; undefined if a request before them is missing. */
export function appendLater(known: RequestList, exchanges: readonly Exchange[]): RequestList | undefined {
  let { next } = known;
  const later: Exchange[] = [];
  for (const exchange of exchanges) {
    if (exchange.sequence <= next) continue;
    if (exchange.sequence !== next + 1) return undefined;
    next = exchange.sequence;
    later.push(exchange);
  }
  return { ...known, requests: [...known.requests, ...later].slice(-maxRequests), next };
}
