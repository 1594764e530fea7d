import * as z from "zod";
import type { AddedPath, Endpoint } from "./endpoint.ts";
import { schemaFor } from "./schema-for.ts";
import type { Profile } from "./tables/profile.ts";
import { DeviceConnectRequest, DeviceConnectResponse, DeviceStartRequest, DeviceStartResponse } from "./wire/device.ts";
import {
  HealthResponse,
  JourneyTerminateRequest,
  JourneyTerminateResponse,
  StateDeleteRequest,
  StateDeleteResponse,
  V2TaskSchemaResponse,
} from "./wire/extension.ts";
import { InteractionFetchRequest, InteractionFetchResponse } from "./wire/interaction.ts";
import { StartResponse, V1StartRequest, V2StartRequest } from "./wire/start.ts";
import { StateFetchRequest, V1StateFetchRequest, V1StateResponse, V2StateResponse } from "./wire/state.ts";
import { InteractionSubmitRequest, InteractionSubmitResponse } from "./wire/submit.ts";
import {
  TaskListRequest,
  TaskListResponse,
  TaskListSchemaResponse,
  TaskSchema,
  TaskSchemaRequest,
  TaskUpdateRequest,
  TaskUpdateResponse,
} from "./wire/task.ts";
import { TokenRequest, TokenResponse } from "./wire/token.ts";

export {
  type ByReading,
  type Deprecation,
  type Endpoint,
  isDeprecated,
  type Path,
  type Permission,
  pathsOf,
  pathsUnder,
  permissions,
  refusalsOf,
  resolveReading,
} from "./endpoint.ts";

const since = 1_735_689_600; // 2025-01-01T00:00:00Z

const v1 = { apiVersion: "v1", method: "POST", spec: "4.3", world: "bearer", security: "customer" } as const;
const v2 = { apiVersion: "v2", method: "POST", spec: "4.2", world: "bearer", security: "customer" } as const;
const hosted = {
  apiVersion: "hosted",
  path: "/journey/:instanceId",
  spec: "2.7",
  tag: "journey",
  world: "link",
  security: "none",
  extension: "The specification does not describe hosted pages, but `instanceUrl` must lead to a page.",
  refusals: [],
} as const;

/** An endpoint that gap `extension-endpoints` adds. */
const added = {
  ...v2,
  status: 200,
  extension: "The specification does not define this endpoint, but published clients call it.",
} as const;
const addedTask = { ...added, tag: "task", replacedBy: "v2.fetchInteraction", deprecated: { since } } as const;
const addedAt = (path: `/${string}`): AddedPath => ({ gap: "extension-endpoints", by: { present: path } });

const hostedOnly = { name: "HOSTED_PAGES_ONLY", gap: "page-api-calls", is: "refused" } as const;
const nothingValid = { name: "NOTHING_VALID", gap: "all-elements-invalid", is: "conflict" } as const;
const noTasks = { name: "NO_TASKS", gap: "v2-task-list", is: "not-found" } as const;
const inErrorsForm = { gap: "token-error-body", is: "errors" } as const;

/**
 * Every endpoint of the specification, the device endpoints, the hosted pages, and the endpoints that gap
 * `extension-endpoints` adds. Everything that the simulator, the client, the contract kit and the documents know about an
 * endpoint is in its row. Spec 4.1, 4.2, 4.3.
 */
