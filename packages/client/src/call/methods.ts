import { paths } from "@journey-kit/schemas/calls";
import type * as v1 from "../types/v1.ts";
import type * as v2 from "../types/v2.ts";
import type { Answer, Call, CallOptions } from "./call.ts";

/** Name of a v1 or v2 endpoint; the client has one method for each. Spec 4.2, 4.3. */
export type MethodName = Extract<keyof typeof paths, `v1.${string}` | `v2.${string}`>;

/**
 * The v2 endpoints, which collect data by interaction. Spec 4.2.
 *
 * @throws {ApiError} When the service returns an error, or a response that is not JSON.
 * @throws {AuthError} When the token endpoint returns no token.
 * @throws {ConnectionError | TimeoutError} When no complete response arrives, and the call is safe to repeat.
 * @throws {UnknownOutcomeError} When the response to a start, a submit or a task update is lost, and the call may have
 *   succeeded.
 */
export interface V2 {
  /** Starts an instance of a published journey; modules run in the background. Spec 2.7, 4.2. */
  startJourney(body: v2.StartJourneyRequest, options?: CallOptions): Call<v2.StartJourneyResponse>;
  /** Returns the progress and the result of an instance. Spec 4.2, 4.4. */
  fetchState(body: v2.FetchStateRequest, options?: CallOptions): Call<v2.FetchStateResponse>;
  /** Returns the elements that the current interaction collects, or reports that modules are running. Spec 2.5, 4.2. */
  fetchInteraction(body: v2.FetchInteractionRequest, options?: CallOptions): Call<v2.FetchInteractionResponse>;
  /** Submits domain elements to the current interaction. The modules run after the response. Spec 2.9, 3.2, 4.2. */
  submitInteraction(body: v2.SubmitInteractionRequest, options?: CallOptions): Call<v2.SubmitInteractionResponse>;
  /**
   * Lists the tasks to complete, with their schemas. Spec 4.2.
   *
   * @deprecated Use `fetchInteraction` instead.
   */
  listTaskSchemas(body: v2.ListTaskSchemasRequest, options?: CallOptions): Call<v2.ListTaskSchemasResponse>;
  /** Returns a connect token for an end user's device. Spec 4.2, 5; gap `device-start`. */
  startDevice(body: v2.StartDeviceRequest, options?: CallOptions): Call<v2.StartDeviceResponse>;
  /** Exchanges a connect token for an end-user token; an extension to the specification. Gap `device-start`. */
  connectDevice(body: v2.ConnectDeviceRequest, options?: CallOptions): Call<v2.ConnectDeviceResponse>;
}

/** The v1 endpoints, which collect data by task. The methods throw the same errors as {@link V2}. Spec 4.3. */
export interface V1 {
  /** Starts an instance. Responds after the modules have run, unless `config.async` is true. Spec 2.7, 4.3. */
  startJourney(body: v1.V1StartJourneyRequest, options?: CallOptions): Call<v1.V1StartJourneyResponse>;
  /** Returns the progress and the result of an instance. Spec 4.3, 4.4. */
  fetchState(body: v1.V1FetchStateRequest, options?: CallOptions): Call<v1.V1FetchStateResponse>;
  /**
   * Lists the tasks of an instance. Spec 4.3.
   *
   * @deprecated Use v2 `fetchInteraction` instead.
   */
  listTasks(body: v1.V1ListTasksRequest, options?: CallOptions): Call<v1.V1ListTasksResponse>;
  /**
   * Returns the JSON Schema of one task. Spec 2.4, 4.3; gap `v1-task-schema-deprecated`.
   *
   * @deprecated Use v2 `fetchInteraction` instead.
   */
  fetchTaskSchema(body: v1.V1FetchTaskSchemaRequest, options?: CallOptions): Call<v1.V1FetchTaskSchemaResponse>;
  /**
   * Lists the tasks of an instance with their schemas. Spec 2.4, 4.3.
   *
   * @deprecated Use v2 `fetchInteraction` instead.
   */
  listTaskSchemas(body: v1.V1ListTaskSchemasRequest, options?: CallOptions): Call<v1.V1ListTaskSchemasResponse>;
  /**
   * Submits the data of one task. The intent `Complete` completes the task. Spec 2.10, 4.3.
   *
   * @deprecated Use v2 `submitInteraction` instead.
   */
  updateTask(body: v1.V1UpdateTaskRequest, options?: CallOptions): Call<v1.V1UpdateTaskResponse>;
}

type ClientMethodOf<Name extends MethodName> = Name extends `v2.${infer Method extends keyof V2}`
  ? V2[Method]
  : Name extends `v1.${infer Method extends keyof V1}`
    ? V1[Method]
    : never;

/** Request body of an endpoint. Spec 4. */
export type RequestOf<Name extends MethodName> = Parameters<ClientMethodOf<Name>>[0];

/** Response body of an endpoint under any reading. Spec 4. */
export type ResponseOf<Name extends MethodName> = Awaited<ReturnType<ClientMethodOf<Name>>>;

/** Sends a body to an endpoint. */
export type Send = (name: MethodName, body: unknown, options?: CallOptions) => Promise<Answer<unknown>>;

/** Creates the methods of an API version: one for each endpoint. */
export function createMethods<Methods extends V1 | V2>(
  apiVersion: "v1" | "v2",
  call: (name: MethodName, body: unknown, options?: CallOptions) => Call<unknown>,
): Methods {
  const methods = (Object.keys(paths) as MethodName[]) // the token endpoint has no API version
    .filter((name) => name.startsWith(`${apiVersion}.`))
    .map((name) => [name.slice(3), (body: unknown, options?: CallOptions) => call(name, body, options)]);
  return Object.fromEntries(methods) as Methods; // a test compares the keys with both interfaces
}
