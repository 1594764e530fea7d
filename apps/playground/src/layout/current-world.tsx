import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useWorlds } from "../api/queries.ts";
import { worldOf } from "../paths.ts";

const WorldContext = createContext("");

/** The world for a first journey, if no client has created one. */
export const defaultWorld = "playground";

const key = "world";

/** Provides the world in the address or, on views that belong to no world, the world that was shown last. */
export function CurrentWorldProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [location] = useLocation();
  const addressed = worldOf(location);
  const [last, setLast] = useState<string>();
  const worlds = useWorlds();
  useEffect(() => {
    if (addressed === undefined) return;
    setLast(addressed);
    sessionStorage.setItem(key, addressed);
  }, [addressed]);
  const known = worlds.data?.worlds.map(({ world }) => world) ?? [];
  const beforeReload = known.find((world) => world === sessionStorage.getItem(key));
  const first = worlds.isPending ? "" : defaultWorld; // a list of clients may not include this one
  const world = addressed ?? last ?? beforeReload ?? known.at(-1) ?? first;
  return <WorldContext value={world}>{children}</WorldContext>;
}

/** Returns the client id of the world that the page shows. */
export const useCurrentWorld = (): string => useContext(WorldContext);
