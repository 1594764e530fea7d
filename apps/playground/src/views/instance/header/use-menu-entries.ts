import type { Explanation } from "@journey-kit/schemas/control";
import { useLocation } from "wouter";
import { useWorld } from "../../../api/queries.ts";
import { useTarget } from "../../../api/target-provider.tsx";
import { paths } from "../../../paths.ts";
import type { MenuEntry } from "../../../ui/menu.tsx";
import { notify } from "../../../ui/notices.tsx";
import type { InstanceActions } from "../use-instance-actions.ts";
import { toScenario } from "./to-scenario.ts";

/** Lists the less common actions on an instance that are possible in its state. */
export function useMenuEntries(
  world: string,
  explanation: Explanation,
  actions: InstanceActions,
): readonly MenuEntry[] {
  const { isReadOnly } = useTarget().target;
  const takeaways = useTakeaways(world, explanation);
  const { phase, delivery, nextEvent } = explanation;
  if (isReadOnly || phase === "finished" || phase === "failed") return takeaways;
  return [
    ...when(nextEvent !== undefined, {
      id: "only-next",
      label: "Move only this instance to its next event",
      onSelect: () => actions.advance({ to: "next-event" }),
    }),
    { id: "only-second", label: "Move only this instance by 1 s", onSelect: () => actions.advance({ ms: 1_000 }) },
    { id: "only-minute", label: "Move only this instance by 1 min", onSelect: () => actions.advance({ ms: 60_000 }) },
    ...when(delivery === "page", {
      id: "pages",
      label: "Complete the hosted pages",
      onSelect: actions.completePages,
    }),
    { id: "fail", label: "Make it fail", onSelect: actions.fail },
    ...takeaways,
  ];
}

const when = (isPossible: boolean, entry: MenuEntry): readonly MenuEntry[] => (isPossible ? [entry] : []);

/** Lists the actions that do not change the instance. */
function useTakeaways(world: string, explanation: Explanation): readonly MenuEntry[] {
  const { instanceId: id, journey, modules } = explanation;
  const [, navigate] = useLocation();
  const others = useWorld(world, "instances").data?.instances ?? [];
  const other = others.findLast((one) => one.journey === journey && one.instanceId !== id);
  const copy = async () => {
    await navigator.clipboard.writeText(JSON.stringify(toScenario(explanation), null, 2));
    notify("Copied a scenario with the outcomes of this run.");
  };
  return [
    ...when(modules.length > 0, {
      id: "scenario",
      label: "Copy its outcomes as a scenario",
      onSelect: () => void copy().catch(notify),
    }),
    ...when(other !== undefined, {
      id: "compare",
      label: `Compare with ${other?.journeyName} #${other?.ordinal}`,
      onSelect: () => other && navigate(paths.comparePair({ world, id: other.instanceId }, { world, id })),
    }),
  ];
}
