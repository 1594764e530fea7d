import type { EndpointName } from "@journey-kit/schemas/endpoints";
import type { GapFinding } from "../server/calibrate/finding.ts";

/** What traffic shows about one gap, and when. */
export interface LearnedGap extends GapFinding {
  /** When the first and the last exchange that narrowed the gap were sent, as ISO instants; undefined if none did. */
  readonly firstAt: string | undefined;
  readonly lastAt: string | undefined;
  /** Whether an exchange depended on the gap. */
  readonly isTouched: boolean;
}

/**
 * How a response deviates. `member`: an unknown or a missing member. `value`: a member with another value. `status`:
 * another status. `order`: a list in another order. `reading`: it follows another reading than
 * the profile that was learned before.
 */
export type DivergenceKind = "member" | "value" | "status" | "order" | "reading";

/** A response that no profile explains, or that deviates from an earlier profile. */
export interface Divergence {
  readonly kind: DivergenceKind;
  readonly endpoint: EndpointName;
  /** What deviates: `status`, a header, or the path of a member such as `context.process.journey.name`. */
  readonly place: string;
  /** What was expected, as a sentence without personal data. */
  readonly expected: string;
  /** What came, as a sentence without personal data. */
  readonly received: string;
  /** The rules and the readings that led to the expectation, as in `X-Sim-Basis`. */
  readonly basis: readonly string[];
  /** The sequence numbers of the exchanges that show it, oldest first. */
  readonly exchanges: readonly number[];
  /** When the first and the last of them were sent, as ISO instants. */
  readonly firstAt: string;
  readonly lastAt: string;
}

/** An exchange that could not be judged, and why. */
export interface Unjudged {
  readonly sequence: number;
  readonly why: string;
}

/** What a recording shows about the service. */
export interface Learned {
  /** One entry for each gap with more than one reading, in the order of the gap register. */
  readonly gaps: readonly LearnedGap[];
  readonly divergences: readonly Divergence[];
  readonly unjudged: readonly Unjudged[];
  /** Number of exchanges with the service. */
  readonly exchanges: number;
  /** Number of instances. */
  readonly instances: number;
}
