import type { Coverage, Exchange, Explanation, WorldSnapshot } from "@journey-kit/schemas/control";
import type { EndpointName } from "@journey-kit/schemas/endpoints";
import type { Profile } from "@journey-kit/schemas/tables";
import type { Report } from "../service/client-adapter.ts";
import type { Condition, ConditionRun } from "../service/condition.ts";

/** What a text contains: any text, a secret or a token, data of a person. */
export type Printed = "text" | "secret" | "personal";

/** The form of a token request. Spec 4.1. */
interface TokenForm {
  readonly grant: string;
  readonly hasScope: boolean;
  readonly hasUser: boolean;
  /** Whether it has the id and the secret of the client, as form fields or as Basic credentials. */
  readonly hasCredentials: boolean;
}

/** A request as the client sent it, with personal data. */
export interface SentRequest {
  readonly endpoint: EndpointName;
  /** The parsed body; undefined for a token request. */
  readonly body: unknown;
  /** Milliseconds of real time. */
  readonly at: number;
  /** Which connection of the adapter sent the request, from 0. */
  readonly connection: number;
  /** Whether the request repeats the first token that was refused for its instance. */
  readonly repeatsRefusedToken: boolean;
  /** Whether the request has a token that another client received. */
  readonly hasForeignToken: boolean;
  /** Whether the request has a bearer token that the service issued, another one, or none. */
  readonly bearer: "issued" | "other" | "none";
  readonly form: TokenForm | undefined;
  /** Status of the response; undefined until it arrives, and if it does not arrive. */
  status: number | undefined;
  started: string | undefined;
}

/** How a journey ended: the client reported a conclusion or crashed, or the kit stopped it. Secrets are removed. */
export type Ending =
  | { readonly kind: "reported"; readonly report: Report }
  | { readonly kind: "crashed" | "timed-out"; readonly problem: string };

/** What a client did in one world, and everything that its requirements depend on. */
export interface Evidence {
  readonly condition: Condition;
  readonly runs: readonly ConditionRun[];
  /** One ending for each of the `runs`. */
  readonly endings: readonly Ending[];
  /**
   * The requests in the client's world, oldest first. After a long run, these are at most the first 100 and the latest
   * 1,000 requests.
   */
  readonly exchanges: readonly Exchange[];
  /** The requests to the addresses in the client's settings, with personal data. */
  readonly sent: readonly SentRequest[];
  /** The instances in the client's world after the run, oldest first. */
  readonly instances: readonly Explanation[];
  /** Omitted if the world is shared with other conditions. */
  readonly coverage?: Coverage;
  /** The world after the run, without personal data, if it was kept. */
  readonly snapshot?: WorldSnapshot;
  /**
   * The clock that measures waits: the world's clock if the client called `settings.sleep`, otherwise the system clock.
   */
  readonly time: "virtual" | "real";
  /** Whether the client called `settings.now`. */
  readonly readsClock: boolean;
  readonly pollIntervalMs: number;
  readonly profile: Profile;
  /** What the client printed. Empty if it printed nothing. */
  readonly printed: readonly Printed[];
  /** Errors that nothing handled, as text. */
  readonly unhandled: readonly string[];
}

/**
 * What the evidence shows about one requirement. `untested` means that it is inconclusive, for example because the
 * client did not get far enough.
 */
export type Verdict =
  | { readonly status: "pass" }
  | { readonly status: "fail"; readonly problem: string; readonly exchange?: number }
  | { readonly status: "untested"; readonly why: string };

/** Decides whether a client meets a requirement. */
export type Check = (evidence: Evidence) => Verdict;

export const pass: Verdict = { status: "pass" };

/** The client misbehaved, at the given exchange if there is one. */
export const fail = (problem: string, exchange?: Pick<Exchange, "sequence">): Verdict => ({
  status: "fail",
  problem,
  ...(exchange !== undefined && { exchange: exchange.sequence }),
});

export const untested = (why: string): Verdict => ({ status: "untested", why });

/** What several verdicts show together. `none` says why there are none. */
export function combineVerdicts(verdicts: readonly Verdict[], none: string): Verdict {
  const of = (status: Verdict["status"]) => verdicts.find((one) => one.status === status);
  return of("fail") ?? of("pass") ?? verdicts[0] ?? untested(none);
}
