import { decodePart, paths, worldOf } from "../paths.ts";

/** The names of the views, by the part of the address that selects them. */
const names = new Map(
  Object.entries({
    instances: "Instances",
    requests: "Requests",
    scenarios: "Scenarios",
    faults: "Faults",
    profile: "Profile",
    coverage: "Coverage",
    compare: "Compare",
    reference: "API reference",
    walk: "Walk",
  }),
);

/** One crumb for the world and one for each further part of the address. */
export function toCrumbs(location: string): readonly { readonly label: string; readonly path: string }[] {
  const world = worldOf(location);
  const parts = location.split("/").filter((part) => part !== "");
  if (parts.length === 0) return [{ label: "Home", path: paths.home }];
  if (world === undefined) return [{ label: names.get(parts[0] ?? "") ?? location, path: location }];
  // The views and the ids below them alternate, so a scenario called "faults" keeps its name.
  const views = parts.slice(2).map((part, i) => ({
    label: (i % 2 === 0 ? names.get(part) : undefined) ?? decodePart(part),
    path: `/${parts.slice(0, i + 3).join("/")}`,
  }));
  return [{ label: world, path: paths.home }, ...views];
}
