import type { Subject } from "@journey-kit/schemas";
import type { Profile } from "@journey-kit/schemas/profile";

/** What a client under test needs to reach its service: addresses, credentials and a clock. */
export interface ServiceSettings {
  /** Regional address of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Address of the token service, without a trailing slash. Spec 4.1. */
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Reaches the service without a port. A client without such an option can use the global `fetch` if `baseUrl` is served. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Waits on the service's clock, in milliseconds, which takes no time. Absent if the clock is real. */
  readonly sleep?: (duration: number, options?: { readonly signal?: AbortSignal }) => Promise<void>;
  /** The service's time in milliseconds; default `Date.now`. */
  readonly now?: () => number;
  /** How long to wait between two polls: the recommended interval with `sleep`, otherwise less. Spec 4.4. */
  readonly pollIntervalMs: number;
  /** The service's readings, for a client with options for them. */
  readonly profile: Profile;
}

/** One journey for a client under test to run. */
export interface JourneyRun {
  /** A published journey, such as `document-and-selfie@latest`. Spec 2.1. */
  readonly resourceId: string;
  readonly generation: "v1" | "v2";
  /** The person's complete data; the client submits the parts that the journey collects. Spec 2.8. */
  readonly subject: Subject;
}

/**
 * The outcome that a client reports. `undecided`: in review or paused, which is not failed. `unknown`: the client
 * cannot know, for example after a lost start.
 */
export type Conclusion = "accept" | "reject" | "refer" | "undecided" | "failed" | "unknown";

/** A client's report after a run. */
export interface Report {
  readonly conclusion: Conclusion;
  readonly instanceId?: string;
  /** Everything that it printed, logged or threw, as text. It must not contain secrets. */
  readonly output?: string;
}

/** A client connected to its service. It may run several journeys at once. */
export interface ConnectedClient {
  /** Runs a whole journey and reports the outcome. A rejection counts as a crash. */
  runJourney(run: JourneyRun, options?: { readonly signal?: AbortSignal }): Promise<Report>;
  /** Releases its resources. */
  close?(): Promise<void>;
}

/** A client under contract test: an adapter of one function. */
export interface ClientAdapter {
  /** Creates a client for a service. The client keeps the state that its journeys share, such as its token. */
  connect(settings: ServiceSettings): ConnectedClient | Promise<ConnectedClient>;
}
