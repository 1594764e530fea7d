import type { Standing } from "./status.ts";

/** The result of one poll; `standing` interprets it. */
export interface Sighting {
  readonly standing: Standing;
}

/** A successful poll and its result. */
export type Answered<Seen extends Sighting> = Seen & {
  /** Number of polls so far, including this one. */
  readonly polls: number;
};

/** A poll without a response or with a temporary error; the next one is delayed. Spec 4.4. */
export interface Unanswered {
  readonly standing: "unanswered";
  readonly polls: number;
  readonly error: unknown;
}

/** One poll, reported as it happens. */
export type Progress<Seen extends Sighting> = Answered<Seen> | Unanswered;
