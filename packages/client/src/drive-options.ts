import type { Collect } from "./collect.ts";
import type { OutcomeSpelling } from "./outcome.ts";
import type { Subject } from "./place.ts";
import type { Sighting } from "./progress.ts";
import type { WaitOptions } from "./wait-options.ts";

/** What to run: a journey from its start, or an instance that was started before. */
export type Origin = { readonly resourceId: string } | { readonly instanceId: string };

/** What a start gave. */
export interface Started {
  readonly instanceId: string;
  /** Where the hosted pages are, for `page` delivery. Gap `instance-url-form`. */
  readonly instanceUrl?: string | undefined;
}

/** How to run a journey, in both generations. `deadline` holds for the whole run. */
export type DriveOptions = Origin & RunOptions;

/** What there is to say about a run, whatever it runs. */
export interface RunOptions extends WaitOptions<Sighting> {
  /** Asked for each domain element that the service wants. */
  readonly collect: Collect;
  /** Data known from the beginning: the prefill. Spec 2.8, 3.2. */
  readonly subject?: Subject;
  /** How often an element or task is handed in, where the service goes on asking for it; 3 where left out. */
  readonly attempts?: number;
  /** How the journey spells its outcomes, where it has words of its own. Gap `outcome-spelling`. */
  readonly spelling?: OutcomeSpelling;
  /** Told of the instance as soon as there is one, to keep its id. */
  readonly onStart?: (started: Started) => void;
}
