import { Unplug } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useLive } from "../api/live.tsx";
import { useTarget } from "../api/target-provider.tsx";
import { Button } from "../components/button.tsx";
import styles from "./connection-banner.module.css";

/** Says that the simulator does not respond, when the page tries again, and what else works. */
export function ConnectionBanner(): ReactNode {
  const { connection, retry } = useLive();
  const { choose } = useTarget();
  const [now, setNow] = useState(Date.now);
  const isDisconnected = connection.state === "disconnected";
  useEffect(() => {
    if (!isDisconnected) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isDisconnected]);
  if (connection.state !== "disconnected") return null;
  const seconds = Math.max(0, Math.ceil((connection.retryAt - now) / 1_000));
  return (
    <div className={styles.banner} data-tone="bad" role="status">
      <Unplug size={15} aria-hidden />
      <p>
        <strong>Not connected.</strong> {connection.problem} What you see may be out of date. Next attempt in {seconds}{" "}
        s.
      </p>
      <Button onPress={retry}>Try now</Button>
      <Button onPress={() => choose("tab")}>Run in this tab</Button>
    </div>
  );
}
