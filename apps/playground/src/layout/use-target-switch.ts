import { useLocation } from "wouter";
import type { TargetKind } from "../api/target.ts";
import { useTarget } from "../api/target-provider.tsx";
import { paths, worldOf } from "../paths.ts";

/**
 * Returns the function that switches to another simulator. If the page shows an instance, the function leaves its view,
 * because the new simulator does not have the instance.
 */
export function useTargetSwitch(): (kind: TargetKind) => void {
  const { choose } = useTarget();
  const [location, navigate] = useLocation();
  return (kind) => {
    choose(kind);
    const world = worldOf(location);
    if (world !== undefined && location.startsWith(`${paths.instances(world)}/`)) navigate(paths.instances(world));
  };
}
