import type { Status } from "./errors.ts";
import type { GapId } from "./gaps/index.ts";
import { type ByReading, type Path, paths, type RouteName } from "./paths.ts";
import type { Profile } from "./profile.ts";

export type { ByReading, RouteName } from "./paths.ts";

/** What an API client may be allowed to do. Spec 5; gap `permission-names`. */
export type Permission = "journey:start" | "journey:read" | "journey:submit";

/** Every permission. */
export const permissions: readonly Permission[] = ["journey:start", "journey:read", "journey:submit"];

/** One endpoint as plain data. The simulator mounts it, the client calls it, the contract kit walks it. */
export interface Route {
  readonly generation: "token" | "v1" | "v2" | "hosted";
  readonly method: "GET" | "POST";
  /** Path below the regional address; absent under a reading without the endpoint. */
  readonly path: Path;
  /** Section of the specification. */
  readonly spec: string;
  readonly summary: string;
  /** `interaction` takes an end-user token too; gap `interaction-token`. Spec 5. */
  readonly security: "none" | "customer" | "interaction";
  readonly permission?: Permission | ByReading<Permission>;
  /** Status of a successful answer. */
  readonly status: Status;
  /** The endpoint to call instead: set on every v1 endpoint, and on what is deprecated. Spec 4.2, 4.3, 9. */
  readonly replacedBy?: RouteName;
  /** Set where the specification deprecates the endpoint. Spec 4.2, 4.3. */
  readonly deprecated?: Deprecation;
  /** Set where the endpoint is ours: why it exists. */
  readonly extension?: string;
}

/** How an endpoint says that it will go. Gap `deprecation-notice`. */
export interface Deprecation {
  /** Seconds since the Unix epoch, as RFC 9745 writes them after an `@`. */
  readonly since: number;
  /** Readings under which the endpoint is deprecated; without it, always. */
  readonly when?: { readonly gap: GapId; readonly reading: string };
}

const since = 1_735_689_600; // 2025-01-01T00:00:00Z

