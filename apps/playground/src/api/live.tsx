import type { Exchange, RequestList } from "@journey-kit/schemas/control";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { EventsRefusedError, readEvents, type SimulatorEvent } from "./events.ts";
import { maxRequests } from "./list-latest.ts";
import { keys } from "./queries.ts";
import type { Target, TargetKind } from "./target.ts";
import { useTarget } from "./target-provider.tsx";

/** A request to any world, as the event stream reported it. */
export interface LiveRequest {
  readonly world: string;
  readonly exchange: Exchange;
}

/**
 * Whether the event stream is open; when disconnected, `retryAt` is the system time of the next attempt. `locked` means
 * that the server requires its control token.
 */
export type Connection =
  | { readonly state: "connecting" }
  | { readonly state: "open" }
  | { readonly state: "locked" }
  | { readonly state: "disconnected"; readonly retryAt: number; readonly problem: string };

interface Live {
  readonly connection: Connection;
  /** The latest requests of all worlds, newest first. */
  readonly requests: readonly LiveRequest[];
  /** Connects at once instead of at `retryAt`. */
  readonly retry: () => void;
}

const LiveContext = createContext<Live>({ connection: { state: "connecting" }, requests: [], retry: () => undefined });

/** The latest requests of one simulator. */
interface Received {
  readonly kind: TargetKind;
  readonly requests: readonly LiveRequest[];
}

const noRequests: readonly LiveRequest[] = [];
const maxLive = 200;
const pauseBetweenAttempts = 3_000;
/** Milliseconds between refreshes of the cache, because events arrive in bursts. */
const burst = 150;

/**
 * Keeps one event stream open while the page is visible, and refreshes the cached worlds when events arrive. More
 * streams would soon use up the six connections that a browser opens to a server.
 */
export function LiveProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { target } = useTarget();
  const queries = useQueryClient();
  const [connection, setConnection] = useState<Connection>({ state: "connecting" });
  const [received, setReceived] = useState<Received>({ kind: target.kind, requests: [] });
  const [attempt, setAttempt] = useState(0);
  const isVisible = useIsVisible();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` restarts the stream.
  useEffect(() => {
    if (!isVisible) return;
    const stop = new AbortController();
    const cache = createCacheUpdate(queries, target);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reconnect = (problem: string) => {
      if (stop.signal.aborted) return;
      setConnection({ state: "disconnected", retryAt: Date.now() + pauseBetweenAttempts, problem });
      timer = setTimeout(() => setAttempt((n) => n + 1), pauseBetweenAttempts);
    };
    readEvents(target, stop.signal, {
      onOpen: () => {
        setConnection({ state: "open" });
        void queries.invalidateQueries({ queryKey: keys.target(target.kind) });
      },
      onEvent: (event) => {
        cache.add(event);
        if (event.type === "exchange")
          setReceived((known) => {
            const earlier = known.kind === target.kind ? known.requests : [];
            const request = { world: event.world, exchange: event.exchange };
            return { kind: target.kind, requests: [request, ...earlier].slice(0, maxLive) };
          });
      },
    }).then(
      () => reconnect("The simulator closed the connection."),
      (error: unknown) => {
        if (error instanceof EventsRefusedError && error.status === 403) setConnection({ state: "locked" });
        else
          reconnect(
            error instanceof EventsRefusedError ? error.message : `No simulator responds at ${target.baseUrl}.`,
          );
      },
    );
    return () => {
      stop.abort();
      cache.stop();
      clearTimeout(timer);
    };
  }, [target, queries, isVisible, attempt]);

  const requests = received.kind === target.kind ? received.requests : noRequests;
  const retry = () => setAttempt((n) => n + 1);
  return <LiveContext value={{ connection, requests, retry }}>{children}</LiveContext>;
}

/** Returns the state of the event stream and the latest requests of all worlds. */
export const useLive = (): Live => useContext(LiveContext);

/** Parts of a world that a client's request does not change, or that {@link appendRequests} updates. */
const changedByTesters: ReadonlySet<unknown> = new Set([
  "checkpoints",
  "faults",
  "permissions",
  "profile",
  "rate",
  "requests",
]);

/** Creates a function that collects events and applies them to the cache together. */
function createCacheUpdate(queries: QueryClient, { kind }: Target) {
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
    add: (event: SimulatorEvent) => {
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

const subscribeToVisibility = (update: () => void) => {
  document.addEventListener("visibilitychange", update);
  return () => document.removeEventListener("visibilitychange", update);
};

const useIsVisible = (): boolean =>
  useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === "visible");
