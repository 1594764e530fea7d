import type { FaultPlan, Scenario } from "@journey-kit/schemas/control";
import type { Readings } from "@journey-kit/schemas/profile";
import type { Conclusion } from "../target/client-adapter.ts";

/** A situation in which a client is tested. */
export interface Situation {
  readonly text: string;
  /** What happens in every instance. */
  readonly scenario: string | Scenario;
  /** Readings that the situation requires, in addition to the chosen ones. */
  readonly readings?: Readings;
  readonly faults?: FaultPlan;
  /** The correct conclusion; omitted if several are correct. */
  readonly expects?: Conclusion;
  /** Number of concurrent journeys; default 1. */
  readonly runs?: number;
  /** Accepts an instance under review once the client has asked about it three times. */
  readonly isReviewed?: true;
  /** Where it can run: only in virtual time, or also slowly in real time; default everywhere. */
  readonly only?: "virtual" | "real-and-slow";
}
