import type { SimulatorEvent } from "@journey-kit/schemas/control";
import { toExchange } from "../journal/exchange.ts";
import type { Journals } from "../journal/journal.ts";
import { createListeners, type ListenerErrorHandler } from "../journal/listeners.ts";

/** The events of all worlds. */
export interface Events {
  /**
   * Calls `listener` for each new event.
   *
   * @returns A function that removes the listener.
   */
  watch(listener: (event: SimulatorEvent) => void): () => void;
  /** Reports that the controls of a world changed it, or without a world, that a journey was published. */
  reportChange(world?: string): void;
}

/** Creates the events of all worlds. Every new entry of a journal is an event. */
export function createEvents(journals: Journals, onError?: ListenerErrorHandler): Events {
  const listeners = createListeners<[event: SimulatorEvent]>(onError);
  journals.watch((world, sequence, entry) => {
    if (listeners.size > 0)
      listeners.call({ event: "exchange", data: { world, exchange: toExchange(sequence, entry) } });
  });
  return {
    watch: listeners.add,
    reportChange: (world) => listeners.call({ event: "change", data: world === undefined ? {} : { world } }),
  };
}
