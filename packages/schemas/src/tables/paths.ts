import type { GapId } from "./gaps/index.ts";

/** A value that stands, or one value for each reading of a gap but those that do without. */
export type ByReading<T> = { readonly gap: GapId; readonly by: Readonly<Record<string, T | undefined>> };

/** A path, or one for each reading of a gap. */
export type Path = `/${string}` | (ByReading<`/${string}`> & { readonly gap: "device-start" });

const v1 = "/captain/api";
const v2 = "/v2/captain";

/** Where each endpoint is that a client calls, below the regional address. A client needs no more of a row. */
export const paths = {
  "token.requestToken": "/as/token.oauth2",
  "v2.startJourney": `${v2}/journey/start`,
  "v2.fetchState": `${v2}/journey/state/fetch`,
  "v2.fetchInteraction": `${v2}/journey/interaction/fetch`,
  "v2.submitInteraction": `${v2}/journey/interaction/submit`,
  "v2.listTaskSchemas": `${v2}/journey/task/list/schema`,
  "v2.startDevice": {
    gap: "device-start",
    by: { device: `${v2}/device/start`, "journey-device": `${v2}/journey/device/start` },
  },
  "v2.connectDevice": {
    gap: "device-start",
    by: { device: `${v2}/device/connect`, "journey-device": `${v2}/journey/device/connect` },
  },
  "v1.startJourney": `${v1}/journey/start`,
  "v1.fetchState": `${v1}/journey/state/fetch`,
  "v1.listTasks": `${v1}/journey/task/list`,
  "v1.fetchTaskSchema": `${v1}/journey/task/schema`,
  "v1.listTaskSchemas": `${v1}/journey/task/list/schema`,
  "v1.updateTask": `${v1}/journey/task/update`,
} as const satisfies Record<string, Path>;

/** Name of an endpoint: its generation and its operation. */
export type RouteName = keyof typeof paths | "hosted.showPage";
