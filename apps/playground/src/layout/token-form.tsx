import { KeyRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { useTarget } from "../api/target-provider.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import styles from "./connection-banner.module.css";
import { useTargetSwitch } from "./use-target-switch.ts";

/** Asks for the control token of the server. */
export function TokenForm(): ReactNode {
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