export const endpoints = {
  "token.requestToken": {
    apiVersion: "token",
    method: "POST",
    path: "/as/token.oauth2",
    alias: addedAt("/auth/realms/:realm/protocol/openid-connect/token"),
    spec: "4.1",
    summary: "Exchanges credentials for an access token.",
    tag: "token",
    world: "credentials",
    security: "none",
    status: 200,
    issuesToken: true,
    refusals: [
      "INVALID_TOKEN_REQUEST",
      "INVALID_CLIENT",
      { name: "BODY_TOO_COMPLEX", ...inErrorsForm },
      { name: "BODY_TOO_LARGE", ...inErrorsForm },
      { name: "WRONG_CONTENT_TYPE", ...inErrorsForm },
    ],
    request: TokenRequest,
    response: TokenResponse,
  },
  "v2.startJourney": {
    ...v2,
    path: "/v2/captain/journey/start",
    summary: "Starts an instance of a published journey.",
    tag: "journey",
    permission: "journey:start",
    status: 201,
    starts: true,
    rateLimited: true,
    retry: "never",
    refusals: ["INVALID_FIELD", "UNKNOWN_RESOURCE", "UNAVAILABLE_REGION", "INCOMPATIBLE_JOURNEY"],
    request: V2StartRequest,
    response: StartResponse,
  },
  "v2.fetchState": {
    ...v2,
    path: "/v2/captain/journey/state/fetch",
    summary: "Reads the state and the outcome of an instance.",
    tag: "journey",
    permission: "journey:read",
    status: 200,
    refusals: ["UNKNOWN_INSTANCE"],
    request: StateFetchRequest,
    response: V2StateResponse,
  },
  "v2.fetchInteraction": {
    ...v2,
    path: "/v2/captain/journey/interaction/fetch",
    summary: "Reads the current interaction of an instance.",
    tag: "interaction",
    security: "interaction",
    permission: { gap: "endpoint-permissions", by: { "read-and-start": "journey:read", submit: "journey:submit" } },
    status: { gap: "fetch-status", by: { ok: 200, created: 201 } },
    listsOutstanding: true,
    refusals: [
      "UNKNOWN_INSTANCE",
      "NO_INTERACTION",
      { name: "JOURNEY_ENDED", gap: "interaction-after-end", is: "conflict" },
      hostedOnly,
    ],
    request: InteractionFetchRequest,
    response: InteractionFetchResponse,
  },
  "v2.submitInteraction": {
    ...v2,
    path: "/v2/captain/journey/interaction/submit",
    summary: "Submits domain elements to the current interaction.",
    tag: "interaction",
    security: "interaction",
    permission: "journey:submit",
    status: { gap: "submit-status", by: { ok: 200, created: 201 } },
    rateLimited: true,
    retry: "reconcile",
    refusesMisplaced: true,
    memberRules: { instanceId: "submit-instance-id-form" },
    refusals: [
      "INVALID_FIELD",
      "FOREIGN_ELEMENT",
      "UNKNOWN_INSTANCE",
      "DUPLICATE_ELEMENT",
      "INTERACTION_NOT_CURRENT",
      "JOURNEY_NOT_ACTIVE",
      "UNEXPECTED_FIELD",
      nothingValid,
      hostedOnly,
      { name: "INTERNAL_ERROR", gap: "submit-error-variants", is: "400-401-409-500" },
    ],
    request: InteractionSubmitRequest,
    response: InteractionSubmitResponse,
  },
  "v2.listTaskSchemas": {
    ...v2,
    path: "/v2/captain/journey/task/list/schema",
    summary: "Lists the current interaction of an instance as a task, with its schema.",
    tag: "task",
    permission: "journey:read",
    status: 201,
    replacedBy: "v2.fetchInteraction",
    deprecated: { since },
    refusals: ["UNKNOWN_INSTANCE", noTasks],
    request: TaskListRequest,
    response: TaskListSchemaResponse,
  },
  "v2.startDevice": {
    ...v2,
    path: {
      gap: "device-start",
      by: { device: "/v2/captain/device/start", "journey-device": "/v2/captain/journey/device/start" },
    },
    summary: "Issues a connect token for an end user's device.",
    tag: "device",
    permission: { gap: "endpoint-permissions", by: { "read-and-start": "journey:start", submit: "journey:submit" } },
    status: 201,
    issuesToken: true,
    refusals: ["UNKNOWN_INSTANCE"],
    request: DeviceStartRequest,
    response: DeviceStartResponse,
  },
  "v2.connectDevice": {
    ...v2,
    path: {
      gap: "device-start",
      by: { device: "/v2/captain/device/connect", "journey-device": "/v2/captain/journey/device/connect" },
    },
    summary: "Exchanges a connect token for an end-user token.",
    tag: "device",
    world: "connect-token",
    security: "none",
    status: 201,
    extension:
      "The specification names only `device/start`, but a client also needs an endpoint that accepts the connect token.",
    issuesToken: true,
    refusals: [
      "INVALID_TOKEN",
      "EXPIRED_TOKEN",
      { name: "MISSING_TOKEN", gap: "connect-token-place", isNot: "body" },
      { name: "UNKNOWN_INSTANCE", gap: "region-visibility", is: "own" },
    ],
    request: DeviceConnectRequest,
    response: DeviceConnectResponse,
  },
  "v1.startJourney": {
    ...v1,
    path: "/captain/api/journey/start",
    summary: "Starts an instance. A synchronous start responds after all modules have finished.",
    tag: "journey",
    permission: "journey:start",
    status: { gap: "v1-start-status", by: { created: 201, ok: 200 } },
    replacedBy: "v2.startJourney",
    starts: true,
    rateLimited: true,
    retry: "never",
    refusals: [
      "INVALID_FIELD",
      "UNKNOWN_RESOURCE",
      "UNAVAILABLE_REGION",
      "INCOMPATIBLE_JOURNEY",
      "MODULE_FAILED",
      { name: "OPEN_TASKS", gap: "v1-sync-open-tasks", is: "refused" },
    ],
    request: V1StartRequest,
    response: StartResponse,
  },
  "v1.fetchState": {
    ...v1,
    path: "/captain/api/journey/state/fetch",
    summary: "Reads the state of an instance and the results of its modules.",
    tag: "journey",
    permission: "journey:read",
    status: 200,
    replacedBy: "v2.fetchState",
    refusals: ["UNKNOWN_INSTANCE"],
    request: V1StateFetchRequest,
    response: V1StateResponse,
  },
  "v1.listTasks": {
    ...v1,
    path: "/captain/api/journey/task/list",
    summary: "Lists the tasks of an instance.",
    tag: "task",
    permission: "journey:read",
    status: { gap: "v1-list-status", by: { ok: 200, created: 201 } },
    replacedBy: "v2.fetchInteraction",
    deprecated: { since },
    listsOutstanding: true,
    refusals: ["UNKNOWN_INSTANCE"],
    request: TaskListRequest,
    response: TaskListResponse,
  },
  "v1.fetchTaskSchema": {
    ...v1,
    path: "/captain/api/journey/task/schema",
    summary: "Reads the JSON Schema of one task.",
    tag: "task",
    permission: "journey:read",
    status: 201,
    replacedBy: "v2.fetchInteraction",
    deprecated: { since, when: { gap: "v1-task-schema-deprecated", reading: "yes" } },
    refusals: ["UNKNOWN_TASK"],
    request: TaskSchemaRequest,
    response: TaskSchema,
  },
  "v1.listTaskSchemas": {
    ...v1,
    path: "/captain/api/journey/task/list/schema",
    summary: "Lists the tasks of an instance with their schemas.",
    tag: "task",
    permission: "journey:read",
    status: 201,
    replacedBy: "v2.fetchInteraction",
    deprecated: { since },
    listsOutstanding: true,
    refusals: ["UNKNOWN_INSTANCE"],
    request: TaskListRequest,
    response: TaskListSchemaResponse,
  },
  "v1.updateTask": {
    ...v1,
    path: "/captain/api/journey/task/update",
    summary: "Submits data for one task.",
    tag: "task",
    permission: "journey:submit",
    status: { gap: "v1-update-status", by: { ok: 200, created: 201 } },
    replacedBy: "v2.submitInteraction",
    deprecated: { since },
    retry: "reconcile",
    memberRules: { context: "task-update-context-required" },
    refusals: ["INVALID_FIELD", "UNKNOWN_INSTANCE", "UNKNOWN_TASK", "TASK_ALREADY_COMPLETED", "JOURNEY_NOT_ACTIVE"],
    request: TaskUpdateRequest,
    response: TaskUpdateResponse,
  },
  "hosted.showPage": {
    ...hosted,
    method: "GET",
    summary: "Shows the current hosted page of an instance, or the outcome.",
    status: 200,
    request: z.undefined(),
    response: z.string(),
  },
  "hosted.submitPage": {
    ...hosted,
    method: "POST",
    summary: "Submits the form on the current page and redirects to the next page.",
    status: 303,
    request: z.object({}).catchall(z.string()),
    response: z.string(),
  },
  "v2.checkHealth": {
    ...added,
    method: "GET",
    path: addedAt("/v2/captain/journey/health"),
    summary: "Reports that the service is available.",
    tag: "journey",
    security: "none",
    refusals: [],
    request: z.undefined(),
    response: HealthResponse,
  },
  "v2.deleteInstance": {
    ...added,
    path: addedAt("/v2/captain/journey/state/delete"),
    summary: "Deletes an instance.",
    tag: "journey",
    permission: "journey:start",
    refusals: ["UNKNOWN_INSTANCE"],
    request: StateDeleteRequest,
    response: StateDeleteResponse,
  },
  "v2.terminateInstance": {
    ...added,
    path: addedAt("/v2/captain/journey/terminate"),
    summary: "Ends an instance without an outcome.",
    tag: "journey",
    permission: "journey:start",
    refusals: ["UNKNOWN_INSTANCE", "JOURNEY_NOT_ACTIVE"],
    request: JourneyTerminateRequest,
    response: JourneyTerminateResponse,
  },
  "v2.listTasks": {
    ...addedTask,
    path: addedAt("/v2/captain/journey/task/list"),
    summary: "Lists the current interaction as a task.",
    permission: "journey:read",
    refusals: ["UNKNOWN_INSTANCE", noTasks],
    request: TaskListRequest,
    response: TaskListResponse,
  },
  "v2.fetchTaskSchema": {
    ...addedTask,
    path: addedAt("/v2/captain/journey/task/schema"),
    summary: "Reads the JSON Schema of the current interaction.",
    permission: "journey:read",
    refusals: ["UNKNOWN_TASK"],
    request: TaskSchemaRequest,
    response: V2TaskSchemaResponse,
  },
  "v2.updateTask": {
    ...addedTask,
    path: addedAt("/v2/captain/journey/task/update"),
    summary: "Submits the data of the current interaction.",
    permission: "journey:submit",
    replacedBy: "v2.submitInteraction",
    refusals: [
      "INVALID_FIELD",
      "UNKNOWN_INSTANCE",
      "INTERACTION_NOT_CURRENT",
      "JOURNEY_NOT_ACTIVE",
      nothingValid,
      hostedOnly,
    ],
    request: TaskUpdateRequest,
    response: TaskUpdateResponse,
  },
} as const satisfies Record<string, Endpoint>;

