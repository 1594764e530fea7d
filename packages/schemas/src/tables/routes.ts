import type { Status } from "./errors.ts";
import type { GapId } from "./gaps/index.ts";
import { type ByReading, type ExtensionName, type HostedRouteName, type Path, paths, type RouteName } from "./paths.ts";
import type { Profile } from "./profile.ts";

export type { ByReading, ExtensionName, HostedRouteName, RouteName } from "./paths.ts";

/** A permission of an API client. Spec 5; gap `permission-names`. */
export type Permission = "journey:start" | "journey:read" | "journey:submit";

/** Every permission. */
export const permissions: readonly Permission[] = ["journey:start", "journey:read", "journey:submit"];

/** A path that exists only under one reading of gap `extension-endpoints`. */
export type AddedPath = ByReading<`/${string}`> & { readonly gap: "extension-endpoints" };

/** An endpoint as plain data. The simulator, the client and the contract kit share this table. */
export interface Route {
  readonly generation: "token" | "v1" | "v2" | "hosted";
  readonly method: "GET" | "POST";
  /** Path relative to the regional address. Undefined for a reading that removes the endpoint. */
  readonly path: Path | AddedPath;
  /** A second path of the same endpoint. */
  readonly alias?: AddedPath;
  /** Section of the specification. */
  readonly spec: string;
  readonly summary: string;
  /** `interaction` endpoints also accept an end-user token. Spec 5; gap `interaction-token`. */
  readonly security: "none" | "customer" | "interaction";
  readonly permission?: Permission | ByReading<Permission>;
  /** Status of a successful response. */
  readonly status: Status;
  /** The endpoint to call instead. Set on every v1 endpoint and on every deprecated endpoint. Spec 4.2, 4.3, 9. */
  readonly replacedBy?: RouteName;
  /** Set if the specification deprecates the endpoint. Spec 4.2, 4.3. */
  readonly deprecated?: Deprecation;
  /** Set if the response contains a token, which journals must redact. Spec 5. */
  readonly issuesToken?: true;
  /** Why the endpoint exists, if the specification does not define it. */
  readonly extension?: string;
}

/** When an endpoint was deprecated, and under which readings. Gap `deprecation-notice`. */
export interface Deprecation {
  /** Seconds since the Unix epoch, as in the `Deprecation` header of RFC 9745. */
  readonly since: number;
  /** The reading under which the endpoint is deprecated. If omitted, the endpoint is always deprecated. */
  readonly when?: { readonly gap: GapId; readonly reading: string };
}

const since = 1_735_689_600; // 2025-01-01T00:00:00Z

const hosted = {
  generation: "hosted",
  path: "/journey/:instanceId",
  spec: "2.7",
  security: "none",
  extension: "The specification does not describe hosted pages, but `instanceUrl` must lead to a page.",
} as const;
const v1 = { generation: "v1", method: "POST", spec: "4.3", security: "customer" } as const;
const v2 = { generation: "v2", method: "POST", spec: "4.2", security: "customer" } as const;

const addedAt = (path: `/${string}`): AddedPath => ({ gap: "extension-endpoints", by: { present: path } });

const journeyOnV2 = "/v2/captain/journey";
const added = {
  ...v2,
  status: 200,
  extension: "The specification does not define this endpoint, but published clients call it.",
} as const;
const addedTask = { ...added, replacedBy: "v2.fetchInteraction", deprecated: { since } } as const;

/** The endpoints that gap `extension-endpoints` adds. Spec 4, 9. */
const extensions = {
  "v2.checkHealth": {
    ...added,
    method: "GET",
    path: addedAt(`${journeyOnV2}/health`),
    summary: "Reports that the service is available.",
    security: "none",
  },
  "v2.deleteInstance": {
    ...added,
    path: addedAt(`${journeyOnV2}/state/delete`),
    summary: "Deletes an instance.",
    permission: "journey:start",
  },
  "v2.terminateInstance": {
    ...added,
    path: addedAt(`${journeyOnV2}/terminate`),
    summary: "Ends an instance without an outcome.",
    permission: "journey:start",
  },
  "v2.listTasks": {
    ...addedTask,
    path: addedAt(`${journeyOnV2}/task/list`),
    summary: "Lists the current interaction as a task.",
    permission: "journey:read",
  },
  "v2.fetchTaskSchema": {
    ...addedTask,
    path: addedAt(`${journeyOnV2}/task/schema`),
    summary: "Reads the JSON Schema of the current interaction.",
    permission: "journey:read",
  },
  "v2.updateTask": {
    ...addedTask,
    path: addedAt(`${journeyOnV2}/task/update`),
    summary: "Submits the data of the current interaction.",
    permission: "journey:submit",
    replacedBy: "v2.submitInteraction",
  },
} as const satisfies Record<ExtensionName, Route>;

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

