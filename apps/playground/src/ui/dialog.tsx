import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "./button.tsx";
import styles from "./dialog.module.css";

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A window above the page. Pressing Escape or clicking outside closes the window. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps): ReactNode {
  return (
    <ModalOverlay className={styles.overlay} isOpen={isOpen} onOpenChange={(open) => open || onClose()} isDismissable>
      <Modal className={styles.modal}>
        <AriaDialog className={styles.dialog}>
          <header className={styles.header}>
            <Heading slot="title" className={styles.title}>
              {title}
            </Heading>
            <Button variant="quiet" icon={X} aria-label="Close" onPress={onClose} />
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
