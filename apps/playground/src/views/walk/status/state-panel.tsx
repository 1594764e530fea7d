import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useCommands } from "../../../commands/commands.tsx";
import { shortcuts } from "../../../commands/shortcuts.ts";
import { paths } from "../../../paths.ts";
import { performMove, useInstanceActions } from "../../instance/use-instance-actions.ts";
import { useRunAgain } from "../../instance/use-run-again.ts";
import type { Move } from "../../instance/why/facts.ts";
import { WhyPanel } from "../../instance/why/why-panel.tsx";
import { useWhy, type WalkedInstance } from "./use-why.ts";

/** What the user can do while the service asks for no data: wait, resume, review, or read the outcome. */
export function StatePanel(instance: WalkedInstance): ReactNode {
  const { world, explanation } = instance;
  const why = useWhy(instance);
  const actions = useInstanceActions(world, explanation.instanceId);
  const runAgain = useRunAgain(world, explanation);
  const [, navigate] = useLocation();
  const openInstance = () => navigate(paths.instance(world, explanation.instanceId));
  const move = (chosen: Move) => performMove(chosen, actions, { walk: openInstance, resolve: openInstance, runAgain });
  const can = (action: Move["action"]) => why.moves.some((one) => one.action === action);
  useCommands([
    ...(can("resume")
      ? [{ id: "pause", label: "Resume the instance", group: "Instance", key: shortcuts.pause, run: actions.resume }]
      : []),
    ...(can("run-again")
      ? [{ id: "run-again", label: "Run again", group: "Instance", key: shortcuts.runAgain, run: runAgain }]
      : []),
  ]);
  return (
    <WhyPanel
      world={world}
      why={why}
      isDisabled={false}
      onMove={move}
      onSelectRequest={(sequence) => navigate(paths.request(world, sequence))}
    />
  );
}
