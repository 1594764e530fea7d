import { useEffect } from "react";
import { useLocation } from "wouter";
import { useWorlds } from "../api/queries.ts";
import { worldOf } from "../paths.ts";
import { createStore, useStore } from "../store.ts";

/** The world for a first journey, if no client has created one. */
export const defaultWorld = "playground";

const key = "world";
const lastShown = createStore<string | undefined>(undefined);

/**
 * Returns the client id of the world in the address or, on views that belong to no world, of the world that was shown
 * last.
 */
export function useCurrentWorld(): string {
  const [location] = useLocation();
  const last = useStore(lastShown);
  const worlds = useWorlds();
  const known = worlds.data?.worlds.map(({ world }) => world) ?? [];
  const beforeReload = known.find((world) => world === sessionStorage.getItem(key));
  const first = worlds.isPending ? "" : defaultWorld; // a list of clients may not include this one
  return worldOf(location) ?? last ?? beforeReload ?? known.at(-1) ?? first;
}

/** Remembers the world in the address for views that belong to no world. */
export function useRememberedWorld(): void {
  const addressed = worldOf(useLocation()[0]);
  useEffect(() => {
    if (addressed === undefined) return;
    lastShown.write(addressed);
    sessionStorage.setItem(key, addressed);
  }, [addressed]);
}
