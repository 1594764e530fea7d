import { paths } from "@journey-kit/schemas/paths";
import type { MethodName, RequestOf, ResponseOf } from "./bodies.ts";
import type { Call, CallOptions } from "./call.ts";

/**
 * Calls one endpoint.
 *
 * @throws {ApiError} When the service refuses, or answers with something that is not JSON.
 * @throws {AuthError} When the token endpoint gives no token.
 * @throws {TimeoutError} When no answer comes in time, and that did no harm.
 * @throws {UnknownOutcomeError} When a start, a submit or a task update may have been done; see the README.
 */
export type Method<Name extends MethodName> = (body: RequestOf<Name>, options?: CallOptions) => Call<ResponseOf<Name>>;

/** The interaction-based generation, one method for each endpoint. Spec 4.2. */
export interface V2 {
  /** Starts an instance of a published journey; modules run in the background. Spec 2.7, 4.2. */
  readonly startJourney: Method<"v2.startJourney">;
  /** Tells how far an instance is and what it came to. Spec 4.2, 4.4. */
  readonly fetchState: Method<"v2.fetchState">;
  /** Tells what the current interaction collects, or that modules run. Spec 2.5, 4.2. */
  readonly fetchInteraction: Method<"v2.fetchInteraction">;
  /** Hands domain elements to the current interaction; success means accepted, not processed. Spec 2.9, 3.2, 4.2. */
  readonly submitInteraction: Method<"v2.submitInteraction">;
  /**
   * Lists open work as tasks with their schemas. Spec 4.2.
   *
   * @deprecated By the specification; `fetchInteraction` replaces it.
   */
  readonly listTaskSchemas: Method<"v2.listTaskSchemas">;
  /** Gives a connect token for the device of an end user. Spec 4.2, 5; gap `device-start`. */
  readonly startDevice: Method<"v2.startDevice">;
  /** Exchanges a connect token for an end-user token; needs no token of the client. An extension. Gap `device-start`. */
  readonly connectDevice: Method<"v2.connectDevice">;
}

/** The task-based generation, one method for each endpoint. Spec 4.3. */
export interface V1 {
  /** Starts an instance, and waits for its modules unless `context.config.async` is true. Spec 2.7, 4.3. */
  readonly startJourney: Method<"v1.startJourney">;
  /** Tells how far an instance is and what it came to. Spec 4.3, 4.4. */
  readonly fetchState: Method<"v1.fetchState">;
  /**
   * Lists the tasks of an instance. Spec 4.3.
   *
   * @deprecated By the specification; v2 `fetchInteraction` replaces it.
   */
  readonly listTasks: Method<"v1.listTasks">;
  /** Gives the JSON Schema of one task. Spec 2.4, 4.3; gap `v1-task-schema-deprecated`. */
  readonly fetchTaskSchema: Method<"v1.fetchTaskSchema">;
  /**
   * Lists the tasks of an instance with their schemas. Spec 2.4, 4.3.
   *
   * @deprecated By the specification; v2 `fetchInteraction` replaces it.
   */
  readonly listTaskSchemas: Method<"v1.listTaskSchemas">;
  /**
   * Hands in the data of one task; `Complete` ends it. Spec 2.10, 4.3.
   *
   * @deprecated By the specification; v2 `submitInteraction` replaces it.
   */
  readonly updateTask: Method<"v1.updateTask">;
}

/** Makes the methods of a generation: one for each of its rows. */
export function toMethods<Methods extends V1 | V2>(
  generation: "v1" | "v2",
  call: (name: MethodName, body: unknown, options?: CallOptions) => Call<unknown>,
): Methods {
  const methods = (Object.keys(paths) as MethodName[]) // but for the token endpoint, which is of no generation
    .filter((name) => name.startsWith(`${generation}.`))
    .map((name) => [name.slice(3), (body: unknown, options?: CallOptions) => call(name, body, options)]);
  return Object.fromEntries(methods) as Methods; // rows give the keys; a test holds both interfaces to them
}