/** Every endpoint of parts 4.1, 4.2 and 4.3, the device endpoints and the hosted page. */
export const routes = {
  "token.requestToken": {
    generation: "token",
    method: "POST",
    path: paths["token.requestToken"],
    spec: "4.1",
    summary: "Exchanges client credentials, with or without a user's, for an access token.",
    security: "none",
    status: 200,
  },
  "v2.startJourney": {
    generation: "v2",
    method: "POST",
    path: paths["v2.startJourney"],
    spec: "4.2",
    summary: "Starts an instance of a published journey.",
    security: "customer",
    permission: "journey:start",
    status: 201,
  },
  "v2.fetchState": {
    generation: "v2",
    method: "POST",
    path: paths["v2.fetchState"],
    spec: "4.2",
    summary: "Tells how far an instance is and what it came to.",
    security: "customer",
    permission: "journey:read",
    status: 200,
  },
  "v2.fetchInteraction": {
    generation: "v2",
    method: "POST",
    path: paths["v2.fetchInteraction"],
    spec: "4.2",
    summary: "Tells what the current interaction collects.",
    security: "interaction",
    permission: {
      gap: "endpoint-permissions",
      by: { "read-and-start": "journey:read", submit: "journey:submit" },
    },
    status: { gap: "fetch-status", by: { ok: 200, created: 201 } },
  },
  "v2.submitInteraction": {
    generation: "v2",
    method: "POST",
    path: paths["v2.submitInteraction"],
    spec: "4.2",
    summary: "Hands domain elements to the current interaction.",
    security: "interaction",
    permission: "journey:submit",
    status: { gap: "submit-status", by: { ok: 200, created: 201 } },
  },
  "v2.listTaskSchemas": {
    generation: "v2",
    method: "POST",
    path: paths["v2.listTaskSchemas"],
    spec: "4.2",
    summary: "Lists open work as tasks with their schemas.",
    security: "customer",
    permission: "journey:read",
    status: 201,
    replacedBy: "v2.fetchInteraction",
    deprecated: { since },
  },
  "v2.startDevice": {
    generation: "v2",
    method: "POST",
    path: paths["v2.startDevice"],
    spec: "4.2",
    summary: "Gives a connect token for the device of an end user.",
    security: "customer",
    permission: {
      gap: "endpoint-permissions",
      by: { "read-and-start": "journey:start", submit: "journey:submit" },
    },
    status: 201,
  },
  "v2.connectDevice": {
    generation: "v2",
    method: "POST",
    path: paths["v2.connectDevice"],
    spec: "4.2",
    summary: "Exchanges a connect token for an end-user token bound to one instance.",
    security: "none",
    status: 201,
    extension: "The specification names device/start alone; without this a connect token could not be used.",
  },
  "v1.startJourney": {
    generation: "v1",
    method: "POST",
    path: paths["v1.startJourney"],
    spec: "4.3",
    summary: "Starts an instance, and waits for it unless it is asynchronous.",
    security: "customer",
    permission: "journey:start",
    status: { gap: "v1-start-status", by: { created: 201, ok: 200 } },
    replacedBy: "v2.startJourney",
  },
  "v1.fetchState": {
    generation: "v1",
    method: "POST",
    path: paths["v1.fetchState"],
    spec: "4.3",
    summary: "Tells how far an instance is and what it came to.",
    security: "customer",
    permission: "journey:read",
    status: 200,
    replacedBy: "v2.fetchState",
  },
  "v1.listTasks": {
    generation: "v1",
    method: "POST",
    path: paths["v1.listTasks"],
    spec: "4.3",
    summary: "Lists the tasks of an instance.",
    security: "customer",
    permission: "journey:read",
    status: { gap: "v1-list-status", by: { ok: 200, created: 201 } },
    replacedBy: "v2.fetchInteraction",
    deprecated: { since },
  },
  "v1.fetchTaskSchema": {
    generation: "v1",
    method: "POST",
    path: paths["v1.fetchTaskSchema"],
    spec: "4.3",
    summary: "Gives the JSON Schema of one task.",
    security: "customer",
    permission: "journey:read",
    status: 201,
    replacedBy: "v2.fetchInteraction",
    deprecated: { since, when: { gap: "v1-task-schema-deprecated", reading: "yes" } },
  },
  "v1.listTaskSchemas": {
    generation: "v1",
    method: "POST",
    path: paths["v1.listTaskSchemas"],
    spec: "4.3",
    summary: "Lists the tasks of an instance with their schemas.",
    security: "customer",
    permission: "journey:read",
    status: 201,
    replacedBy: "v2.fetchInteraction",
    deprecated: { since },
  },
  "v1.updateTask": {
    generation: "v1",
    method: "POST",
    path: paths["v1.updateTask"],
    spec: "4.3",
    summary: "Hands in the data of one task.",
    security: "customer",
    permission: "journey:submit",
    status: { gap: "v1-update-status", by: { ok: 200, created: 201 } },
    replacedBy: "v2.submitInteraction",
    deprecated: { since },
  },
  "hosted.showPage": {
    generation: "hosted",
    method: "GET",
    path: "/journey/:instanceId",
    spec: "2.7",
    summary: "Stands where the hosted pages of a `page` instance would be.",
    security: "none",
    status: 200,
    extension: "The specification shows no hosted page; the `instanceUrl` must lead somewhere.",
  },
} as const satisfies Record<RouteName, Route>;

/** Every endpoint name. */
export const routeNames = Object.keys(routes) as RouteName[]; // `Object.keys` forgets the literal keys it was given

/** A row of the table, seen without its literal types. */
export const routeOf = (name: RouteName): Route => routes[name];

/** The value that holds under a profile. */
export function resolveReading<T extends string | number>(profile: Profile, value: T | ByReading<T>): T | undefined {
  return typeof value === "object" ? value.by[profile[value.gap]] : value;
}

/** Whether an endpoint is deprecated under a profile. */
export function isDeprecated(profile: Profile, { deprecated }: Route): boolean {
  if (deprecated === undefined) return false;
  return deprecated.when === undefined || profile[deprecated.when.gap] === deprecated.when.reading;
}
