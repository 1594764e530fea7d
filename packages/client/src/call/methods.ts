import { paths } from "@journey-kit/schemas/paths";
import type { MethodName, RequestOf, ResponseOf } from "./bodies.ts";
import type { Call, CallOptions } from "./call.ts";
/**
 * Calls one endpoint.
 *
 * @throws {ApiError} When the service returns an error, or a response that is not JSON.
 * @throws {AuthError} When the token endpoint returns no token.
 * @throws {TimeoutError} When no response arrives in time and the call had no effect or is safe to repeat.
 * @throws {UnknownOutcomeError} When a start, a submit or a task update may have succeeded; see the README.
 */
export type Method<Name extends MethodName> = (body: RequestOf<Name>, options?: CallOptions) => Call<ResponseOf<Name>>;

/** The interaction-based generation, one method for each endpoint. Spec 4.2. */
export interface V2 {
  /** Starts an instance of a published journey; modules run in the background. Spec 2.7, 4.2. */
  readonly startJourney: Method<"v2.startJourney">;
  /** Returns the progress and the result of an instance. Spec 4.2, 4.4. */
  readonly fetchState: Method<"v2.fetchState">;
  /** Returns the elements that the current interaction collects, or reports that modules are running. Spec 2.5, 4.2. */
  readonly fetchInteraction: Method<"v2.fetchInteraction">;
  /** Submits domain elements to the current interaction. Success means accepted, not processed. Spec 2.9, 3.2, 4.2. */
  readonly submitInteraction: Method<"v2.submitInteraction">;
  /**
   * Lists open work as tasks with their schemas. Spec 4.2.
   *
   * @deprecated By the specification; `fetchInteraction` replaces it.
   */
  readonly listTaskSchemas: Method<"v2.listTaskSchemas">;
  /** Returns a connect token for an end user's device. Spec 4.2, 5; gap `device-start`. */
  readonly startDevice: Method<"v2.startDevice">;
  /** Exchanges a connect token for an end-user token, without a client token. An extension. Gap `device-start`. */
  readonly connectDevice: Method<"v2.connectDevice">;
}

/** The task-based generation, one method for each endpoint. Spec 4.3. */
export interface V1 {
  /** Starts an instance, and waits for its modules unless `context.config.async` is true. Spec 2.7, 4.3. */
  readonly startJourney: Method<"v1.startJourney">;
  /** Returns the progress and the result of an instance. Spec 4.3, 4.4. */
  readonly fetchState: Method<"v1.fetchState">;
  /**
   * Lists the tasks of an instance. Spec 4.3.
   *
   * @deprecated By the specification; v2 `fetchInteraction` replaces it.
   */
  readonly listTasks: Method<"v1.listTasks">;
  /** Returns the JSON Schema of one task. Spec 2.4, 4.3; gap `v1-task-schema-deprecated`. */
  readonly fetchTaskSchema: Method<"v1.fetchTaskSchema">;
  /**
   * Lists the tasks of an instance with their schemas. Spec 2.4, 4.3.
   *
   * @deprecated By the specification; v2 `fetchInteraction` replaces it.
   */
  readonly listTaskSchemas: Method<"v1.listTaskSchemas">;
  /**
   * Submits the data of one task; `Complete` ends it. Spec 2.10, 4.3.
   *
   * @deprecated By the specification; v2 `submitInteraction` replaces it.
   */
  readonly updateTask: Method<"v1.updateTask">;
}

/** Creates one method for each row of a generation. */
export function toMethods<Methods extends V1 | V2>(
  generation: "v1" | "v2",
  call: (name: MethodName, body: unknown, options?: CallOptions) => Call<unknown>,
): Methods {
  const methods = (Object.keys(paths) as MethodName[]) // except the token endpoint, which belongs to no generation
    .filter((name) => name.startsWith(`${generation}.`))
    .map((name) => [name.slice(3), (body: unknown, options?: CallOptions) => call(name, body, options)]);
  return Object.fromEntries(methods) as Methods; // keys come from the rows; a test compares both interfaces with them
}
