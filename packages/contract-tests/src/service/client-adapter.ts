import type { Subject } from "@journey-kit/schemas";
import type { Profile } from "@journey-kit/schemas/tables";

/** What a client under test needs to reach its service: addresses, credentials and a clock. */
export interface ServiceSettings {
  /** Regional address of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Address of the token service, without a trailing slash. Spec 4.1. */
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * Calls the service, and needs no network port if the simulator runs in this process. It accepts the arguments of the
   * global `fetch`. A client that cannot replace `fetch` can use the global one if the simulator listens at `baseUrl`.
   */
  readonly fetch?: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /**
   * Waits for a number of milliseconds on the service's clock, without taking real time. Absent if the clock is real.
   */
  readonly sleep?: (duration: number, options?: { readonly signal?: AbortSignal }) => Promise<void>;
  /**
   * The service's time in milliseconds since the Unix epoch; absent if the clock is real. A client that uses `sleep`
   * also needs `now`, for example to decide when its token expires.
   */
  readonly now?: () => number;
  /** Milliseconds that the client waits between two polls. Spec 4.4. */
  readonly pollIntervalMs: number;
  /** The service's readings, for clients that have options for readings. */
  readonly profile: Profile;
}

/** One journey for a client under test to run. */
export interface JourneyRun {
  /** A published journey, such as `document-and-selfie@latest`. Spec 2.1. */
  readonly resourceId: string;
  readonly apiVersion: "v1" | "v2";
  /** The person's data, at least for all required elements; the client submits the parts that the journey collects. Spec 2.8. */
  readonly subject: Subject;
}

/**
 * The outcome that a client reports. `undecided` means that the journey is in review or paused, which is not a failure.
 * `unknown` means that the client cannot know the outcome, for example because the response to the start
 * was lost.
 */
export type Conclusion = "accept" | "reject" | "refer" | "undecided" | "failed" | "unknown";

/** A client's report after a run. */
export interface Report {
  readonly conclusion: Conclusion;
  readonly instanceId?: string;
  /** Everything that the client printed, logged or threw, as text. It must not contain secrets. */
  readonly output?: string;
  /** An error that nothing handled, or a wrong exit code of a program, as text. */
  readonly unhandled?: string;
}

/** A client connected to its service. It may run several journeys at once. */
export interface ConnectedClient {
  /** Runs a whole journey and reports the outcome. A rejected promise counts as a crash. */
  runJourney(run: JourneyRun, options?: { readonly signal?: AbortSignal }): Promise<Report>;
  /** Releases the client's resources. */
  close?(): Promise<void>;
}

/** Connects a client under test to the kit. */
export interface ClientAdapter {
  /** Whether each journey has a client of its own, such as a program that runs one journey. */
  readonly connectsPerJourney?: true;
  /** Creates a client for a service. All journeys of a client share its state, such as its token. */
  connect(settings: ServiceSettings): ConnectedClient | Promise<ConnectedClient>;
}