/** Name of an endpoint: its API version and its operation. */
export type EndpointName = keyof typeof endpoints;

/** Every endpoint name. */
export const endpointNames = Object.keys(endpoints) as EndpointName[]; // `Object.keys` returns `string[]`

/** Returns an endpoint, typed as `Endpoint` instead of its literal type. */
export const endpointOf = (name: EndpointName): Endpoint => endpoints[name];

/** Whether an endpoint belongs to the hosted pages, which browsers call. */
export const isHosted = (name: EndpointName): boolean => endpointOf(name).apiVersion === "hosted";

/** Returns an endpoint whose schemas are those of a profile. Spec 4. */
export function endpointFor(name: EndpointName, profile: Profile): Endpoint {
  const { request, response, ...row } = endpointOf(name);
  return { ...row, request: schemaFor(profile, request), response: schemaFor(profile, response) };
}

/**
 * Endpoints that published clients call, but that neither the specification defines nor a simulator serves. Each is the
 * end of a v2 path. Gap `extension-endpoints`.
 */
export const notSimulated: readonly `/${string}`[] = [
  "/schema/fetch",
  "/asset/upload",
  "/device/refresh",
  "/device/validate",
  "/handoff-token",
];

/** Whether a path belongs to an endpoint that a simulator does not serve. Gap `extension-endpoints`. */
export const isNotSimulated = (path: string): boolean =>
  path.startsWith("/v2/captain/") && notSimulated.some((end) => path.endsWith(end));
