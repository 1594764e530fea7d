import type { Standing } from "./status.ts";

/** What one poll saw; `standing` tells what it means. */
export interface Sighting {
  readonly standing: Standing;
}

/** A poll that was answered, with what it saw. */
export type Answered<Seen extends Sighting> = Seen & {
  /** How often has been asked so far, this time included. */
  readonly polls: number;
};

/** A poll that was not answered, or with an error that may pass; the next one comes later than usual. Spec 4.4. */
export interface Unanswered {
  readonly standing: "unanswered";
  readonly polls: number;
  readonly error: unknown;
}

/** One poll, told as it happens. */
export type Progress<Seen extends Sighting> = Answered<Seen> | Unanswered;
