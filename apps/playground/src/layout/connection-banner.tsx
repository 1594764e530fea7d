import { RotateCcw, Unplug } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { useNow } from "../api/clock.ts";
import { type Connection, useLive } from "../api/live.tsx";
import { useTarget } from "../api/target-provider.tsx";
import { lazyComponent } from "../lazy.tsx";
import { Button } from "../ui/button.tsx";
import styles from "./connection-banner.module.css";
import { useTargetSwitch } from "./use-target-switch.ts";

const TokenForm = lazyComponent(async () => (await import("./token-form.tsx")).TokenForm);

/** Says why the page receives no updates from the simulator, or that the simulator has lost its worlds. */
export function ConnectionBanner(): ReactNode {
  const { connection, isEmptied } = useLive();
  const { target } = useTarget();
  if (connection.state === "disconnected") return <Disconnected connection={connection} />;
  if (connection.state === "locked")
    return (
      <Suspense>
        <TokenForm />
      </Suspense>
    );
  return isEmptied && target.kind === "server" ? <Emptied /> : null;
}

function Emptied(): ReactNode {
  const { confirm } = useLive();
  return (
    <div className={styles.banner} data-tone="fair" role="status">
      <RotateCcw size={15} aria-hidden />
      <p>
        <strong>The simulator was restarted.</strong> The worlds it had in memory are gone, with their instances and
        clocks. To keep them, start it with <code>--store</code>.
      </p>
      <Button onPress={confirm}>Close</Button>
    </div>
  );
}

function Disconnected({
  connection,
}: {
  readonly connection: Extract<Connection, { readonly state: "disconnected" }>;
}): ReactNode {
  const { retry } = useLive();
  const switchTo = useTargetSwitch();
  const now = useNow(500);
  const seconds = Math.max(0, Math.ceil((connection.retryAt - now) / 1_000));
  return (
    <div className={styles.banner} data-tone="bad" data-stale role="status">
      <Unplug size={15} aria-hidden />
      <p>
        <strong>Not connected.</strong> {connection.problem} What you see may be out of date. Next attempt in {seconds}{" "}
        s.
      </p>
      <Button onPress={retry}>Try now</Button>
      <Button onPress={() => switchTo("tab")}>Run in this tab</Button>
    </div>
  );
}
