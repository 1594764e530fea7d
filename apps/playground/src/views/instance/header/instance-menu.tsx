import type { Explanation } from "@journey-kit/schemas/control";
import { Ellipsis, Pause, Play, RotateCw, Share2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTarget } from "../../../api/target-provider.tsx";
import { type Command, useCommands } from "../../../commands/commands.ts";
import { shortcuts } from "../../../commands/shortcuts.ts";
import { Button } from "../../../ui/button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { shareRun } from "../../../ui/share-run.ts";
import type { InstanceActions } from "../use-instance-actions.ts";
import { useMenuEntries } from "./use-menu-entries.ts";

interface InstanceMenuProps {
  readonly world: string;
  /** The instance as it is now. */
  readonly explanation: Explanation;
  readonly actions: InstanceActions;
  readonly onRunAgain: () => void;
  /** Whether the view shows an earlier state, in which no action is possible. */
  readonly isDisabled: boolean;
}

const group = "Instance";

/** The actions that concern the whole instance. Once it has ended, its explanation offers to run it again. */
export function InstanceMenu({ world, explanation, actions, onRunAgain, isDisabled }: InstanceMenuProps): ReactNode {
  const { target } = useTarget();
  const { isReadOnly } = target;
  const { phase } = explanation;
  const isPaused = phase === "paused";
  const hasEnded = phase === "finished" || phase === "failed";
  const toggle = isPaused ? actions.resume : actions.pause;
  const label = isPaused ? "Resume" : "Pause";
  const entries = useMenuEntries(world, explanation, actions);
  const changes: readonly Command[] = [
    ...(hasEnded ? [] : [{ id: "pause", label: `${label} the instance`, group, key: shortcuts.pause, run: toggle }]),
    { id: "again", label: "Run again", group, key: shortcuts.runAgain, run: onRunAgain },
  ];
  const commands: readonly Command[] = [
    ...(isReadOnly ? [] : changes),
    ...entries.map(({ id, label: text, onSelect }) => ({ id, label: text, group, run: onSelect })),
  ];
  useCommands(isDisabled ? [] : commands);
  return (
    <>
      {!hasEnded && !isReadOnly && (
        <>
          <Button icon={isPaused ? Play : Pause} shortcut={shortcuts.pause} onPress={toggle} isDisabled={isDisabled}>
            {label}
          </Button>
          <Button icon={RotateCw} shortcut={shortcuts.runAgain} onPress={onRunAgain} isDisabled={isDisabled}>
            Run again
          </Button>
        </>
      )}
      {!isReadOnly && (
        <Button icon={Share2} onPress={() => shareRun(target, world)}>
          Share this run
        </Button>
      )}
      {entries.length > 0 && (
        <div className="flex justify-end">
          <Menu
            label="More actions"
            trigger={<Button icon={Ellipsis} aria-label="More actions" isDisabled={isDisabled} />}
            entries={entries}
          />
        </div>
      )}
    </>
  );
}
