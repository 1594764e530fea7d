import type { Region } from "@journey-kit/schemas/regions";
import type { RuleId } from "@journey-kit/schemas/rules";
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
  /** Restricted API clients: one with read permission only, one without v2. Spec 1, 5. */
  readonly clients?: { readonly [Name in LimitedClient]?: Credentials };
  /** Addresses of the regions, without a trailing slash. Spec 1; gap `region-address`. */
  readonly regions?: { readonly [Name in Region]?: string };
  /** The rules to check; default all. */
  readonly only?: readonly RuleId[];
  /** Aborts the run before the next case; `runCases` rejects with its reason. */
  readonly signal?: AbortSignal;
  /** How long to wait for modules if the target's clock cannot be advanced, in milliseconds; default 30 s. */
  readonly patience?: number;
  /** Called after each case; `total` is the number of cases. */
  readonly onCase?: (result: CaseResult, total: number) => void;
}
