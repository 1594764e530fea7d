import type { Collect } from "./collect.ts";
import type { OutcomeSpelling } from "./outcome.ts";
import type { Subject } from "./place.ts";
import type { Sighting } from "./progress.ts";
import type { WaitOptions } from "./wait-options.ts";

/** What to run: a new journey, or an instance that is already started. */
export type Origin = { readonly resourceId: string } | { readonly instanceId: string };

/** The result of a start. */
export interface Started {
  readonly instanceId: string;
  /** Address of the hosted pages, for `page` delivery. Gap `instance-url-form`. */
  readonly instanceUrl?: string | undefined;
}

/** Options for running a journey, in both generations. `deadline` applies to the whole run. */
export type DriveOptions = Origin & RunOptions;

/** Options of every run. */
export interface RunOptions extends WaitOptions<Sighting> {
  /** Called for each domain element that the service requests. */
  readonly collect: Collect;
  /** Prefill: data sent with the start. Spec 2.8, 3.2. */
  readonly subject?: Subject;
  /** How often to submit an element or task if the service keeps requesting it; default 3. */
  readonly attempts?: number;
  /** Maps the journey's own words for its outcomes. Gap `outcome-spelling`. */
  readonly spelling?: OutcomeSpelling;
  /** Called as soon as the instance exists, so that you can store its id. */
  readonly onStart?: (started: Started) => void;
}
