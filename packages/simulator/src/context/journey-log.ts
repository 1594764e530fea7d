import type { JourneyVersion } from "@journey-kit/schemas";
import type { Catalog, PublishOptions } from "../journeys/catalog.ts";
import type { Store } from "../store/store.ts";

/** The journeys that the control API published, which every replica of a store must find. */
export interface JourneyLog {
  /** Adds to the catalog the journeys that other replicas or an earlier process published. */
  refresh(): Promise<void>;
  /**
   * Publishes a journey in every replica. A journey without a version gets the next version.
   *
   * @throws {DefinitionError} If the specification forbids the definition.
   * @throws {VersionConflictError} If the version is already published with different content.
   */
  publish(...journey: Parameters<Catalog["check"]>): Promise<JourneyVersion>;
}

export function createJourneyLog(store: Store, catalog: Catalog, onError?: (error: unknown) => void): JourneyLog {
  let last = 0;
  const refresh = async (): Promise<void> => {
    for (const { number, journey, environments, regions } of await store.published(last)) {
      last = Math.max(last, number);
      try {
        catalog.restore(journey, { environments, regions });
      } catch (error) {
        onError?.(error); // this process has the same version with different content
      }
    }
  };
  return {
    refresh,
    publish: async (definition, options: PublishOptions = {}) => {
      for (;;) {
        await refresh();
        const journey = catalog.check(definition, options);
        const { environments, regions } = options;
        const isStored = await store.publish({ number: last + 1, journey, environments, regions });
        await refresh();
        if (isStored) return journey;
      }
    },
  };
}
