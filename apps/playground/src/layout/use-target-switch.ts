import { useLocation } from "wouter";
import type { TargetKind } from "../api/target.ts";
import { useTarget } from "../api/target-provider.tsx";
import { paths, worldOf } from "../paths.ts";
import { notify } from "../ui/notices.tsx";

/**
 * Returns the function that switches to another simulator. If the page shows an instance, the function leaves its view,
 * because the new simulator does not have the instance.
 */
export function useTargetSwitch(): (kind: TargetKind) => void {
  const { choose } = useTarget();
  const [location, navigate] = useLocation();
  const leave = () => {
    const world = worldOf(location);
    if (world !== undefined && location.startsWith(`${paths.instances(world)}/`)) navigate(paths.instances(world));
  };
  const fail = () => notify(new Error("The simulator for this tab could not be loaded. Reload the page."));
  return (kind) => void choose(kind).then(leave, fail);
}
