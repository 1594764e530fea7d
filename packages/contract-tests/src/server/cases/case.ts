import type { Scenario } from "@journey-kit/schemas/control";
import type { EndpointName } from "@journey-kit/schemas/endpoints";
import type { GapId, Profile, Region, RuleId } from "@journey-kit/schemas/tables";
import type { ApiVersion } from "../../service/journey.ts";
import type { Shape } from "./shape.ts";

/** An API client that may do less than the client of the target. Spec 1, 5. */
export type LimitedClient = "reader" | "writer" | "withoutV2";

/**
 * A request as data. Words that start with `$` are placeholders: `$instance`, `$interaction`, `$task` and the names of
 * values that preparations saved. `$resource:age-check@latest` is the resource id of a journey.
 */
export interface CaseRequest {
  readonly route: EndpointName;
  /** Replaces the path of the endpoint. */
  readonly path?: string;
  readonly method?: "GET" | "PUT" | "DELETE";
  /** The body, which is sent as JSON or, to the token endpoint, as a form. */
  readonly body?: unknown;
  /** Raw text to send instead of `body`. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The `Authorization` header, such as `Bearer $token`, or null to omit the header; default a valid token of the
   * required kind.
   */
  readonly authorization?: string | null;
  /** The client that sends the request; default the client of the target. */
  readonly client?: LimitedClient;
  /** The region that receives the request; default the region of the target. */
  readonly region?: Region;
}

/** A step that prepares the request of a case. `text` describes the step. */
export type Given = { readonly text: string } & (
  | { readonly do: "start"; readonly request: CaseRequest }
  /** Submits data for the named elements to the current interaction, or completes the first open v1 task with it. */
  | { readonly do: "provide"; readonly apiVersion: ApiVersion; readonly names: readonly string[] }
  /** Sends a request and ignores the response. */
  | { readonly do: "try"; readonly request: CaseRequest }
  /** Sends a request `times` times and ignores the responses. */
  | { readonly do: "repeat"; readonly request: CaseRequest; readonly times: number }
  /** Sends a request and saves values from the response under names that later requests use. */
  | { readonly do: "note"; readonly request: CaseRequest; readonly as: Readonly<Record<string, string>> }
  /** Requests a token for the client of the target and saves it. */
  | { readonly do: "token"; readonly as: string }
  /** Waits until the running modules have finished. */
  | { readonly do: "settle" }
  /** Lets a number of milliseconds pass. */
  | { readonly do: "pass"; readonly by: number }
  /** Arms a scenario for the next instance. A string is the name of a built-in scenario. */
  | { readonly do: "arm"; readonly scenario: string | Scenario }
  | { readonly do: "pause" }
);

/** The expected values in a body, by path, such as `errors[0].code`. */
export type Shows = Readonly<Record<string, Shape>>;

/** The expected response. */
export interface Expectation {
  readonly status: number;
  readonly shows?: Shows;
  /** The expected headers, by lower-case name. */
  readonly headers?: Readonly<Record<string, Shape>>;
}

/** Returns the expected response to a request under the readings of a target. */
export type ExpectedResponse = (profile: Profile, request: CaseRequest) => Expectation;

/** One request and the response that a rule requires. */
export interface Case {
  readonly id: string;
  readonly rule: RuleId;
  /** The preparations. */
  readonly given: readonly Given[];
  readonly request: CaseRequest;
  readonly response: ExpectedResponse;
  /** Gaps or readings that decide the response but are not in its `X-Sim-Basis`, often because an earlier one cites them. */
  readonly uncited?: readonly (GapId | `${GapId}=${string}`)[];
  /** Returns why the rule cannot be observed under a profile; undefined if it can be. */
  readonly hidden?: (profile: Profile) => string | undefined;
}

/** A case in a table. A `response` of plain values expects success and these values. `given` defaults to none. */
export interface CaseRow extends Pick<Case, "request" | "uncited" | "hidden">, Partial<Pick<Case, "given">> {
  readonly response: ExpectedResponse | Shows;
}

/** Rows by id. An id is the id of a rule, followed by a slash and a suffix if the rule has several cases. */
export type CaseTable = { readonly [Id in RuleId | `${RuleId}/${string}`]?: CaseRow };

/** The result of a case on a target. */
export interface CaseResult {
  readonly id: string;
  /** The rule of the case, or the broken rule if the case failed. */
  readonly rule: RuleId;
  /** Section of the specification. */
  readonly spec: string;
  readonly status: "passed" | "failed" | "skipped";
  /** A one-line summary. A failed case shows the rule, the section and the response. A skipped case shows the reason. */
  readonly line: string;
}

/** The id and secret of an API client. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Options for a run. A case that needs a missing option is skipped. */
export interface CaseOptions {
  /**
   * The target's resource ids, by name of the built-in journey, such as `{ "age-check": "4f2a…" }`. The ids have no
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
