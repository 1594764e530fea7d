import {
  compareProfile,
  createLearner,
  createSanitiser,
  type Diagnosis,
  diagnose,
  type EarlierProfile,
  findTarget,
  knownReadings,
  type Learner,
  renderRecording,
  type TrafficExchange,
  type TrafficReport,
} from "@journey-kit/contract-tests/traffic";
import type { WorldSnapshot } from "@journey-kit/schemas/control";

/** What to compare traffic with. */
export interface ObservationSettings {
  /** Definitions of the service's journeys, besides the built-in ones. */
  readonly journeys: readonly unknown[];
  /** A profile that was learned before. */
  readonly earlier: EarlierProfile | undefined;
}

/** Traffic, and what it shows. It keeps only sanitised exchanges. */
export interface Observation {
  /** Adds an exchange as it was sent, unless it is not with the service. Exchanges come in the order of `startedAt`. */
  add(exchange: TrafficExchange): void;
  /** Judges everything that was added so far. */
  report(): Promise<TrafficReport>;
  /** The exchanges as the text of a HAR file. */
  record(): Promise<string>;
  /** The journeys as worlds. Call `report` first. */
  keep(): Promise<readonly WorldSnapshot[]>;
}

/** The parts of an observation that tests replace. */
interface Parts {
  readonly sanitise: (exchange: TrafficExchange) => TrafficExchange;
  readonly learner: Learner;
  readonly diagnose: (exchanges: readonly TrafficExchange[]) => Diagnosis;
  /** The current time in milliseconds since the Unix epoch. */
  readonly now: () => number;
}

const createParts = ({ journeys, earlier }: ObservationSettings): Parts => ({
  sanitise: createSanitiser(),
  learner: createLearner({ journeys, ...(earlier && { known: knownReadings(earlier) }) }),
  diagnose,
  now: Date.now,
});

/** Creates an observation without traffic. */
export function createObservation(settings: ObservationSettings, parts: Parts = createParts(settings)): Observation {
  const { earlier } = settings;
  const { sanitise, learner, now } = parts;
  const exchanges: TrafficExchange[] = [];
  return {
    add: (raw) => {
      if (findTarget(raw) === undefined) return;
      const exchange = sanitise(raw);
      exchanges.push(exchange);
      learner.add(exchange);
    },
    report: async () => {
      const learned = await learner.learn();
      const comparison = earlier && compareProfile(earlier, learned.gaps, now());
      return { learned, diagnosis: parts.diagnose(exchanges), ...(comparison && { comparison }) };
    },
    record: async () => renderRecording({ exchanges }),
    keep: () => learner.keep(),
  };
}
