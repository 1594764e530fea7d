import type { ExtensionName, RouteName } from "@journey-kit/schemas/paths";
import type * as v1 from "../types/v1.ts";
import type * as v2 from "../types/v2.ts";

/** Name of a v1 or v2 endpoint; the client has one method for each. Spec 4.2, 4.3. */
export type MethodName = Exclude<Extract<RouteName, `v1.${string}` | `v2.${string}`>, ExtensionName>;

/** Request body of an endpoint. Spec 4. */
export type RequestOf<Name extends MethodName> = Bodies[Name]["request"];

/** Response body of an endpoint under any reading. Spec 4. */
export type ResponseOf<Name extends MethodName> = Bodies[Name]["response"];

interface Endpoint<Request, Response> {
  readonly request: Request;
  readonly response: Response;
}

interface Bodies extends Record<MethodName, Endpoint<unknown, unknown>> {
  readonly "v2.startJourney": Endpoint<v2.StartJourneyRequest, v2.StartJourneyResponse>;
  readonly "v2.fetchState": Endpoint<v2.FetchStateRequest, v2.FetchStateResponse>;
  readonly "v2.fetchInteraction": Endpoint<v2.FetchInteractionRequest, v2.FetchInteractionResponse>;
  readonly "v2.submitInteraction": Endpoint<v2.SubmitInteractionRequest, v2.SubmitInteractionResponse>;
  readonly "v2.listTaskSchemas": Endpoint<v2.ListTaskSchemasRequest, v2.ListTaskSchemasResponse>;
  readonly "v2.startDevice": Endpoint<v2.StartDeviceRequest, v2.StartDeviceResponse>;
  readonly "v2.connectDevice": Endpoint<v2.ConnectDeviceRequest, v2.ConnectDeviceResponse>;
  readonly "v1.startJourney": Endpoint<v1.V1StartJourneyRequest, v1.V1StartJourneyResponse>;
  readonly "v1.fetchState": Endpoint<v1.V1FetchStateRequest, v1.V1FetchStateResponse>;
  readonly "v1.listTasks": Endpoint<v1.V1ListTasksRequest, v1.V1ListTasksResponse>;
  readonly "v1.fetchTaskSchema": Endpoint<v1.V1FetchTaskSchemaRequest, v1.V1FetchTaskSchemaResponse>;
  readonly "v1.listTaskSchemas": Endpoint<v1.V1ListTaskSchemasRequest, v1.V1ListTaskSchemasResponse>;
  readonly "v1.updateTask": Endpoint<v1.V1UpdateTaskRequest, v1.V1UpdateTaskResponse>;
}
