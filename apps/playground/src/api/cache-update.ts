import type { RequestList } from "@journey-kit/schemas/control";
import type { QueryClient } from "@tanstack/react-query";
import type { SimulatorEvent } from "./events.ts";
import { maxRequests } from "./list-latest.ts";
import { keys } from "./queries.ts";
import type { TargetKind } from "./target.ts";

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

/** Collects events and applies them to the cache together. */
export function createCacheUpdate(queries: QueryClient, kind: TargetKind): CacheUpdate {
  let waiting: SimulatorEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    const events = waiting;
    waiting = [];
    appendRequests(queries, kind, events);
    const worlds = new Set(events.map(({ world }) => world));
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

function appendRequests(queries: QueryClient, kind: TargetKind, events: readonly SimulatorEvent[]): void {
  const added = Map.groupBy(
    events.filter((event) => event.type === "exchange"),
    ({ world }) => world,
  );
  for (const [world, list] of added)
    queries.setQueryData<RequestList>(keys.requests(kind, world), (known) => {
      if (known === undefined) return undefined;
      const later = list.map(({ exchange }) => exchange).filter(({ sequence }) => sequence > known.next);
      const next = later.at(-1)?.sequence ?? known.next;
      return { ...known, requests: [...known.requests, ...later].slice(-maxRequests), next };
    });
}
