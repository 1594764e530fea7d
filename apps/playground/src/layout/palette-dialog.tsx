import { Search } from "lucide-react";
import type { ReactNode } from "react";
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  TextField,
  useFilter,
} from "react-aria-components";
import { type Command, useCommandList } from "../commands/commands.ts";
import { Kbd } from "../ui/kbd.tsx";

interface PaletteDialogProps {
  readonly onClose: () => void;
}

export function PaletteDialog({ onClose }: PaletteDialogProps): ReactNode {
  return (
    <ModalOverlay
      className="fixed inset-0 z-25 grid place-items-start justify-center bg-[rgb(0_0_0/42%)] px-3 pt-[12vh] pb-3"
      isOpen
      onOpenChange={(open) => open || onClose()}
      isDismissable
    >
      <Modal className="w-[min(560px,calc(100vw-24px))] overflow-hidden rounded-12 border border-line-strong bg-panel shadow-float">
        <Dialog aria-label="Find a page or command" className="outline-none">
          <CommandList onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function CommandList({ onClose }: PaletteDialogProps): ReactNode {
  const { contains } = useFilter({ sensitivity: "base" });
  const commands = useCommandList();
  const groups = [...new Set(commands.map(({ group }) => group))];
  const run = (id: string) => {
    onClose();
    commands.find((command) => command.id === id)?.run();
  };
  return (
    <Autocomplete filter={contains}>
      <TextField
        aria-label="Filter"
        autoFocus
        className="flex items-center gap-2 border-b border-line px-3.5 text-ink-3"
      >
        <Search size={14} aria-hidden />
        <Input
          placeholder="Find a page or command…"
          className="min-h-11 flex-1 border-0 bg-transparent text-14 text-ink outline-none"
        />
      </TextField>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard. */}
      <section className="max-h-[50vh] overflow-auto" tabIndex={0} aria-label="Matches">
        <ListBox
          aria-label="Commands"
          className="p-1.5 outline-none"
          selectionMode="none"
          onAction={(key) => run(String(key))}
          renderEmptyState={() => <p className="p-4 text-center text-ink-3">Nothing matches.</p>}
        >
          {groups.map((group) => (
            <ListBoxSection key={group} id={group}>
              <Header className="px-2 pt-2 pb-1 text-12 text-ink-3">{group}</Header>
              {commands.filter((command) => command.group === group).map(toItem)}
            </ListBoxSection>
          ))}
        </ListBox>
      </section>
    </Autocomplete>
  );
}

const toItem = ({ id, label, key }: Command) => (
  <ListBoxItem
    key={id}
    id={id}
    textValue={label}
    className="flex min-h-8 cursor-pointer items-center justify-between gap-3 rounded-5 px-2 outline-none data-focused:bg-sunken"
  >
    <span className="min-w-0 wrap-anywhere">{label}</span>
    {key !== undefined && <Kbd>{key}</Kbd>}
  </ListBoxItem>
);
