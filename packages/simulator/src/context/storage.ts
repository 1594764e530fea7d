import type { Limits } from "@journey-kit/schemas/tables";
import type { JournalLimits, Journals, ListenerErrorHandler } from "../journal/journal.ts";
import { createMemoryJournalData, createMemoryJournals } from "../journal/memory.ts";
import { createMemoryData, createMemoryStore } from "../store/memory.ts";
import type { Settings, Store } from "../store/store.ts";
import type { Millis } from "../world/time.ts";
import { pause } from "./pause.ts";

/** Where a simulator stores its worlds and journals. Simulators that share a storage share its worlds and journals. */
export interface Storage {
  /** Signs tokens. Simulators that share a storage accept each other's tokens. */
  readonly key: Uint8Array;
  /**
   * @param initial Creates the settings of a new world.
   * @param system Returns the system time.
   */
  readonly createStore: (initial: () => Settings, limits: Limits, system: () => Millis) => Store;
  readonly createJournals: (limits: JournalLimits, onError?: ListenerErrorHandler) => Journals;
}

/**
 * Creates a storage that lives as long as the process.
 *
 * @param wrap Replaces the store, for example to delay or observe its operations.
 */
export function createMemoryStorage(wrap: (store: Store) => Store = (store) => store): Storage {
  const [data, journals] = [createMemoryData(), createMemoryJournalData()];
  return {
    key: crypto.getRandomValues(new Uint8Array(32)),
    createStore: (initial, limits, system) => wrap(createMemoryStore(initial, limits, { system, pause, data })),
    createJournals: (limits, onError) => createMemoryJournals(limits, onError, journals),
  };
}
