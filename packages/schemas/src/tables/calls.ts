// biome-ignore-all format: `pnpm emit` writes this file from the endpoints, for clients that load no schemas.

/** Path of each endpoint that a client calls, relative to the regional address. */
export const paths = {
  "token.requestToken": "/as/token.oauth2",
  "v2.startJourney": "/v2/captain/journey/start",
  "v2.fetchState": "/v2/captain/journey/state/fetch",
  "v2.fetchInteraction": "/v2/captain/journey/interaction/fetch",
  "v2.submitInteraction": "/v2/captain/journey/interaction/submit",
  "v2.listTaskSchemas": "/v2/captain/journey/task/list/schema",
  "v2.startDevice": {"gap":"device-start","by":{"device":"/v2/captain/device/start","journey-device":"/v2/captain/journey/device/start"}},
  "v2.connectDevice": {"gap":"device-start","by":{"device":"/v2/captain/device/connect","journey-device":"/v2/captain/journey/device/connect"}},
  "v1.startJourney": "/captain/api/journey/start",
  "v1.fetchState": "/captain/api/journey/state/fetch",
  "v1.listTasks": "/captain/api/journey/task/list",
  "v1.fetchTaskSchema": "/captain/api/journey/task/schema",
  "v1.listTaskSchemas": "/captain/api/journey/task/list/schema",
  "v1.updateTask": "/captain/api/journey/task/update",
} as const;

/** What to do if the response of an endpoint is lost, unless the request may simply be repeated. Spec 4.2, 4.4. */
export const retries = {
  "v2.startJourney": "never",
  "v2.submitInteraction": "reconcile",
  "v1.startJourney": "never",
  "v1.updateTask": "reconcile",
} as const;

/** The endpoints whose responses list what an instance is waiting for. */
export const listing: readonly string[] = ["v2.fetchInteraction","v1.listTasks","v1.listTaskSchemas"];

/** Every v1 endpoint and every deprecated one, with the endpoint to call instead. Spec 4.2, 4.3, 9. */
export const replacements = [
  {"from":"v2.listTaskSchemas","to":"v2.fetchInteraction","deprecated":true,"spec":"4.2"},
  {"from":"v1.startJourney","to":"v2.startJourney","deprecated":false,"spec":"4.3"},
  {"from":"v1.fetchState","to":"v2.fetchState","deprecated":false,"spec":"4.3"},
  {"from":"v1.listTasks","to":"v2.fetchInteraction","deprecated":true,"spec":"4.3"},
  {"from":"v1.fetchTaskSchema","to":"v2.fetchInteraction","deprecated":true,"spec":"4.3"},
  {"from":"v1.listTaskSchemas","to":"v2.fetchInteraction","deprecated":true,"spec":"4.3"},
  {"from":"v1.updateTask","to":"v2.submitInteraction","deprecated":true,"spec":"4.3"},
] as const;
