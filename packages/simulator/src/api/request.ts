import type { ControlRouteName } from "@journey-kit/schemas/calls";
import type { EndpointName } from "@journey-kit/schemas/endpoints";
import type { ErrorName, GapId, Profile, Region } from "@journey-kit/schemas/tables";
import type { Context } from "hono";
import type { SimulatorContext } from "../context/context.ts";
import type { Claims } from "../context/tokens.ts";
import type { InstanceRecord } from "../engine/commands.ts";
import type { Citations, Refusal } from "../engine/result.ts";
import type { AppliedFault } from "../journal/journal.ts";
import type { Settings } from "../store/store.ts";
import type { ApiClient } from "../world/api-client.ts";
import type { Millis } from "../world/time.ts";

/** A response that a fault breaks off. The connection closes or resets, or the body is truncated. */
export interface BrokenResponse {
  readonly how: "close" | "reset" | "truncate";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Bindings of a network connection. In process there are none. */
export interface ConnectionBindings {
  /** Reads a request header by its lower-case name, faster than `Headers` does. */
  readonly header?: (name: string) => string | undefined;
  /** Takes a body of `length` bytes out of the request, faster than `Request` reads it; undefined unless it has arrived. */
  readonly takeBody?: (length: number) => Uint8Array | undefined;
  /** Breaks off a response as the fault specifies. */
  readonly breakOff?: (response: BrokenResponse) => Response;
  /** Aborted when the listener stops. Event streams then end. */
  readonly stopping?: AbortSignal;
}

/** Hono environment of the service: connection bindings, and the variables that the middleware sets. */
export interface ApiEnv {
  Bindings: ConnectionBindings;
  Variables: {
    header: ApiRequest["header"];
    request: ApiRequest;
    /** Set if the endpoint needs a bearer token. */
    caller: Caller;
    /** Set if the endpoint needs a bearer token. */
    body: Readonly<Record<string, unknown>>;
  };
}

export type ApiContext = Context<ApiEnv>;

/** Limits on the size and structure of a JSON body. */
export interface BodyLimits {
  readonly bytes: number;
  /** Number of nested objects and arrays. */
  readonly depth: number;
  /** Number of members and array entries, at any depth. */
  readonly values: number;
}

/** A body that was read as JSON, or why it is not a JSON object. */
export type JsonBody =
  | { readonly kind: "object"; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: "too-large" }
  | { readonly kind: "refused"; readonly name: ErrorName; readonly problem: string; readonly placeholder: string };

/** A request with its region, world and readings. It records the readings that decide the response. */
export interface ApiRequest {
  /** The endpoint at the path; undefined if there is none under this profile. */
  readonly name: EndpointName | undefined;
  /** The path with the names of its parameters, if it belongs to an endpoint under at least one profile. */
  readonly pattern: string | undefined;
  /** The gap that decides whether there is an endpoint at the path. */
  readonly gap: GapId | undefined;
  /** The API version that decides the form of errors. Spec 9. */
  readonly apiVersion: "v1" | "v2";
  readonly method: string;
  readonly path: string;
  readonly region: Region;
  /** Whether the path began with a region. */
  readonly hasRegionPrefix: boolean;
  /** Scheme and authority of the request URL. */
  readonly origin: string;
  /** Reads a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** Reads the body as text; undefined if it exceeds `limit` bytes. The limit of the first call applies. */
  readonly text: (limit: number) => Promise<string | undefined>;
  /** Reads the body as a JSON object. The limits of the first call apply. */
  readonly json: (limits: BodyLimits) => Promise<JsonBody>;
  /**
   * Reads the body as a form and passes it to `use`, or passes undefined if the body exceeds `limit` bytes. Rejects if
   * the body is not a form.
   */
  readonly form: <Value>(limit: number, use: (form: FormData) => Promise<Value>) => Promise<Value | undefined>;
  /** Returns the signal that aborts when the caller no longer waits for the response. Reading it is slow on Node. */
  readonly signal: () => AbortSignal;
  readonly id: string;
  /** System time at which the request arrived. */
  readonly startedAt: Millis;
  /** Time on the stopwatch when the request arrived; 0 if nothing observes the duration. */
  readonly begunAt: Millis;
  /** Readings of the world, or of the simulator if the world is unknown. */
  readonly profile: Profile;
  /** The world of the request: from its token, its credentials or its link. */
  readonly world: string | undefined;
  readonly settings: Settings | undefined;
  /** Claims of the bearer token, of which only the signature has been checked. */
  readonly claims: Claims | undefined;
  /** Consults readings and records the basis of the response. */
  readonly citations: Citations;
  /** The endpoint of the control API, and the world in its path; set by the control API. */
  control?: { readonly name: ControlRouteName; readonly world: string | undefined };
  /** The fault that hits this request; set by the middleware. */
  fault?: AppliedFault | undefined;
  /** The parsed body, or a placeholder for text that could not be parsed; set when the body is read. */
  received?: unknown;
  outcome?: RecordedResponse;
}

export interface Caller {
  readonly claims: Claims;
  readonly world: string;
  readonly client: ApiClient;
  readonly settings: Settings;
  readonly now: Millis;
}

/** A request whose endpoint accepts its token. */
export interface WorldRequest extends Omit<ApiRequest, keyof Caller>, Caller {
  readonly name: EndpointName;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The result of a handler. The status defaults to the status of the route. */
export interface HandlerResult {
  /** A text body is HTML, unless the headers say otherwise. */
  readonly body: object | string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The instance that the response is about. */
  readonly record?: InstanceRecord | undefined;
  readonly refusal?: Refusal | undefined;
}

export type Handler<Request> = (simulator: SimulatorContext, request: Request) => Promise<HandlerResult>;

/** Handlers of endpoints that act in the world of a bearer token. */
export type Handlers = { readonly [Name in EndpointName]?: Handler<WorldRequest> };

/** A response in the form that the journal records. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly record: InstanceRecord | undefined;
  readonly refusal: Refusal | undefined;
}

/** Completes a result with the headers that every response has. Spec 7. */
export const toRecordedResponse = (
  { id, citations }: Pick<ApiRequest, "id" | "citations">,
  { status = 200, body, headers, record, refusal }: HandlerResult,
): RecordedResponse => ({
  status,
  headers: {
    "x-request-id": id,
    "content-type": typeof body === "string" ? "text/html; charset=utf-8" : "application/json",
    "x-sim-basis": citations.basis().text,
    ...headers,
  },
  text: typeof body === "string" ? body : JSON.stringify(body),
  record,
  refusal,
});

/** Creates the response to a request and stores the outcome for the journal. */
export function respond(request: Pick<ApiRequest, "outcome">, outcome: RecordedResponse): Response {
  request.outcome = outcome;
  const { status, headers, text } = outcome;
  return new Response(text, { status, headers });
}
