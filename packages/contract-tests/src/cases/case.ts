import type { Scenario } from "@journey-kit/schemas/control";
import type { GapId } from "@journey-kit/schemas/gaps";
import type { Profile } from "@journey-kit/schemas/profile";
import type { Region } from "@journey-kit/schemas/regions";
import type { RouteName } from "@journey-kit/schemas/routes";
import type { RuleId } from "@journey-kit/schemas/rules";
import type { Part } from "../target/sample.ts";
import type { Shape } from "./shape.ts";

/** An API client that is limited, and so shows what happens to those who may not. Spec 1, 5. */
export type LimitedClient = "reader" | "writer" | "withoutV2";

/**
 * One request, as data. Texts that begin with `$` are filled in when it is sent: `$instance`, `$interaction`, `$task`
 * and whatever else the preparations noted; `$resource:age-check@latest` is the resource id of a journey.
 */
export interface Ask {
  readonly route: RouteName;
  /** Another path below the address of the target, instead of that of the route. */
  readonly path?: string;
  readonly method?: "GET" | "PUT" | "DELETE";
  /** Sent as JSON; to the token endpoint as a form. */
  readonly body?: unknown;
  /** Sent as it is, instead of a body. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole header, such as `Bearer $token`; null sends none. A good token of the right kind where left out. */
  readonly authorization?: string | null;
  /** The client that calls, instead of the target's own. */
  readonly client?: LimitedClient;
  /** The region that is called, instead of the target's own. */
  readonly region?: Region;
}

/** A preparation: what has happened before the request of a case. */
export type Given =
  | { readonly do: "start"; readonly ask: Ask; readonly told: string }
  | { readonly do: "submit"; readonly parts: readonly Part[] }
  | { readonly do: "complete"; readonly parts: readonly Part[] }
  /** An exchange whose answer does not matter. */
  | { readonly do: "try"; readonly ask: Ask; readonly told: string }
  /** The same exchange many times within a minute. */
  | { readonly do: "repeat"; readonly ask: Ask; readonly times: number; readonly told: string }
  /** Notes texts of an answer under names that later requests use. */
  | { readonly do: "note"; readonly ask: Ask; readonly as: Readonly<Record<string, string>>; readonly told: string }
  /** Notes a new token of the target's client. */
  | { readonly do: "token"; readonly as: string }
  /** Waits until no module runs. */
  | { readonly do: "settle" }
  /** Lets time pass, by milliseconds. */
  | { readonly do: "pass"; readonly by: number }
  /** Gives a scenario to the next instance that starts: one that ships, by its name, or one of the kit. */
  | { readonly do: "arm"; readonly scenario: string | Scenario }
  | { readonly do: "pause" };

/** The answer that is due. */
export interface Expectation {
  readonly status: number;
  /** Places in the body, such as `errors[0].code`, and what stands there. */
  readonly shows?: Readonly<Record<string, Shape>>;
  /** Headers, in lower case. */
  readonly headers?: Readonly<Record<string, Shape>>;
}

/** Says which answer to a request is due under the readings of a target. */
export type Answering = (profile: Profile, ask: Ask) => Expectation;

/** One request and the response that a rule requires, as a row. */
export interface CaseRow {
  /** What happens before; default nothing. */
  readonly given?: readonly Given[];
  readonly ask: Ask;
  readonly answer: Answering;
  /** Gaps or readings that the response does not cite: an earlier one did, or they changed nothing. */
  readonly uncited?: readonly (GapId | `${GapId}=${string}`)[];
  /** Why the rule cannot be seen under some readings; undefined if it can. */
  readonly hidden?: (profile: Profile) => string | undefined;
}

/** Rows by id: the id of a rule, followed by a slash and a facet if the rule takes several cases. */
export type CaseTable = { readonly [Id in RuleId | `${RuleId}/${string}`]?: CaseRow };

/** A row with its id and its rule. */
export interface Case extends CaseRow {
  readonly id: string;
  readonly rule: RuleId;
  readonly given: readonly Given[];
}

/** The result of a case on a target. */
export interface CaseResult {
  readonly id: string;
  /** The rule of the case; for a failure, the broken rule. */
  readonly rule: RuleId;
  /** Section of the specification. */
  readonly spec: string;
  readonly status: "passed" | "failed" | "skipped";
  /** A one-line summary: for a failure the rule, section and response; for a skip the reason. */
  readonly line: string;
}
