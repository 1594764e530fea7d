import { Activity } from "lucide-react";
import type { ReactNode } from "react";
import { useFirstRequests } from "../../api/use-first-requests.ts";
import { useStart } from "../../dialogs/start/start-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Empty } from "../../ui/states.tsx";

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
