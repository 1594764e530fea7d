/** An endpoint of the control API as plain data. In paths, `:world` is a client id. */
export interface ControlRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/_sim/${string}`;
  readonly summary: string;
  readonly status: 200 | 201;
}

const get = { method: "GET", status: 200 } as const;
const post = { method: "POST", status: 200 } as const;
const put = { method: "PUT", status: 200 } as const;
const world = "/_sim/worlds/:world";
const instance = `${world}/instances/:instance` as const;

/** What {@link isClientId} requires. */
export const clientIdProblem = "A client id must have 1 to 256 characters and must not be `.` or `..`.";

/**
 * Whether a text can be the client id of a world. The id is a part of paths, and clients remove the parts `.` and `..`
 * from a path before they send it.
 */
export const isClientId = (text: string): boolean => text.length <= 256 && !["", ".", ".."].includes(text);

/** Every endpoint of the control API. */
export const controlRoutes = {
  readHealth: { ...get, path: "/_sim/health", summary: "Reports that the simulator process is running." },
  readReadiness: { ...get, path: "/_sim/ready", summary: "Reports whether the simulator can serve requests." },
  readMetrics: {
    ...get,
    path: "/_sim/metrics",
    summary: "Returns metrics for Prometheus, if the simulator was started with `--metrics`.",
  },
  listGaps: { ...get, path: "/_sim/gaps", summary: "Lists the gaps with their readings." },
  listJourneys: { ...get, path: "/_sim/journeys", summary: "Lists the published journeys." },
  publishJourney: { ...post, path: "/_sim/journeys", summary: "Publishes a version of a journey." },
  readJourney: { ...get, path: "/_sim/journeys/:journey", summary: "Reads the definition of a journey version." },
  readOpenApi: {
    ...get,
    path: "/_sim/openapi/:document",
    summary: "Returns the OpenAPI document `v1.json`, `v2.json`, `token.json` or `control.json`.",
  },
  readSchema: {
    ...get,
    path: "/_sim/schemas/:schema",
    summary:
      "Returns the JSON Schema `Scenario.json`, `FaultPlan.json`, `JourneyDefinition.json` or `ProfileFile.json`.",
  },
  streamEvents: {
    ...get,
    path: "/_sim/events",
    summary: "Streams the requests and changes in all worlds as server-sent events.",
  },
  listWorlds: {
    ...get,
    path: "/_sim/worlds",
    summary: "Lists the worlds that have been used, and the worlds of all clients in the simulator's list of clients.",
  },
  readWorld: { ...get, path: world, summary: "Reads the state of a world." },
  resetWorld: {
    method: "DELETE",
    status: 200,
    path: world,
    summary: "Resets a world: removes its instances and revokes its tokens.",
  },
  readClock: { ...get, path: `${world}/clock`, summary: "Reads the clock of a world." },
  changeClock: {
    method: "PATCH",
    status: 200,
    path: `${world}/clock`,
    summary: "Changes the mode of a world's clock.",
  },
  advanceClock: { ...post, path: `${world}/clock/advance`, summary: "Moves a world's clock forward." },
  readProfile: { ...get, path: `${world}/profile`, summary: "Lists the readings of a world." },
  changeProfile: { ...put, path: `${world}/profile`, summary: "Sets the readings of a world." },
  listScenarios: { ...get, path: `${world}/scenarios`, summary: "Lists the scenarios of a world." },
  putScenario: { ...put, path: `${world}/scenarios/:scenario`, summary: "Saves a scenario under its name." },
  arm: { ...post, path: `${world}/arm`, summary: "Assigns a scenario to the next instances that start." },
  readFaults: { ...get, path: `${world}/faults`, summary: "Reads the fault plan of a world." },
  putFaults: {
    ...put,
    path: `${world}/faults`,
    summary: "Replaces the fault plan of a world and clears the list of applied faults.",
  },
  readFaultHits: {
    ...get,
    path: `${world}/faults/hits`,
    summary: "Lists the faults that were applied to requests in a world.",
  },
  readRate: { ...get, path: `${world}/rate`, summary: "Reads the rate limit of a world." },
  changeRate: { ...put, path: `${world}/rate`, summary: "Sets the rate limit of a world." },
  readPermissions: { ...get, path: `${world}/permissions`, summary: "Lists the permissions of a world's API client." },
  changePermissions: { ...put, path: `${world}/permissions`, summary: "Sets the permissions of a world's API client." },
  listCheckpoints: { ...get, path: `${world}/checkpoints`, summary: "Lists the checkpoints of a world, oldest first." },
  saveCheckpoint: {
    ...post,
    path: `${world}/checkpoints`,
    summary: "Saves the state of a world as a checkpoint.",
    status: 201,
  },
  restoreCheckpoint: {
    ...post,
    path: `${world}/checkpoints/:checkpoint/restore`,
    summary: "Restores a world to a checkpoint.",
  },
  forkCheckpoint: {
    ...post,
    path: `${world}/checkpoints/:checkpoint/fork`,
    summary: "Copies a checkpoint to another world.",
    status: 201,
  },
  removeCheckpoint: {
    method: "DELETE",
    status: 200,
    path: `${world}/checkpoints/:checkpoint`,
    summary: "Deletes a checkpoint of a world.",
  },
  exportSituation: { ...get, path: `${world}/situation`, summary: "Exports a world as a file." },
  importSituation: {
    ...put,
    path: `${world}/situation`,
    summary: "Replaces a world with the world in an exported file.",
  },
  listInstances: { ...get, path: `${world}/instances`, summary: "Lists the instances of a world." },
  explainInstance: {
    ...get,
    path: instance,
    summary: "Explains the state of an instance: what has happened, and what it is waiting for.",
  },
  advanceInstance: { ...post, path: `${instance}/advance`, summary: "Moves the time of one instance forward." },
  reviewInstance: { ...post, path: `${instance}/review`, summary: "Accepts or rejects a referred instance." },
  pauseInstance: { ...post, path: `${instance}/pause`, summary: "Pauses an instance." },
  resumeInstance: { ...post, path: `${instance}/resume`, summary: "Resumes a paused instance." },
  failInstance: { ...post, path: `${instance}/fail`, summary: "Makes an instance fail." },
  completePages: {
    ...post,
    path: `${instance}/complete-pages`,
    summary: "Fills in the remaining hosted pages of an instance with sample data.",
  },
  listRequests: { ...get, path: `${world}/requests`, summary: "Lists the latest requests in a world." },
  streamRequests: {
    ...get,
    path: `${world}/requests/stream`,
    summary: "Streams the requests in a world as server-sent events.",
  },
  archiveRequests: {
    ...get,
    path: `${world}/requests.har`,
    summary: "Exports the latest requests in a world as a HAR file.",
  },
  readCoverage: {
    ...get,
    path: `${world}/coverage`,
    summary: "Reports which endpoints, rules, errors and other items the requests in a world have covered.",
  },
  resolveModule: {
    ...post,
    path: `${instance}/modules/:module/resolve`,
    summary: "Sets the outcome of a running module.",
  },
} as const satisfies Record<string, ControlRoute>;

/** Name of an endpoint of the control API. */
export type ControlRouteName = keyof typeof controlRoutes;

/** Every endpoint name of the control API. */
export const controlRouteNames = Object.keys(controlRoutes) as ControlRouteName[]; // `Object.keys` returns `string[]`

/** Returns an endpoint, typed as `ControlRoute` instead of its literal type. */
export const controlRouteOf = (name: ControlRouteName): ControlRoute => controlRoutes[name];
