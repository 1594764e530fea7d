import { ArrowLeftRight, Columns2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { useCommands } from "../../commands/commands.ts";
import { shortcuts } from "../../commands/shortcuts.ts";
import { useCurrentWorld } from "../../layout/current-world.ts";
import { type InstanceAddress, paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Empty } from "../../ui/states.tsx";
import { ComparisonReport } from "./comparison-report.tsx";
import { InstancePicker } from "./instance-picker.tsx";

interface CompareViewProps {
  /** The instances to compare, if they are chosen. */
  readonly first?: InstanceAddress;
  readonly second?: InstanceAddress;
}

const pickers =
  "grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-end gap-3 narrow:grid-cols-1 narrow:*:[button]:justify-self-center";

/** Two instances side by side. */
export function CompareView({ first, second }: CompareViewProps): ReactNode {
  const [, navigate] = useLocation();
  const world = useCurrentWorld();
  const [picked, setPicked] = useState<InstanceAddress>(); // the first instance, until the second one is chosen
  const isComplete = first !== undefined && second !== undefined;
  const swap = () => isComplete && navigate(paths.comparePair(second, first));
  useCommands(
    isComplete
      ? [{ id: "compare-swap", label: "Swap the instances", group: "Compare", key: shortcuts.swapInstances, run: swap }]
      : [],
  );
  const choose = (one: InstanceAddress | undefined, other: InstanceAddress | undefined) => {
    if (one !== undefined && other !== undefined) navigate(paths.comparePair(one, other));
    else setPicked(one);
  };
  return (
    <Page title="Compare" about="Finds where two instances, from any worlds, part.">
      <Panel>
        <div className={pickers}>
          <InstancePicker
            name="First"
            world={world}
            value={first ?? picked}
            onChange={(address) => choose(address, second)}
          />
          <Button
            icon={ArrowLeftRight}
            aria-label="Swap the instances"
            shortcut={shortcuts.swapInstances}
            isDisabled={!isComplete}
            onPress={swap}
          />
          <InstancePicker
            name="Second"
            world={world}
            value={second}
            onChange={(address) => choose(first ?? picked, address)}
          />
        </div>
      </Panel>
      {isComplete ? (
        <ComparisonReport first={first} second={second} />
      ) : (
        <Panel>
          <Empty icon={Columns2} title="Choose two instances">
            You see up to where they are alike, what each of them did then, and everything else that differs.
          </Empty>
        </Panel>
      )}
    </Page>
  );
}
