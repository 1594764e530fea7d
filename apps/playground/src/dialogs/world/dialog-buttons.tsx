import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Problem } from "../../ui/states.tsx";
import styles from "./world-dialogs.module.css";

interface DialogButtonsProps {
  /** Text of the button that confirms the dialog. */
  readonly label: string;
  readonly action: UseMutationResult<unknown, Error, void>;
  /** Shown while the action runs. */
  readonly busy?: string;
  readonly isDisabled?: boolean;
  readonly onClose: () => void;
}

/** The buttons at the end of a dialog, and the error of the dialog's action, if any. */
export function DialogButtons({
  label,
  action,
  busy = "Please wait…",
  isDisabled = false,
  onClose,
}: DialogButtonsProps): ReactNode {
  return (
    <>
      {action.error !== null && <Problem error={action.error} />}
      <div className={styles.buttons}>
        <p className={styles.busy} role="status">
          {action.isPending && busy}
        </p>
        <Button onPress={onClose}>Cancel</Button>
        <Button variant="primary" onPress={() => action.mutate()} isDisabled={isDisabled || action.isPending}>
          {label}
        </Button>
      </div>
    </>
  );
}
