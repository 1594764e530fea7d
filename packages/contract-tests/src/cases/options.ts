import type { Region } from "@journey-kit/schemas/regions";
import type { CaseResult, LimitedClient } from "./case.ts";

/** The id and secret of an API client. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Options for a run. A case that needs a missing option is skipped. */
export interface CaseOptions {
  /**
   * Resource ids of the target by the name of the built-in journey, such as `{ "age-check": "4f2a…" }`. The ids have no
   * version. Default: the target uses the names of the built-in journeys.
   */
  readonly journeys?: Readonly<Record<string, string>>;
  /** API clients that can only read (`reader`), cannot read (`writer`), or cannot use v2 (`withoutV2`). Spec 1, 5. */
  readonly clients?: { readonly [Name in LimitedClient]?: Credentials };
  /** Addresses of the regions, without a trailing slash. Spec 1; gap `region-address`. */
  readonly regions?: { readonly [Name in Region]?: string };
  /**
   * Whether to send more than 60 starts within a minute to a server without `control`; default false. Gap `rate-limit`.
   */
  readonly burst?: boolean;
  /** Ids of the cases to run, or of their rules; default all cases. */
  readonly only?: readonly string[];
  /** Stops the run before the next case. `runCases` then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** The maximum wait in milliseconds if the target's clock cannot be advanced; default 30,000. */
  readonly timeoutMs?: number;
  /** Waits for `duration` milliseconds; default a real timer. */
  readonly sleep?: (duration: number) => Promise<unknown>;
  /** Called after each case; `total` is the number of cases. */
  readonly onCase?: (result: CaseResult, total: number) => void;
}
