import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "./button.tsx";

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A window above the page. Pressing Escape or clicking outside closes the window. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps): ReactNode {
  return (
    <ModalOverlay
      className="fixed inset-0 z-20 overflow-auto bg-[rgb(0_0_0/42%)] px-3 pt-[8vh] pb-3"
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable
    >
      <Modal className="mx-auto max-w-[620px] rounded-12 border border-line-strong bg-panel shadow-float">
        <AriaDialog className="px-[18px] pt-3.5 pb-[18px] outline-none">
          <header className="mb-2.5 flex items-center justify-between">
            <Heading slot="title" className="text-16">
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
