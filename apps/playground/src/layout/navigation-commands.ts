import { useLocation } from "wouter";
import { useWorlds } from "../api/queries.ts";
import { useTarget } from "../api/target-provider.tsx";
import { useCommands } from "../commands/commands.ts";
import { paths } from "../paths.ts";
import { useCurrentWorld } from "./current-world.ts";

/** Offers a command for each view and each world, or for each view that a saved run can fill. */
export function useNavigationCommands(): void {
  const { isReadOnly } = useTarget().target;
  const world = useCurrentWorld();
  const [, navigate] = useLocation();
  const saved: readonly (readonly [label: string, path: string])[] = [
    ["Instances", paths.instances(world)],
    ["Requests", paths.requests(world)],
    ["Compare", paths.compare],
  ];
  const views: typeof saved = [
    ["Home", paths.home],
    ...saved,
    ["Scenarios", paths.scenarios(world)],
    ["Faults", paths.faults(world)],
    ["Profile", paths.profile(world)],
    ["Coverage", paths.coverage(world)],
    ["API reference", paths.reference],
  ];
  const worlds = useWorlds().data?.worlds.toReversed() ?? [];
  useCommands([
    ...(isReadOnly ? saved : views).map(([label, path]) => ({
      id: `go-${label}`,
      label,
      group: "Go to",
      run: () => navigate(path),
    })),
    ...(isReadOnly ? [] : worlds).map(({ world: id }) => ({
      id: `world-${id}`,
      label: id,
      group: "Worlds",
      run: () => navigate(paths.instances(id)),
    })),
  ]);
}
