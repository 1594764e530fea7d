import { Activity } from "lucide-react";
import type { ReactNode } from "react";
import { useTarget } from "../../api/target-provider.tsx";
import { Button } from "../../components/button.tsx";
import { Panel } from "../../components/panel.tsx";
import { Empty } from "../../components/states.tsx";
import { useStart } from "../../dialogs/start/start-provider.tsx";

/** What to do while a world has no requests. */
export function NoRequests({ world }: { readonly world: string }): ReactNode {
  const { target } = useTarget();
  const start = useStart();
  if (target.kind === "tab")
    return (
      <Panel>
        <Empty
          icon={Activity}
          title="No requests yet"
          action={<Button onPress={() => start(world)}>Start a journey</Button>}
        >
          The requests of this world appear here as they arrive.
        </Empty>
      </Panel>
    );
  return (
    <Panel>
      <Empty icon={Activity} title="No requests yet" command={toFirstRequest(target.baseUrl, world)}>
        Send one as the client {world}, and it appears here.
      </Empty>
    </Panel>
  );
}

const toFirstRequest = (baseUrl: string, world: string): string =>
  [
    `curl -sS ${baseUrl}/as/token.oauth2 \\`,
    `  -d 'grant_type=client_credentials&client_id=${encodeURIComponent(world)}&client_secret=any&scope=service.token'`,
  ].join("\n");
