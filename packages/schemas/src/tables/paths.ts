import type { GapId } from "./gaps/index.ts";

/** One value for each reading of a gap. Undefined for a reading that has no value. */
export type ByReading<T> = { readonly gap: GapId; readonly by: Readonly<Record<string, T | undefined>> };

/** A path, or one path for each reading of a gap. */
export type Path = `/${string}` | (ByReading<`/${string}`> & { readonly gap: "device-start" });

const v1 = "/captain/api";
const v2 = "/v2/captain";

/** Path of each endpoint that a client calls, relative to the regional address. */
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

/** An endpoint that only gap `extension-endpoints` adds. */
export type ExtensionName =
  | "v2.checkHealth"
  | "v2.deleteInstance"
  | "v2.terminateInstance"
  | "v2.listTasks"
  | "v2.fetchTaskSchema"
  | "v2.updateTask";

/** Name of an endpoint of the hosted pages, which is called by browsers, not by API clients. */
export type HostedRouteName = "hosted.showPage" | "hosted.submitPage";

/** Name of an endpoint: its generation and its operation. */
export type RouteName = keyof typeof paths | ExtensionName | HostedRouteName;
