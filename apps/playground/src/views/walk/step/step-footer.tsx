import { Send } from "lucide-react";
import type { ReactNode } from "react";
import { shortcuts } from "../../../commands/shortcuts.ts";
import { Button } from "../../../ui/button.tsx";
import type { StepAction } from "./step-action.ts";
import styles from "./step-form.module.css";
import type { ElementState } from "./use-step-draft.ts";

interface StepFooterProps {
  readonly actions: readonly StepAction[];
  readonly elements: readonly ElementState[];
  /** Whether the user edits the body itself. */
  readonly isJson: boolean;
  readonly isSending: boolean;
  readonly isDisabled: boolean;
  readonly onSend: (action: StepAction) => void;
}

/** The buttons that send a step, and what they will send. */
export function StepFooter({ actions, elements, isJson, isSending, isDisabled, onSend }: StepFooterProps): ReactNode {
  const shown = isJson ? actions.slice(0, 1) : actions;
  return (
    <footer className={styles.footer}>
      {shown.map((action, i) => (
        <Button
          key={action.label}
          variant={i === 0 ? "primary" : "secondary"}
          {...(i === 0 && { icon: Send, shortcut: shortcuts.submit })}
          isDisabled={isDisabled}
          onPress={() => onSend(action)}
        >
          {isJson ? "Send" : action.label}
        </Button>
      ))}
      <span className={styles.summary}>
        {isSending ? sending : isJson ? "The body is sent unchanged." : summarise(elements)}
      </span>
    </footer>
  );
}

const sending = "Sending. The client repeats a request whose response is lost.";

function summarise(elements: readonly ElementState[]): string {
  const ticked = elements.filter(({ isSent }) => isSent).length;
  const open = elements.filter(({ acceptedBy }) => acceptedBy === undefined).length;
  return ticked === 0
    ? "Tick the elements to send."
    : `${ticked} of ${open} ${open === 1 ? "element" : "elements"} ticked.`;
}
