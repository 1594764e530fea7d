import { Columns2, Ellipsis, Play, Route } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { useTarget } from "../../api/target-provider.tsx";
import { useFirstRequests } from "../../api/use-first-requests.ts";
import { useInstances } from "../../api/use-instances.ts";
import { useCommands } from "../../commands/commands.ts";
import { shortcuts } from "../../commands/shortcuts.ts";
import { useStart } from "../../dialogs/start/start-window.tsx";
import { useWorldActions } from "../../dialogs/world/world-actions.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Empty, Loaded } from "../../ui/states.tsx";
import { InstanceTable } from "./instance-table.tsx";

interface InstanceListProps {
  readonly world: string;
}

export function InstanceListView({ world }: InstanceListProps): ReactNode {
  const query = useInstances(world);
  const count = query.data?.instances.length ?? 0;
  const [compared, setCompared] = useState<readonly string[]>([]);
  const known = compared.filter((id) => query.data?.instances.some(({ instanceId }) => instanceId === id));
  return (
    <Page
      title="Instances"
      about={count > 0 && `${count.toLocaleString("en")} in this world, newest first.`}
      actions={<Actions world={world} compared={known} isEmpty={count === 0} />}
    >
      <Loaded query={query} height={560}>
        {({ instances }) =>
          instances.length === 0 ? (
            <NoInstances world={world} />
          ) : (
            <InstanceTable world={world} instances={instances} compared={known} onCompare={setCompared} />
          )
        }
      </Loaded>
    </Page>
  );
}

interface ComparedProps extends InstanceListProps {
  /** Ids of at most two instances. */
  readonly compared: readonly string[];
}

interface ActionsProps extends ComparedProps {
  readonly isEmpty: boolean;
}

function Actions({ world, compared, isEmpty }: ActionsProps): ReactNode {
  const start = useStart();
  const { entriesFor } = useWorldActions();
  const { isReadOnly } = useTarget().target;
  const [, navigate] = useLocation();
  const [first, second] = compared;
  const compare = () => {
    if (first === undefined || second === undefined) return;
    navigate(paths.comparePair({ world, id: first }, { world, id: second }));
  };
  useCommands(
    second === undefined
      ? []
      : [
          {
            id: "compare",
            label: "Compare the ticked instances",
            group: "Instances",
            key: shortcuts.compare,
            run: compare,
          },
        ],
  );
  return (
    <>
      {first !== undefined && (
        <Button icon={Columns2} onPress={compare} isDisabled={second === undefined} shortcut={shortcuts.compare}>
          {second === undefined ? "Tick one more to compare" : "Compare"}
        </Button>
      )}
      {!isEmpty && !isReadOnly && (
        <Button variant="primary" icon={Play} shortcut={shortcuts.start} onPress={() => start(world)}>
          Start a journey
        </Button>
      )}
      {!isReadOnly && (
        <div className="flex">
          <Menu
            label={`Actions for ${world}`}
            trigger={<Button icon={Ellipsis} aria-label={`Actions for ${world}`} />}
            entries={entriesFor(world).filter(({ id }) => id !== "start")}
          />
        </div>
      )}
    </>
  );
}

function NoInstances({ world }: InstanceListProps): ReactNode {
  const { isReadOnly } = useTarget().target;
  const start = useStart();
  const commands = useFirstRequests(world);
  if (isReadOnly)
    return (
      <Panel>
        <Empty icon={Route} title="The saved run has no instances" />
      </Panel>
    );
  return (
    <Panel>
      <Empty
        icon={Route}
        title={`No instances in ${world} yet`}
        action={
          <Button variant="primary" icon={Play} shortcut={shortcuts.start} onPress={() => start(world)}>
            Start a journey
          </Button>
        }
        {...(commands !== undefined && { command: commands })}
      >
        Each journey your client starts appears here. You can also open a saved snapshot from the menu.
      </Empty>
    </Panel>
  );
}
