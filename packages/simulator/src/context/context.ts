import type { ControlRouteName } from "@journey-kit/schemas/calls";
import type { EndpointName } from "@journey-kit/schemas/endpoints";
import type { ErrorName, Limits, Profile, Region } from "@journey-kit/schemas/tables";
import type { Journals } from "../journal/journal.ts";
import type { Catalog } from "../journeys/catalog.ts";
import type { Store } from "../store/store.ts";
import type { ApiClient } from "../world/api-client.ts";
import type { Pause } from "../world/steps.ts";
import type { Millis } from "../world/time.ts";
import type { Digest } from "./digest.ts";
import type { JourneyLog } from "./journey-log.ts";
import type { Semaphore } from "./semaphore.ts";
import type { Tokens } from "./tokens.ts";
import type { Wait } from "./wait.ts";

/** State shared by the parts of a running simulator. */
export interface SimulatorContext {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly journeyLog: JourneyLog;
  readonly tokens: Tokens;
  /** The listed API clients; undefined in open mode, which accepts any client id. */
  readonly clients: ReadonlyMap<string, ApiClient> | undefined;
  /** The bearer token that every request to the control API needs; undefined if it needs none. */
  readonly controlToken: string | undefined;
  /** The profile for requests without a world and for new worlds. */
  readonly profile: Profile;
  /** The region for request paths without a region prefix. */
  readonly region: Region;
  readonly seed: number;
  /** Duration of every module, regardless of the journey and the module's default. */
  readonly latency: Millis | undefined;
  /** System time. */
  readonly system: () => Millis;
  /** Milliseconds with fractions, counted from any starting point, to measure durations. */
  readonly stopwatch: () => Millis;
  readonly wait: Wait;
  readonly pause: Pause;
  /** Creates an id of 22 to 24 characters of `[A-Za-z0-9_-]`. */
  readonly makeId: () => string;
  readonly digest: Digest;
  readonly journals: Journals;
  readonly limits: Limits;
  /** Admits large request bodies. */
  readonly gate: Semaphore;
  /**
   * Reserves a place for an event stream, and returns a function that releases the place. Throws if too many streams
   * are open, or too many by the web pages of the same origin.
   */
  readonly takeStream: (page: string | undefined) => () => void;
  /** Origins whose pages may call the service, besides loopback origins. */
  readonly cors: readonly string[];
  /** Origins whose pages may show hosted pages in a frame, besides loopback origins. */
  readonly embed: readonly string[];
  readonly metrics: Metrics | undefined;
  /** Responds to the requests at `/_sim/mcp`. */
  readonly callTool: ((request: Request) => Promise<Response>) | undefined;
  readonly traces: Traces | undefined;
  /** Called after every request, including those of the control API. */
  readonly onRequest?: ((request: AnsweredRequest) => void) | undefined;
  /** Called with every unexpected error, and the id of the request that failed, if any. */
  readonly onError?: ((error: unknown, requestId?: string) => void) | undefined;
}

/**
 * A finished request, for logging. The only texts from the caller are the client id and the request id. If one of them
 * does not look like a name, its length replaces it.
 */
export interface AnsweredRequest {
  /** `X-Request-ID` of the response. */
  readonly id: string;
  readonly method: string;
  /**
   * The path of the endpoint with parameter names. Without an endpoint, the path with its unknown segments redacted.
   */
  readonly path: string;
  readonly endpoint: EndpointName | ControlRouteName | undefined;
  readonly status: number;
  readonly error: ErrorName | undefined;
  /** The client id whose world the request belongs to or controls. */
  readonly world: string | undefined;
  /** The fault rule that hit the request. */
  readonly fault: string | undefined;
  /** Milliseconds, with fractions. */
  readonly duration: Millis;
}

/** Measures a running simulator. `createMetrics` of `@journey-kit/simulator/node` creates metrics for Prometheus. */
export interface Metrics {
  readonly recordRequest: (request: AnsweredRequest) => void;
  /** Wraps a store, to measure the time of each operation. */
  readonly timeStore: (store: Store) => Store;
  /**
   * Counts an event stream as open.
   *
   * @returns A function that counts it as closed.
   */
  readonly openStream: () => () => void;
  /** Renders all metrics. `store` is asked for the number of worlds and instances. */
  readonly render: (store: Store) => Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Traces a running simulator. `createTraces` of `@journey-kit/simulator/node` creates traces. */
export interface Traces {
  /**
   * Runs a request to the service inside a span. The control API is not traced.
   *
   * @param header Reads a request header by its lower-case name.
   * @param describe Describes the request after `next`, whether or not `next` rejected.
   */
  readonly traceRequest: (
    header: (name: string) => string | undefined,
    next: () => Promise<void>,
    describe: () => TracedRequest,
  ) => Promise<void>;
  /** Wraps a store, to find out which request starts a module run, and when the run has finished. */
  readonly watchStore: (store: Store, system: () => Millis) => Store;
}

/** A finished request, for a trace. Its texts from the caller are those of {@link AnsweredRequest}. */
export interface TracedRequest extends Omit<AnsweredRequest, "duration"> {
  readonly scheme: "http" | "https";
  /** The instance that the request is about. */
  readonly instanceId: string | undefined;
  /** Rules and readings in the form of the `X-Sim-Basis` header. */
  readonly basis: string;
  /** How far the clock of the world is ahead of the system time; undefined if the world is unknown. */
  readonly clockOffset: Millis | undefined;
}
