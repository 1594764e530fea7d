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
  const hosted = /^\/journey\/([A-Za-z0-9_-]{1,64})$/.exec(path);
  if (hosted?.[1] !== undefined) return { name: "hosted.showPage", parameters: { instanceId: hosted[1] }, basis: [] };
  const name = routesByPath.get(path)?.[0];
  if (name === undefined) return undefined;
  const row = routeOf(name);
  if (typeof row.path === "string") return { name, parameters: {}, basis: [] };
  return under(profile, row.path) === path ? { name, parameters: {}, basis: [cite(profile, row.path.gap)] } : undefined;
}

/** The readings that take an endpoint off a path which others have it at. Gap `device-start`. */
export function absenceBasis(path: string, profile: Profile): readonly Basis[] {
  const rows = (routesByPath.get(path) ?? []).map(routeOf);
  return rows.flatMap((row) => (typeof row.path === "string" ? [] : [cite(profile, row.path.gap)]));
}

/** Takes the region off a path: from its prefix, the host name, or the default. Spec 1; gap `region-address`. */
export function splitRegion(call: Call, usual: Region): { readonly region: Region; readonly path: string } {
  const prefixed = regions.find((region) => call.path.startsWith(`/${region}/`));
  if (prefixed !== undefined) return { region: prefixed, path: call.path.slice(prefixed.length + 1) };
  const host = call.header("host") ?? "";
  return { region: regions.find((region) => host.startsWith(`${region}.`)) ?? usual, path: call.path };
}

/** The generation whose error form suits a path. Spec 9. */
export const generationOf = (path: string): "v1" | "v2" => (path.startsWith("/captain/api") ? "v1" : "v2");
