import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { useHostedPage } from "../../instance/hosted-page.ts";
import { useInstanceActions } from "../../instance/use-instance-actions.ts";
import styles from "./status.module.css";
import type { WalkedInstance } from "./use-why.ts";

/** The hosted page of an instance, on which the person can enter the data too. Spec 2.7. */
export function HostedPanel({ world, explanation }: WalkedInstance): ReactNode {
  const { completePages } = useInstanceActions(world, explanation.instanceId);
  const { linkExpiresAt } = explanation;
  const address = useHostedPage(explanation);
  return (
    <Panel
      title="The person can fill in hosted pages"
      note={linkExpiresAt === undefined ? undefined : `the link expires at ${linkExpiresAt.slice(11, 19)}`}
      actions={<Button onPress={completePages}>Complete the pages</Button>}
    >
      {address !== undefined ? (
        <a className={styles.hosted} href={address} target="_blank" rel="noreferrer">
          {address} <ExternalLink size={12} aria-label="opens in a new tab" />
        </a>
      ) : (
        "Another tab cannot reach the simulator in this tab. Complete the pages with sample data, or use a server."
      )}
    </Panel>
  );
}
