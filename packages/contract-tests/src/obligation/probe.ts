import type { FaultPlan, Scenario } from "@journey-kit/schemas/control";
import type { Readings } from "@journey-kit/schemas/profile";
import type { Verdict } from "../driver/driver.ts";

/** A situation that a client under test is brought into. */
export interface Probe {
  readonly text: string;
  /** What happens in every instance. */
  readonly scenario: string | Scenario;
  /** Readings on which the situation depends, on top of those that were chosen. */
  readonly readings?: Readings;
  readonly faults?: FaultPlan;
  /** The verdict that is right; left out where several are. */
  readonly expects?: Verdict;
  /** How many journeys the client is sent on at once; 1 where left out. */
  readonly errands?: number;
  /** Accepts an instance under review once the client has asked about it three times. */
  readonly isReviewed?: true;
  /** Where it can be tried: with virtual time only, or also slowly where time is real. Everywhere where left out. */
  readonly only?: "virtual" | "real-and-slow";
}
