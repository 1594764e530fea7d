import type { Limits } from "@journey-kit/schemas/limits";
import type { JournalLimits, Journals, ListenerErrorHandler } from "../journal/journal.ts";
import { createMemoryJournals } from "../journal/memory.ts";
import { createMemoryStore } from "../store/memory.ts";
import type { Settings, Store } from "../store/store.ts";
import { pause } from "./pause.ts";

/** Where a simulator stores its worlds and journals. */
export interface Storage {
  /** Signs tokens. Simulators that share a storage accept each other's tokens. */
  readonly key: Uint8Array;
  /** @param initial Creates the settings of a new world. */
  readonly createStore: (initial: () => Settings, limits: Limits) => Store;
  readonly createJournals: (limits: JournalLimits, onError?: ListenerErrorHandler) => Journals;
}

/**
 * Creates a storage that lives as long as the process.
 *
 * @param wrap Replaces the store, for example to delay or observe its operations.
 */
export const createMemoryStorage = (wrap: (store: Store) => Store = (store) => store): Storage => ({
  key: crypto.getRandomValues(new Uint8Array(32)),
  createStore: (initial, limits) => wrap(createMemoryStore(initial, limits, pause)),
  createJournals: createMemoryJournals,
});
