import type { Region } from "@journey-kit/schemas/regions";
import type { RuleId } from "@journey-kit/schemas/rules";
import type { LimitedClient } from "./case.ts";

/** An API client: its id and its secret. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What a target lends to the cases; what is left out skips the cases that need it. */
export interface CaseOptions {
  /**
   * Resource ids, without a version, of journeys that the target publishes under other names than the simulator's:
   * `{ "age-check": "4f2a…" }`.
   */
  readonly journeys?: Readonly<Record<string, string>>;
  /** API clients that may do less: one that may only read, one without v2. Spec 1, 5. */
  readonly clients?: { readonly [Name in LimitedClient]?: Credentials };
  /** Addresses of the regions, without a trailing slash. Spec 1; gap `region-address`. */
  readonly regions?: { readonly [Name in Region]?: string };
  /** The rules whose cases are run; all of them where left out. */
  readonly only?: readonly RuleId[];
  /** Ends the run before the next case; `runCases` then rejects with its reason. */
  readonly signal?: AbortSignal;
  /** How long to wait for modules where the time of the target cannot be moved, in milliseconds; 30 s where left out. */
  readonly patience?: number;
}
