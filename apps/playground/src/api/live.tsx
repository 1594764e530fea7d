import type { Exchange, WorldList, WorldSummary } from "@journey-kit/schemas/control";
import { type Query, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createCacheUpdate } from "./cache-update.ts";
import { EventsRefusedError, readEvents } from "./events.ts";
import { hasLostWorlds } from "./lost-worlds.ts";
import { keys } from "./queries.ts";
import type { TargetKind } from "./target.ts";
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
  /** Whether the server was restarted while the page was open, and has lost its worlds. */
  readonly isEmptied: boolean;
  /** Notes that the user knows that the server has lost its worlds. */
  readonly confirm: () => void;
  /** Connects at once instead of at `retryAt`. */
  readonly retry: () => void;
}

const LiveContext = createContext<Live>({
  connection: { state: "connecting" },
  requests: [],
  isEmptied: false,
  confirm: () => undefined,
  retry: () => undefined,
});

/** The worlds of one simulator when the connection was lost. */
interface Seen {
  readonly kind: TargetKind;
  readonly worlds: readonly WorldSummary[];
}

/** The latest requests of one simulator. */
interface Received {
  readonly kind: TargetKind;
  readonly requests: readonly LiveRequest[];
}

const noRequests: readonly LiveRequest[] = [];
const maxLive = 200;
const pauseBetweenAttempts = 3_000;

/**
 * Keeps one event stream open while the page is visible, and refreshes the cached worlds when events arrive. More
 * streams would soon use up the six connections that a browser opens to a server.
 */
export function LiveProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { target } = useTarget();
  const queries = useQueryClient();
  const [connection, setConnection] = useState<Connection>({ state: "connecting" });
  const [received, setReceived] = useState<Received>({ kind: target.kind, requests: [] });
  const [isEmptied, setIsEmptied] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const lastSeen = useRef<Seen>(undefined);
  const isVisible = useIsVisible();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` restarts the stream.
  useEffect(() => {
    if (!isVisible || target.isReadOnly) return; // nothing happens in a simulator that only shows a file
    const stop = new AbortController();
    const { kind } = target;
    const cache = createCacheUpdate(queries, kind, (events) => {
      const latest = events
        .filter((event) => event.type === "exchange")
        .map(({ world, exchange }) => ({ world, exchange }))
        .reverse();
      if (latest.length === 0) return;
      setReceived((known) => {
        const earlier = known.kind === kind ? known.requests : [];
        return { kind, requests: [...latest, ...earlier].slice(0, maxLive) };
      });
    });
    const worlds = () => queries.getQueryData<WorldList>(keys.worlds(kind))?.worlds ?? [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reconnect = (problem: string) => {
      if (stop.signal.aborted) return;
      if (lastSeen.current?.kind !== kind) lastSeen.current = { kind, worlds: worlds() };
      setConnection({ state: "disconnected", retryAt: Date.now() + pauseBetweenAttempts, problem });
      timer = setTimeout(() => setAttempt((n) => n + 1), pauseBetweenAttempts);
    };
    const refresh = async () => {
      const before = lastSeen.current?.kind === kind ? lastSeen.current.worlds : worlds();
      lastSeen.current = undefined;
      await queries.invalidateQueries({ queryKey: keys.target(kind) });
      if (!hasLostWorlds(before, worlds())) return;
      setIsEmptied(true);
      setReceived({ kind, requests: [] });
      const isGone = ({ state }: Query) => state.status === "error";
      await queries.resetQueries({ queryKey: keys.target(kind), predicate: isGone }); // forgets what was read before
    };
    readEvents(target, stop.signal, {
      onOpen: () => {
        setConnection({ state: "open" });
        void refresh();
      },
      onEvent: cache.add,
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
  const confirm = () => setIsEmptied(false);
  return <LiveContext value={{ connection, requests, isEmptied, confirm, retry }}>{children}</LiveContext>;
}

/** Returns the state of the event stream and the latest requests of all worlds. */
export const useLive = (): Live => useContext(LiveContext);

const subscribeToVisibility = (update: () => void) => {
  document.addEventListener("visibilitychange", update);
  return () => document.removeEventListener("visibilitychange", update);
};

const useIsVisible = (): boolean =>
  useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === "visible");
