import type { Subject } from "@journey-kit/schemas";
import type { Profile } from "@journey-kit/schemas/profile";

/** The service as a client under test sees it: where it is, as whom to call it, and how time passes there. */
export interface Service {
  /** Regional address of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Address of the token service, without a trailing slash. Spec 4.1. */
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** How to reach it, where it is in this process; the global `fetch` where left out. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Lets its time pass, by milliseconds, instead of waiting; absent where time passes by itself. */
  readonly sleep?: (duration: number, options?: { readonly signal?: AbortSignal }) => Promise<void>;
  /** The time there in milliseconds; `Date.now` where left out. */
  readonly now?: () => number;
  /** The readings that it answers by, for a client that can be told some of them. */
  readonly profile: Profile;
}

/** One whole journey that a client under test is to run. */
export interface Errand {
  /** A published journey, such as `document-and-selfie@latest`. Spec 2.1. */
  readonly resourceId: string;
  readonly generation: "v1" | "v2";
  /** All there is to know of the person; the client hands out what the journey asks for. Spec 2.8. */
  readonly subject: Subject;
}

/**
 * What a client says that a journey came to. `undecided`: waiting for a reviewer or paused, which is not failed.
 * `unknown`: the client cannot know, for example because the answer to a start was lost.
 */
export type Verdict = "accept" | "reject" | "refer" | "undecided" | "failed" | "unknown";

/** What a client tells after an errand. */
export interface Report {
  readonly verdict: Verdict;
  readonly instanceId?: string;
  /** All that it printed, logged or threw, as text; no secret may be in it. */
  readonly output?: string;
}

/** A client that knows its service. It may be sent on several errands at once. */
export interface ConnectedClient {
  /** Runs a whole journey and tells what it came to. A rejection counts as a crash of the client. */
  runJourney(errand: Errand, options?: { readonly signal?: AbortSignal }): Promise<Report>;
  /** Ends whatever it still holds. */
  close?(): Promise<void>;
}

/** A client under contract test: an adapter of one function. */
export interface Driver {
  /** Makes a client of a service; all that it shares between journeys, such as its token, lives in there. */
  connect(service: Service): ConnectedClient | Promise<ConnectedClient>;
}
