import {
  compareProfile,
  type Diagnosis,
  type EarlierProfile,
  findTarget,
  type Learner,
  type TrafficExchange,
  type TrafficReport,
} from "@journey-kit/contract-tests/traffic";

/** Replaces personal data, tokens and secrets in the exchanges of one recording. */
export type Sanitise = (exchange: TrafficExchange) => TrafficExchange;

/** What an observation is made of. */
export interface ObservationParts {
  readonly sanitise: Sanitise;
  readonly learner: Learner;
  readonly diagnose: (exchanges: readonly TrafficExchange[]) => Diagnosis;
  /** The profile to compare with. */
  readonly earlier?: EarlierProfile | undefined;
  /** The current time in milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** Traffic, and what it shows. It keeps only sanitised exchanges. */
export interface Observation {
  /** Adds an exchange as it was sent. Returns whether it is one with the service. Exchanges come in the order of `startedAt`. */
  add(exchange: TrafficExchange): boolean;
  /** The exchanges with the service, sanitised. */
  readonly exchanges: readonly TrafficExchange[];
  /** Judges everything that was added so far. */
  report(): Promise<TrafficReport>;
  readonly learner: Learner;
}

export function createObservation({ sanitise, learner, diagnose, earlier, now }: ObservationParts): Observation {
  const exchanges: TrafficExchange[] = [];
  return {
    exchanges,
    learner,
    add: (raw) => {
      if (findTarget(raw) === undefined) return false;
      const exchange = sanitise(raw);
      exchanges.push(exchange);
      learner.add(exchange);
      return true;
    },
    report: async () => {
      const learned = await learner.learn();
      const comparison = earlier && compareProfile(earlier, learned.gaps, now());
      return { learned, diagnosis: diagnose(exchanges), ...(comparison && { comparison }) };
    },
  };
}
