import type { Exchange, SimulatorEvent } from "@journey-kit/schemas/control";
import { toExchange } from "../journal/exchange.ts";
import type { Journals, Numbered } from "../journal/journal.ts";
import { memoize } from "../world/cache.ts";

/** The events of all worlds. */
export interface Events {
  /**
   * Calls `listener` for each new event.
   *
   * @returns A function that removes the listener.
   */
  watch(listener: (event: SimulatorEvent) => void): () => void;
  /**
   * Reports that a world was changed through its controls, or, if `world` is undefined, that a journey was published.
   */
  reportChange(world?: string): void;
}

/** Creates the events of all worlds. Every new entry of a journal is an event. */
export function createEvents(journals: Journals): Events {
  const toShared = memoize((added: Numbered): Exchange => toExchange(added)); // all listeners share one object
  return {
    watch: (listener) =>
      journals.watch((world, added) => {
        if (added !== undefined)
          listener({ event: "exchange", data: { world: world ?? "", exchange: toShared(added) } });
        else listener({ event: "change", data: world === undefined ? {} : { world } });
      }),
    reportChange: journals.reportChange,
  };
}
