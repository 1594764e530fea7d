import type { ErrorName } from "@journey-kit/schemas/errors";
import type { Profile } from "@journey-kit/schemas/profile";
import type { Region } from "@journey-kit/schemas/regions";
import type { Journals } from "../journal/journal.ts";
import type { Catalog } from "../journeys/catalog.ts";
import type { Store } from "../store/store.ts";
import type { ApiClient } from "../world/permissions.ts";
import { type Millis, minute } from "../world/time.ts";
import type { Digest } from "./digest.ts";
import type { Tokens } from "./tokens.ts";

/** What the service needs from outside. */
export interface SimulatorContext {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly tokens: Tokens;
  /** The listed API clients; undefined in the open mode, where any client id makes a world. */
  readonly clients: ReadonlyMap<string, ApiClient> | undefined;
  /** The profile that answers where no world is known. */
  readonly profile: Profile;
  /** The region of a path without a prefix. */
  readonly region: Region;
  readonly seed: number;
  /** One duration for every module, instead of its own. */
  readonly latency: Millis | undefined;
  /** The time of the system. */
  readonly system: () => Millis;
  readonly sleep: (duration: Millis) => Promise<void>;
  /** Makes an id of 22 to 24 characters of `[A-Za-z0-9_-]`. */
  readonly makeId: () => string;
  readonly digest: Digest;
  readonly limiter: Limiter;
  readonly journals: Journals;
  /** Origins whose pages may call the service; none unless given. */
  readonly corsOrigins: readonly string[];
  /** Told of every request once it is answered, those of the control plane too. */
  readonly onRequest?: ((request: AnsweredRequest) => void) | undefined;
}

/** One answered request, for a log: no query, no headers, no bodies. */
export interface AnsweredRequest {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly status: number;
  readonly error: ErrorName | undefined;
  /** The client id whose world the request belongs to. */
  readonly world: string | undefined;
  /** The rule whose fault hit the request. */
  readonly fault: string | undefined;
  /** Milliseconds. */
  readonly duration: Millis;
}

/** Counts calls for gap `rate-limit`. */
export interface Limiter {
  /** Milliseconds to wait before a call of a world is let through; 0 lets it through now. */
  admit(world: string, at: Millis, callsPerMinute: number): Millis;
}

/** How many calls a minute a world lets through until a tester says otherwise. Gap `rate-limit`. */
export const defaultCallsPerMinute = 60;

/** Counts the calls of each world minute by minute, each minute from its first call on. Gap `rate-limit`. */
export function createLimiter(): Limiter {
  const windows = new Map<string, { readonly since: Millis; readonly calls: number }>();
  return {
    admit(world, at, callsPerMinute) {
      const known = windows.get(world);
      // A world that was reset or taken back to a checkpoint may be at an earlier time than its last minute.
      const isCurrent = known !== undefined && at >= known.since && at - known.since < minute;
      const { since, calls } = isCurrent ? known : { since: at, calls: 0 };
      windows.set(world, { since, calls: calls + 1 });
      return calls < callsPerMinute ? 0 : since + minute - at;
    },
  };
}
