import { paths } from "@journey-kit/schemas/calls";
import { endpoints } from "@journey-kit/schemas/endpoints";
import { regions } from "@journey-kit/schemas/tables";
import type { ReactNode } from "react";
import { useTarget } from "../../api/target-provider.tsx";
import { useFirstRequests } from "../../api/use-first-requests.ts";
import { useCurrentWorld } from "../../layout/current-world.tsx";
import { CopyBlock } from "../../ui/copy.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import styles from "./connect-panel.module.css";
import { CopyValue } from "./copy-value.tsx";

interface ConnectPanelProps {
  /** Whether to show the commands that start a journey. */
  readonly hasCommands: boolean;
}

/** The settings for a client that calls this simulator, each with a button to copy it. */
export function ConnectPanel({ hasCommands }: ConnectPanelProps): ReactNode {
  const { target } = useTarget();
  const world = useCurrentWorld();
  const { baseUrl } = target;
  return (
    <Panel title="Point your own client here">
      <div className={styles.content}>
        <p className={styles.note}>
          {target.kind === "server"
            ? "Every client id has its own world: instances, clock, scenarios and faults."
            : "This simulator runs in this tab. Only code in this tab can reach it, through the simulator's fetch. Its address is not real."}
        </p>
        <Facts
          facts={[
            ...regions.map(
              (region) =>
                [
                  `Base URL ${region}`,
                  <CopyValue key={region} value={`${baseUrl}/${region}`} label={`base URL ${region}`} />,
                ] as const,
            ),
            ["Token URL", <CopyValue key="token" value={baseUrl + paths["token.requestToken"]} label="token URL" />],
            ["Client id", <CopyValue key="id" value={world} label="client id" />],
            ["Client secret", <CopyValue key="secret" value="secret" label="client secret" />],
            [
              "Hosted pages",
              <CopyValue key="pages" value={`${baseUrl}/<region>${hostedPath}`} label="address of hosted pages" />,
            ],
          ]}
        />
        <p className={styles.note}>
          Unless the simulator lists its clients, any client id and any secret work. A start with delivery page returns
          the address of its hosted pages.
        </p>
        {hasCommands && <FirstRequests world={world} />}
      </div>
    </Panel>
  );
}

const hostedPath = endpoints["hosted.showPage"].path.replace(/\{(\w+)\}|:(\w+)/g, "<$1$2>");

function FirstRequests({ world }: { readonly world: string }): ReactNode {
  const commands = useFirstRequests(world);
  if (commands === undefined) return null;
  return (
    <div className={styles.calls}>
      <p className={styles.label}>Get a token and start a journey</p>
      <CopyBlock text={commands} label="Copy the commands" />
    </div>
  );
}
