/** The listeners of an event. An error in one listener reaches neither the other listeners nor the caller. */
export interface Listeners<Values extends readonly unknown[]> {
  readonly size: number;
  /** @returns A function that removes the listener. */
  add(listener: (...values: Values) => void): () => void;
  call(...values: Values): void;
}

/** Called with each error of a listener. Without a handler, the error is uncaught. */
export type ListenerErrorHandler = ((error: unknown) => void) | undefined;

/** Creates an empty list of listeners. */
export function createListeners<Values extends readonly unknown[]>(
  onError: ListenerErrorHandler = throwUncaught,
): Listeners<Values> {
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
          onError(error);
        }
      }
    },
  };
}

/** Throws an error outside of every caller. */
export const throwUncaught = (error: unknown): void =>
  queueMicrotask(() => {
    throw error;
  });
