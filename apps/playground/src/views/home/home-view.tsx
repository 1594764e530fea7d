import { Upload } from "lucide-react";
import type { ReactNode } from "react";
import { useWorlds } from "../../api/queries.ts";
import { useWorldActions } from "../../dialogs/world/world-actions.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Loaded } from "../../ui/states.tsx";
import { ConnectPanel } from "./connect-panel.tsx";
import styles from "./home.module.css";
import { LiveRequests } from "./live-requests.tsx";
import { ResourceIds } from "./resource-ids.tsx";
import { StartPanel } from "./start-panel.tsx";
import { WorldList } from "./world-list.tsx";

/**
 * Offers to start a journey, shows the worlds and their live requests, and explains how to point a client at this
 * simulator.
 */
export function HomeView(): ReactNode {
  const worlds = useWorlds();
  const { openSnapshot } = useWorldActions();
  const isUsed = worlds.data === undefined || worlds.data.worlds.length > 0;
  return (
    <Page
      title="Try a journey"
      about="Start a journey, submit its data, move its clock, and see what decides the outcome."
      actions={
        <Button variant="quiet" icon={Upload} onPress={() => openSnapshot()}>
          Open a snapshot…
        </Button>
      }
    >
      <StartPanel isFirst={!isUsed} />
      <div className={styles.columns}>
        <div className={styles.column}>
          {isUsed && <Loaded query={worlds}>{(list) => <WorldList worlds={list.worlds} />}</Loaded>}
          {isUsed && <LiveRequests worlds={worlds.data?.worlds ?? []} />}
          <ResourceIds />
        </div>
        <div className={styles.column}>
          <ConnectPanel hasCommands={isUsed} />
        </div>
      </div>
    </Page>
  );
}
