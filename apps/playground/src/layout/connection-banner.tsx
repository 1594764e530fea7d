import { KeyRound, RotateCcw, Unplug } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { useNow } from "../api/clock.ts";
import { type Connection, useLive } from "../api/live.tsx";
import { useTarget } from "../api/target-provider.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import styles from "./connection-banner.module.css";
import { useTargetSwitch } from "./use-target-switch.ts";

/** Says why the page receives no updates from the simulator, or that the simulator has lost its worlds. */
export function ConnectionBanner(): ReactNode {
  const { connection, isEmptied } = useLive();
  const { target } = useTarget();
  if (connection.state === "disconnected") return <Disconnected connection={connection} />;
  if (connection.state === "locked") return <Locked />;
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

function Locked(): ReactNode {
  const { setToken } = useTarget();
  const switchTo = useTargetSwitch();
  const [token, setText] = useState("");
  return (
    <Form
      aria-label="Control token"
      className={styles.banner}
      data-tone="fair"
      onSubmit={(event) => {
        event.preventDefault();
        setToken(token);
      }}
    >
      <KeyRound size={15} aria-hidden />
      <p>
        <strong>This server requires its control token</strong> from other machines. It is the value of{" "}
        <code>--control-token</code>.
      </p>
      <TextField label="Control token" isLabelHidden type="password" value={token} onChange={setText} />
      <Button type="submit" isDisabled={token === ""}>
        Connect
      </Button>
      <Button onPress={() => switchTo("tab")}>Run in this tab</Button>
    </Form>
  );
}
