import type { Profile } from "@journey-kit/schemas/profile";
import { type Region, regions } from "@journey-kit/schemas/regions";
import { type RouteName, routeNames, routeOf, under } from "@journey-kit/schemas/routes";
import type { Basis } from "../machine/result.ts";
import { cite } from "../machine/result.ts";
import type { Call } from "./call.ts";

/** The endpoint that a path names. */
export interface Match {
  readonly name: RouteName;
  readonly parameters: Readonly<Record<string, string>>;
  readonly basis: readonly Basis[];
}

const routesByPath = new Map<string, RouteName[]>();
for (const name of routeNames) {
  const { path } = routeOf(name);
  for (const one of typeof path === "string" ? [path] : Object.values(path.by)) {
    if (one !== undefined) routesByPath.set(one, [...(routesByPath.get(one) ?? []), name]);
  }
}

/** Finds the endpoint at a path; one that another reading has there counts as absent. Gap `device-start`. */
export function findRoute(path: string, profile: Profile): Match | undefined {
  const name = routesByPath.get(path)?.[0];
  if (name === undefined) return findHosted(path);
  const row = routeOf(name);
  if (typeof row.path === "string") return { name, parameters: {}, basis: [] };
  return under(profile, row.path) === path ? { name, parameters: {}, basis: [cite(profile, row.path.gap)] } : undefined;
}

/** Whether some reading has the endpoint here that takes a connect token in place of a bearer's. Gap `device-start`. */
export const isConnectPath = (path: string): boolean => routesByPath.get(path)?.[0] === "v2.connectDevice";

function findHosted(path: string): Match | undefined {
  const instanceId = /^\/journey\/([A-Za-z0-9_-]{1,64})$/.exec(path)?.[1];
  return instanceId === undefined ? undefined : { name: "hosted.showPage", parameters: { instanceId }, basis: [] };
}

/** The readings that take an endpoint off a path which others have it at. Gap `device-start`. */
export function absenceBasis(path: string, profile: Profile): readonly Basis[] {
  const rows = (routesByPath.get(path) ?? []).map(routeOf);
  return rows.flatMap((row) => (typeof row.path === "string" ? [] : [cite(profile, row.path.gap)]));
}

const marks = regions.map((region) => ({ region, prefix: `/${region}/`, label: `${region}.` }));

/** Takes the region off a path: from its prefix, the host name, or the default. Spec 1; gap `region-address`. */
export function splitRegion(call: Call, usual: Region): { readonly region: Region; readonly path: string } {
  for (const { region, prefix } of marks) {
    if (call.path.startsWith(prefix)) return { region, path: call.path.slice(prefix.length - 1) };
  }
  const host = call.header("host") ?? "";
  for (const { region, label } of marks) if (host.startsWith(label)) return { region, path: call.path };
  return { region: usual, path: call.path };
}

/** The generation whose error form suits a path. Spec 9. */
export const generationOf = (path: string): "v1" | "v2" => (path.startsWith("/captain/api") ? "v1" : "v2");
