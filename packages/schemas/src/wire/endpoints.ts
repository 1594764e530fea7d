import * as z from "zod";
import { schemaFor } from "../schema-for.ts";
import type { Profile } from "../tables/profile.ts";
import { type Route, type RouteName, routes } from "../tables/routes.ts";
import { DeviceConnectRequest, DeviceConnectResponse, DeviceStartRequest, DeviceStartResponse } from "./device.ts";
import {
  HealthResponse,
  JourneyTerminateRequest,
  JourneyTerminateResponse,
  StateDeleteRequest,
  StateDeleteResponse,
  V2TaskSchemaResponse,
} from "./extension.ts";
import { InteractionFetchRequest, InteractionFetchResponse } from "./interaction.ts";
import { StartResponse, V1StartRequest, V2StartRequest } from "./start.ts";
import { StateFetchRequest, V1StateFetchRequest, V1StateResponse, V2StateResponse } from "./state.ts";
import { InteractionSubmitRequest, InteractionSubmitResponse } from "./submit.ts";
import {
  TaskListRequest,
  TaskListResponse,
  TaskListSchemaResponse,
  TaskSchema,
  TaskSchemaRequest,
  TaskUpdateRequest,
  TaskUpdateResponse,
} from "./task.ts";
import { TokenRequest, TokenResponse } from "./token.ts";

/** An endpoint and its body schemas. */
export interface Endpoint extends Route {
  readonly request: z.ZodType;
  readonly response: z.ZodType;
}

/**
 * Every endpoint with the schemas of its request and its successful response. Spec 4.
 *
 * The request schema accepts what a server with the profile `specified` accepts. The response schema accepts the
 * responses of every reading. For the schemas of one profile, use {@link endpointFor}.
 */
export const endpoints = {
  "token.requestToken": { ...routes["token.requestToken"], request: TokenRequest, response: TokenResponse },
  "v2.startJourney": { ...routes["v2.startJourney"], request: V2StartRequest, response: StartResponse },
  "v2.fetchState": { ...routes["v2.fetchState"], request: StateFetchRequest, response: V2StateResponse },
  "v2.fetchInteraction": {
    ...routes["v2.fetchInteraction"],
    request: InteractionFetchRequest,
    response: InteractionFetchResponse,
  },
  "v2.submitInteraction": {
    ...routes["v2.submitInteraction"],
    request: InteractionSubmitRequest,
    response: InteractionSubmitResponse,
  },
  "v2.listTaskSchemas": { ...routes["v2.listTaskSchemas"], request: TaskListRequest, response: TaskListSchemaResponse },
  "v2.startDevice": { ...routes["v2.startDevice"], request: DeviceStartRequest, response: DeviceStartResponse },
  "v2.connectDevice": { ...routes["v2.connectDevice"], request: DeviceConnectRequest, response: DeviceConnectResponse },
  "v1.startJourney": { ...routes["v1.startJourney"], request: V1StartRequest, response: StartResponse },
  "v1.fetchState": { ...routes["v1.fetchState"], request: V1StateFetchRequest, response: V1StateResponse },
  "v1.listTasks": { ...routes["v1.listTasks"], request: TaskListRequest, response: TaskListResponse },
  "v1.fetchTaskSchema": { ...routes["v1.fetchTaskSchema"], request: TaskSchemaRequest, response: TaskSchema },
  "v1.listTaskSchemas": { ...routes["v1.listTaskSchemas"], request: TaskListRequest, response: TaskListSchemaResponse },
  "v1.updateTask": { ...routes["v1.updateTask"], request: TaskUpdateRequest, response: TaskUpdateResponse },
  "hosted.showPage": { ...routes["hosted.showPage"], request: z.undefined(), response: z.string() },
  "hosted.submitPage": {
    ...routes["hosted.submitPage"],
    request: z.object({}).catchall(z.string()),
    response: z.string(),
  },
  "v2.checkHealth": { ...routes["v2.checkHealth"], request: z.undefined(), response: HealthResponse },
  "v2.deleteInstance": { ...routes["v2.deleteInstance"], request: StateDeleteRequest, response: StateDeleteResponse },
  "v2.terminateInstance": {
    ...routes["v2.terminateInstance"],
    request: JourneyTerminateRequest,
    response: JourneyTerminateResponse,
  },
  "v2.listTasks": { ...routes["v2.listTasks"], request: TaskListRequest, response: TaskListResponse },
  "v2.fetchTaskSchema": { ...routes["v2.fetchTaskSchema"], request: TaskSchemaRequest, response: V2TaskSchemaResponse },
  "v2.updateTask": { ...routes["v2.updateTask"], request: TaskUpdateRequest, response: TaskUpdateResponse },
} as const satisfies Record<RouteName, Endpoint>;

/** Returns an endpoint with its schemas under a profile. Spec 4. */
export function endpointFor(name: RouteName, profile: Profile): Endpoint {
  const { request, response, ...route } = endpoints[name];
  return { ...route, request: schemaFor(profile, request), response: schemaFor(profile, response) };
}
