/** One endpoint of the control plane as plain data; `:world` is a client id. */
export interface ControlRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/_sim/${string}`;
  readonly summary: string;
  readonly status: 200 | 201;
}

const world = "/_sim/worlds/:world";
const instance = `${world}/instances/:instance` as const;

/** Every endpoint of the control plane. */
export const controlRoutes = {
  readHealth: { method: "GET", path: "/_sim/health", summary: "Answers once the simulator is ready.", status: 200 },
  listGaps: { method: "GET", path: "/_sim/gaps", summary: "The register of open questions.", status: 200 },
  listWorlds: { method: "GET", path: "/_sim/worlds", summary: "The worlds that have been entered.", status: 200 },
  readWorld: {
    method: "GET",
    path: world,
    summary: "The settings of a world and how many instances it has.",
    status: 200,
  },
  resetWorld: {
    method: "DELETE",
    path: world,
    summary: "Takes a world back to the seed; its tokens are revoked.",
    status: 200,
  },
  readClock: { method: "GET", path: `${world}/clock`, summary: "How the clock runs and what it shows.", status: 200 },
  changeClock: { method: "PATCH", path: `${world}/clock`, summary: "Changes how the clock runs.", status: 200 },
  advanceClock: { method: "POST", path: `${world}/clock/advance`, summary: "Moves the clock forward.", status: 200 },
  readProfile: { method: "GET", path: `${world}/profile`, summary: "The readings of a world.", status: 200 },
  changeProfile: { method: "PUT", path: `${world}/profile`, summary: "Chooses the readings of a world.", status: 200 },
  listScenarios: {
    method: "GET",
    path: `${world}/scenarios`,
    summary: "The scenarios that can be chosen.",
    status: 200,
  },
  putScenario: {
    method: "PUT",
    path: `${world}/scenarios/:scenario`,
    summary: "Keeps a scenario under its name.",
    status: 200,
  },
  arm: {
    method: "POST",
    path: `${world}/arm`,
    summary: "Gives a scenario to the next instances that start.",
    status: 200,
  },
  readFaults: { method: "GET", path: `${world}/faults`, summary: "The faults planned for a world.", status: 200 },
  putFaults: {
    method: "PUT",
    path: `${world}/faults`,
    summary: "Plans the faults of a world; its ledger begins anew.",
    status: 200,
  },
  readLedger: {
    method: "GET",
    path: `${world}/faults/ledger`,
    summary: "Which calls faults have struck.",
    status: 200,
  },
  readRate: { method: "GET", path: `${world}/rate`, summary: "How many calls a minute are let through.", status: 200 },
  changeRate: {
    method: "PUT",
    path: `${world}/rate`,
    summary: "Sets how many calls a minute are let through, where the readings limit them.",
    status: 200,
  },
  readPermissions: {
    method: "GET",
    path: `${world}/permissions`,
    summary: "What the API client of a world may do.",
    status: 200,
  },
  changePermissions: {
    method: "PUT",
    path: `${world}/permissions`,
    summary: "Chooses what the API client of a world may do, of all that it is let in with.",
    status: 200,
  },
  saveCheckpoint: { method: "POST", path: `${world}/checkpoints`, summary: "Keeps the state of a world.", status: 201 },
  restoreCheckpoint: {
    method: "POST",
    path: `${world}/checkpoints/:checkpoint/restore`,
    summary: "Takes a world back to a checkpoint.",
    status: 200,
  },
  forkCheckpoint: {
    method: "POST",
    path: `${world}/checkpoints/:checkpoint/fork`,
    summary: "Gives the state of a checkpoint to another client.",
    status: 201,
  },
  listInstances: { method: "GET", path: `${world}/instances`, summary: "The instances of a world.", status: 200 },
  explainInstance: { method: "GET", path: instance, summary: "Says where an instance is, and why.", status: 200 },
  advanceInstance: { method: "POST", path: `${instance}/advance`, summary: "Moves one instance forward.", status: 200 },
  reviewInstance: { method: "POST", path: `${instance}/review`, summary: "Decides a referred instance.", status: 200 },
  pauseInstance: { method: "POST", path: `${instance}/pause`, summary: "Pauses an instance.", status: 200 },
  resumeInstance: { method: "POST", path: `${instance}/resume`, summary: "Lets a paused instance go on.", status: 200 },
  failInstance: { method: "POST", path: `${instance}/fail`, summary: "Fails an instance.", status: 200 },
  listExchanges: {
    method: "GET",
    path: `${world}/requests`,
    summary: "The latest calls of a world and why they were answered as they were.",
    status: 200,
  },
  streamExchanges: {
    method: "GET",
    path: `${world}/requests/stream`,
    summary: "The calls of a world as they happen, as server-sent events.",
    status: 200,
  },
  archiveExchanges: {
    method: "GET",
    path: `${world}/requests.har`,
    summary: "The latest calls of a world as an HTTP Archive.",
    status: 200,
  },
  readCoverage: {
    method: "GET",
    path: `${world}/coverage`,
    summary: "What the calls of a world have met of all rules, endpoints, errors and readings, and what never.",
    status: 200,
  },
  resolveModule: {
    method: "POST",
    path: `${instance}/modules/:module/resolve`,
    summary: "Decides what a running module finds.",
    status: 200,
  },
} as const satisfies Record<string, ControlRoute>;

/** Name of an endpoint of the control plane. */
export type ControlRouteName = keyof typeof controlRoutes;

/** Every endpoint name of the control plane. */
export const controlRouteNames = Object.keys(controlRoutes) as ControlRouteName[]; // `Object.keys` forgets its keys

/** A row of the table, seen without its literal types. */
export const controlRouteOf = (name: ControlRouteName): ControlRoute => controlRoutes[name];
