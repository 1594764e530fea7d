/** What a caller of an endpoint of the control API needs to know, as plain data that loads no Zod. */
export interface ControlRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** In paths, `:world` is a client id. */
  readonly path: `/_sim/${string}`;
  readonly status: 200 | 201;
  /** What a caller sends. Without it, the JSON body of a `POST` request is empty. */
  readonly input?: "body" | "query";
  /**
   * The method of a world that the endpoint calls. Its arguments are the parameters of the path after `:world` and
   * `:instance`, then the input. A call changes the world unless the HTTP method is `GET`.
   */
  readonly call?: string;
  /** Member of the body that names the world that changes, if it is not the world in the path. */
  readonly changes?: "as";
  /** What the body may contain, if it may be larger than the body of other endpoints. */
  readonly limits?: "snapshot";
  /** Whether a response can take many seconds, as for saving or rebuilding a large world. */
  readonly isLong?: true;
  /** Whether the response is a stream of server-sent events. */
  readonly isStream?: true;
}

const get = { method: "GET", status: 200 } as const;
const query = { ...get, input: "query" } as const;
const act = { method: "POST", status: 200 } as const;
const post = { ...act, input: "body" } as const;
const put = { ...post, method: "PUT" } as const;
const remove = { method: "DELETE", status: 200 } as const;

const world = "/_sim/worlds/:world";
const checkpoint = `${world}/checkpoints/:checkpoint` as const;
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
  readHealth: { ...get, path: "/_sim/health" },
  readReadiness: { ...get, path: "/_sim/ready" },
  readMetrics: { ...get, path: "/_sim/metrics" },
  callTool: { ...post, path: "/_sim/mcp", isLong: true },
  listGaps: { ...get, path: "/_sim/gaps" },
  listJourneys: { ...get, path: "/_sim/journeys" },
  publishJourney: { ...post, path: "/_sim/journeys" },
  readJourney: { ...query, path: "/_sim/journeys/:journey" },
  readOpenApi: { ...query, path: "/_sim/openapi/:document" },
  readSchema: { ...get, path: "/_sim/schemas/:schema" },
  streamEvents: { ...get, path: "/_sim/events", isStream: true },
  listWorlds: { ...get, path: "/_sim/worlds" },
  readWorld: { ...get, path: world, call: "summary" },
  resetWorld: { ...remove, path: world, call: "reset" },
  readClock: { ...get, path: `${world}/clock`, call: "clock.read" },
  changeClock: { ...put, method: "PATCH", path: `${world}/clock`, call: "clock.set" },
  advanceClock: { ...post, path: `${world}/clock/advance`, call: "clock.advance" },
  readProfile: { ...get, path: `${world}/profile`, call: "profile.read" },
  changeProfile: { ...put, path: `${world}/profile`, call: "profile.set" },
  listScenarios: { ...get, path: `${world}/scenarios`, call: "scenarios.list" },
  putScenario: { ...put, path: `${world}/scenarios/:scenario`, call: "scenarios.put" },
  arm: { ...post, path: `${world}/arm`, call: "scenarios.arm" },
  readFaults: { ...get, path: `${world}/faults`, call: "faults.read" },
  putFaults: { ...put, path: `${world}/faults`, call: "faults.set" },
  readFaultHits: { ...get, path: `${world}/faults/hits`, call: "faults.hits" },
  readRate: { ...get, path: `${world}/rate`, call: "rate.read" },
  changeRate: { ...put, path: `${world}/rate`, call: "rate.set" },
  readPermissions: { ...get, path: `${world}/permissions`, call: "permissions.read" },
  changePermissions: { ...put, path: `${world}/permissions`, call: "permissions.set" },
  listCheckpoints: { ...get, path: `${world}/checkpoints`, call: "checkpoints.list" },
  saveCheckpoint: { ...act, status: 201, path: `${world}/checkpoints`, call: "checkpoints.save" },
  restoreCheckpoint: { ...act, path: `${checkpoint}/restore`, call: "checkpoints.restore" },
  forkCheckpoint: { ...post, status: 201, path: `${checkpoint}/fork`, call: "checkpoints.fork", changes: "as" },
  removeCheckpoint: { ...remove, path: checkpoint, call: "checkpoints.remove" },
  exportSnapshot: { ...query, path: `${world}/snapshot`, call: "snapshot.save", isLong: true },
  importSnapshot: { ...put, path: `${world}/snapshot`, call: "snapshot.open", limits: "snapshot", isLong: true },
  listInstances: { ...get, path: `${world}/instances`, call: "instances" },
  explainInstance: { ...query, path: instance, call: "instance.explain" },
  advanceInstance: { ...post, path: `${instance}/advance`, call: "instance.advance" },
  reviewInstance: { ...post, path: `${instance}/review`, call: "instance.review" },
  pauseInstance: { ...act, path: `${instance}/pause`, call: "instance.pause" },
  resumeInstance: { ...act, path: `${instance}/resume`, call: "instance.resume" },
  failInstance: { ...act, path: `${instance}/fail`, call: "instance.fail" },
  completePages: { ...post, path: `${instance}/complete-pages`, call: "instance.completePages" },
  listRequests: { ...query, path: `${world}/requests`, call: "requests.list" },
  streamRequests: { ...query, path: `${world}/requests/stream`, isStream: true },
  archiveRequests: { ...query, path: `${world}/requests.har`, call: "requests.archive" },
  readCoverage: { ...query, path: `${world}/coverage`, call: "coverage" },
  resolveModule: { ...post, path: `${instance}/modules/:module/resolve`, call: "instance.resolve" },
} as const satisfies Record<string, ControlRoute>;

/** Name of an endpoint of the control API. */
export type ControlRouteName = keyof typeof controlRoutes;

/** Every endpoint name of the control API. */
export const controlRouteNames = Object.keys(controlRoutes) as ControlRouteName[]; // `Object.keys` returns `string[]`

/** Returns an endpoint, typed as `ControlRoute` instead of its literal type. */
export const controlRouteOf = (name: ControlRouteName): ControlRoute => controlRoutes[name];