/** Every endpoint of the specification, the device endpoints, the hosted pages and the extensions. Spec 4.1, 4.2, 4.3. */
export const routes = {
  "token.requestToken": {
    generation: "token",
    method: "POST",
    path: paths["token.requestToken"],
    alias: addedAt("/auth/realms/:realm/protocol/openid-connect/token"),
    spec: "4.1",
    summary: "Exchanges credentials for an access token.",
    security: "none",
    status: 200,
    issuesToken: true,
  },
  "v2.startJourney": {
    ...v2,
    path: paths["v2.startJourney"],
    summary: "Starts an instance of a published journey.",
    permission: "journey:start",
    status: 201,
  },
  "v2.fetchState": {
    ...v2,
    path: paths["v2.fetchState"],
    summary: "Reads the state and the outcome of an instance.",
    permission: "journey:read",
    status: 200,
  },
  "v2.fetchInteraction": {
    ...v2,
    path: paths["v2.fetchInteraction"],
    summary: "Reads the current interaction of an instance.",
    security: "interaction",
    permission: { gap: "endpoint-permissions", by: { "read-and-start": "journey:read", submit: "journey:submit" } },
    status: { gap: "fetch-status", by: { ok: 200, created: 201 } },
  },
  "v2.submitInteraction": {
    ...v2,
    path: paths["v2.submitInteraction"],
    summary: "Submits domain elements to the current interaction.",
    security: "interaction",
    permission: "journey:submit",
    status: { gap: "submit-status", by: { ok: 200, created: 201 } },
  },
  "v2.listTaskSchemas": {
    ...v2,
    path: paths["v2.listTaskSchemas"],
    summary: "Lists the current interaction of an instance as a task, with its schema.",
    permission: "journey:read",
    status: 201,
    replacedBy: "v2.fetchInteraction",
    deprecated: { since },
  },
  "v2.startDevice": {
    ...v2,
    path: paths["v2.startDevice"],
    summary: "Issues a connect token for an end user's device.",
    permission: { gap: "endpoint-permissions", by: { "read-and-start": "journey:start", submit: "journey:submit" } },
    status: 201,
    issuesToken: true,
  },
  "v2.connectDevice": {
    ...v2,
    path: paths["v2.connectDevice"],
    summary: "Exchanges a connect token for an end-user token.",
    security: "none",
    status: 201,
    extension:
      "The specification names only `device/start`, but a client also needs an endpoint that accepts the connect token.",
    issuesToken: true,
  },
  "v1.startJourney": {
    ...v1,
    path: paths["v1.startJourney"],
    summary: "Starts an instance. A synchronous start responds after all modules have finished.",
    permission: "journey:start",
    status: { gap: "v1-start-status", by: { created: 201, ok: 200 } },
    replacedBy: "v2.startJourney",
  },
  "v1.fetchState": {
    ...v1,
    path: paths["v1.fetchState"],
    summary: "Reads the state of an instance and the results of its modules.",
    permission: "journey:read",
    status: 200,
    replacedBy: "v2.fetchState",
  },
  "v1.listTasks": {
    ...v1,
    path: paths["v1.listTasks"],
    summary: "Lists the tasks of an instance.",
    permission: "journey:read",
    status: { gap: "v1-list-status", by: { ok: 200, created: 201 } },
    replacedBy: "v2.fetchInteraction",
    deprecated: { since },
  },
  "v1.fetchTaskSchema": {
    ...v1,
    path: paths["v1.fetchTaskSchema"],
    summary: "Reads the JSON Schema of one task.",
    permission: "journey:read",
    status: 201,
    replacedBy: "v2.fetchInteraction",
    deprecated: { since, when: { gap: "v1-task-schema-deprecated", reading: "yes" } },
  },
  "v1.listTaskSchemas": {
    ...v1,
    path: paths["v1.listTaskSchemas"],
    summary: "Lists the tasks of an instance with their schemas.",
    permission: "journey:read",
    status: 201,
    replacedBy: "v2.fetchInteraction",
    deprecated: { since },
  },
  "v1.updateTask": {
    ...v1,
    path: paths["v1.updateTask"],
    summary: "Submits data for one task.",
    permission: "journey:submit",
    status: { gap: "v1-update-status", by: { ok: 200, created: 201 } },
    replacedBy: "v2.submitInteraction",
    deprecated: { since },
  },
  "hosted.showPage": {
    ...hosted,
    method: "GET",
    summary: "Shows the current hosted page of an instance, or the outcome.",
    status: 200,
  },
  "hosted.submitPage": {
    ...hosted,
    method: "POST",
    summary: "Submits the form on the current page and redirects to the next page.",
    status: 303,
  },
  ...extensions,
} as const satisfies Record<RouteName, Route>;

/** Every endpoint name. */
export const routeNames = Object.keys(routes) as RouteName[]; // `Object.keys` returns `string[]`

/** Returns an endpoint, typed as `Route` instead of its literal type. */
export const routeOf = (name: RouteName): Route => routes[name];

/** Whether an endpoint belongs to the hosted pages, which need no token. */
export const isHosted = (name: RouteName): name is HostedRouteName => routes[name].generation === "hosted";

/** Returns the value that applies under a profile. */
export function resolveReading<T extends string | number>(profile: Profile, value: T | ByReading<T>): T | undefined {
  return typeof value === "object" ? value.by[profile[value.gap]] : value;
}

/** Lists every path that an endpoint has under any reading. */
export const pathsOf = ({ path, alias }: Route): readonly string[] =>
  [path, ...(alias === undefined ? [] : [alias])].flatMap((one) =>
    typeof one === "string" ? [one] : Object.values(one.by).flatMap((each) => each ?? []),
  );

/** Lists every path that an endpoint has under a profile. */
export const pathsUnder = (profile: Profile, { path, alias }: Route): readonly string[] =>
  [path, alias].flatMap((one) => (one === undefined ? [] : (resolveReading<string>(profile, one) ?? [])));

/** Whether an endpoint is deprecated under a profile. */
export function isDeprecated(profile: Profile, { deprecated }: Route): boolean {
  if (deprecated === undefined) return false;
  return deprecated.when === undefined || profile[deprecated.when.gap] === deprecated.when.reading;
}
