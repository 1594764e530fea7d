/** The listeners of an event. An error that one throws reaches neither the others nor the caller: it is uncaught. */
export interface Listeners<Values extends readonly unknown[]> {
  readonly size: number;
  /** @returns A function that removes the listener. */
  add(listener: (...values: Values) => void): () => void;
  call(...values: Values): void;
}

/** Creates an empty list of listeners. */
export function createListeners<Values extends readonly unknown[]>(): Listeners<Values> {
  const listeners = new Set<(...values: Values) => void>();
  return {
    get size() {
      return listeners.size;
    },
    add: (listener) => {
      const own = (...values: Values) => listener(...values); // so that a listener can be added twice
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    call: (...values) => {
      for (const listener of listeners) {
        try {
          listener(...values);
        } catch (error) {
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
  };
}
