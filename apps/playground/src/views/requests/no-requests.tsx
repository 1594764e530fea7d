import { Activity } from "lucide-react";
import type { ReactNode } from "react";
import { useFirstRequests } from "../../api/use-first-requests.ts";
import { Button } from "../../components/button.tsx";
import { Panel } from "../../components/panel.tsx";
import { Empty } from "../../components/states.tsx";
import { useStart } from "../../dialogs/start/start-provider.tsx";

/** Shown while a world has no requests: how to send one. */
export function NoRequests({ world }: { readonly world: string }): ReactNode {
  const start = useStart();
  const commands = useFirstRequests(world);
  return (
    <Panel>
      <Empty
        icon={Activity}
        title="No requests yet"
        action={<Button onPress={() => start(world)}>Start a journey</Button>}
        {...(commands !== undefined && { command: commands })}
      >
        The requests of this world appear here as they arrive.
      </Empty>
    </Panel>
  );
}
