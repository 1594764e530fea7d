import type { JourneyVersion } from "@journey-kit/schemas";
import type { Explanation, Scenario } from "@journey-kit/schemas/control";
import type { WorldClock } from "../../../api/clock.ts";
import type { Tone } from "../../../text/tones.ts";
import type { Sentence } from "./sentence.ts";

/** All the data that an explanation in words depends on. */
export interface Facts {
  readonly explanation: Explanation;
  /** Undefined while the definition loads. */
  readonly definition: JourneyVersion | undefined;
  /** The scenarios of the world. Undefined while they load. */
  readonly scenarios?: readonly Scenario[] | undefined;
  /** The clock of the world, converted to the time of the instance. */
  readonly clock: WorldClock;
}

/** An action that changes the state of an instance. `ms` is the time by which the clock of the world advances. */
export type Move =
  | { readonly action: "next-event" | "move-clock"; readonly label: string; readonly ms: number }
  | {
      readonly action: "run-clock" | "walk" | "complete-pages" | "resume" | "accept" | "reject" | "fail" | "run-again";
      readonly label: string;
    }
  | { readonly action: "resolve"; readonly label: string; readonly module: string };

/** Why an instance is in its state, and what would change the state. The first move is the main one. */
export interface Why {
  readonly tone: Tone;
  readonly title: string;
  readonly sentences: readonly Sentence[];
  readonly moves: readonly Move[];
  /** What the last fault did to a request of the instance. */
  readonly fault?: Sentence;
}
