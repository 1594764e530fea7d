import type { RouteName } from "@journey-kit/schemas/routes";
import type { Deps } from "./deps.ts";
import { connectDevice, startDevice } from "./device.ts";
import type { Exchange, Reply, WorldExchange } from "./exchange.ts";
import { showPage } from "./hosted.ts";
import { requestToken } from "./token-endpoint.ts";
import * as v1 from "./v1.ts";
import * as v2 from "./v2.ts";

type PublicRoute = "token.requestToken" | "v2.connectDevice" | "hosted.showPage";

/** Endpoints that need no bearer token. */
export const publicHandlers: Readonly<Record<PublicRoute, (deps: Deps, exchange: Exchange) => Promise<Reply>>> = {
  "token.requestToken": requestToken,
  "v2.connectDevice": connectDevice,
  "hosted.showPage": showPage,
};

/** Whether an endpoint needs no bearer token. */
export const isPublic = (name: RouteName): name is PublicRoute => Object.hasOwn(publicHandlers, name);

/** Endpoints of a world, one for each row of the table. */
export const handlers: Readonly<
  Record<Exclude<RouteName, PublicRoute>, (deps: Deps, exchange: WorldExchange) => Promise<Reply>>
> = {
  "v2.startJourney": v2.startJourney,
  "v2.fetchState": v2.fetchState,
  "v2.fetchInteraction": v2.fetchInteraction,
  "v2.submitInteraction": v2.submitInteraction,
  "v2.listTaskSchemas": v2.listTaskSchemas,
  "v2.startDevice": startDevice,
  "v1.startJourney": v1.startJourney,
  "v1.fetchState": v1.fetchState,
  "v1.listTasks": v1.listTasks,
  "v1.fetchTaskSchema": v1.fetchTaskSchema,
  "v1.listTaskSchemas": v1.listTaskSchemas,
  "v1.updateTask": v1.updateTask,
};
