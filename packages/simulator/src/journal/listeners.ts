/** The listeners of an event. */
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
      for (const listener of listeners) listener(...values);
    },
  };
}
