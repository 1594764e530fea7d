import type { WorldSnapshot } from "@journey-kit/schemas/control";
import type { Profile } from "@journey-kit/schemas/tables";
import type { Learned } from "./learned.ts";
import type { TrafficExchange } from "./traffic.ts";

/** Options for a learner. */
export interface LearnerOptions {
  /** Definitions of journeys that the service runs, besides the built-in ones. */
  readonly journeys?: readonly unknown[];
  /** The readings that were learned before. A response that fits only other readings is a divergence. */
  readonly known?: Readonly<Record<string, string>>;
}

/** Learns from the exchanges of one service. It sends nothing. */
export interface Learner {
  /** Adds an exchange, whose personal data has been replaced. Exchanges must be added in the order of `startedAt`. */
  add(exchange: TrafficExchange): void;
  /** Judges everything that was added so far. It can be called again after more exchanges. */
  learn(): Promise<Learned>;
  /** The most likely profile after the last call of `learn`. */
  profile(): Profile;
  /** Rebuilds the recorded journeys in a simulator's world, with the outcomes that were seen. Call `learn` first. */
  keep(): Promise<readonly WorldSnapshot[]>;
}

/** Creates a learner. */
export function createLearner(options: LearnerOptions = {}): Learner {
  throw new Error(`Not implemented: ${Object.keys(options).join()}`);
}
