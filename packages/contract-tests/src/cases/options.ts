import type { Region } from "@journey-kit/schemas/regions";
import type { CaseResult, LimitedClient } from "./case.ts";

/** An API client: its id and its secret. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Options that some cases need; a case without its option is skipped. */
export interface CaseOptions {
  /**
   * Resource ids, without a version, of journeys that the target publishes under other names than the simulator's:
   * `{ "age-check": "4f2a…" }`.
   */
  readonly journeys?: Readonly<Record<string, string>>;
  /** Restricted API clients: one that may only read, one that may start and submit but not read, one without v2. Spec 1, 5. */
  readonly clients?: { readonly [Name in LimitedClient]?: Credentials };
  /** Addresses of the regions, without a trailing slash. Spec 1; gap `region-address`. */
  readonly regions?: { readonly [Name in Region]?: string };
  /** Whether to send more than 60 starts within a minute to a server without control; default false. Gap `rate-limit`. */
  readonly burst?: boolean;
  /** The cases to run, by their ids or rules; default all. */
  readonly only?: readonly string[];
  /** Aborts the run before the next case; `runCases` rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Maximum milliseconds of a wait if the target's clock cannot be advanced; default 30,000. */
  readonly timeoutMs?: number;
  /** Waits for milliseconds; default a real timer. */
  readonly sleep?: (duration: number) => Promise<unknown>;
  /** Called after each case; `total` is the number of cases. */
  readonly onCase?: (result: CaseResult, total: number) => void;
}
