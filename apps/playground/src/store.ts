import { useSyncExternalStore } from "react";

/** A value that all components share, without a provider. */
export interface Store<Value> {
  readonly read: () => Value;
  readonly write: (next: Value) => void;
  /** Calls `listener` after every change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    write: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Returns the value of a store, and renders the component again when it changes. */
export const useStore = <Value>({ subscribe, read }: Store<Value>): Value => useSyncExternalStore(subscribe, read);
