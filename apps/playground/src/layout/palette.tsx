import { Search } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
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
import { type Command, useCommandList } from "../commands/commands.tsx";
import { shortcuts } from "../commands/shortcuts.ts";
import { Kbd } from "../ui/kbd.tsx";
import styles from "./palette.module.css";

/** The button in the header that opens the command palette; ⌘K and Ctrl+K open it too. */
export function Palette(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener("keydown", open);
    return () => document.removeEventListener("keydown", open);
  }, []);
  return (
    <>
      <button type="button" className={styles.trigger} onClick={() => setIsOpen(true)}>
        <Search size={14} aria-hidden />
        <span className={styles.triggerText}>Find a page or command…</span>
        <Kbd>{shortcuts.palette}</Kbd>
      </button>
      <ModalOverlay className={styles.overlay} isOpen={isOpen} onOpenChange={setIsOpen} isDismissable>
        <Modal className={styles.modal}>
          <Dialog aria-label="Find a page or command" className={styles.dialog}>
            <CommandList onDone={() => setIsOpen(false)} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}

function CommandList({ onDone }: { readonly onDone: () => void }): ReactNode {
  const { contains } = useFilter({ sensitivity: "base" });
  const commands = useCommandList().list();
  const groups = [...new Set(commands.map(({ group }) => group))];
  const run = (id: string) => {
    onDone();
    commands.find((command) => command.id === id)?.run();
  };
  return (
    <Autocomplete filter={contains}>
      <TextField aria-label="Filter" autoFocus className={styles.filter}>
        <Search size={14} aria-hidden />
        <Input placeholder="Find a page or command…" className={styles.input} />
      </TextField>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard. */}
      <section className={styles.scroll} tabIndex={0} aria-label="Matches">
        <ListBox
          aria-label="Commands"
          className={styles.list}
          selectionMode="none"
          onAction={(key) => run(String(key))}
          renderEmptyState={() => <p className={styles.empty}>Nothing matches.</p>}
        >
          {groups.map((group) => (
            <ListBoxSection key={group} id={group}>
              <Header className={styles.group}>{group}</Header>
              {commands.filter((command) => command.group === group).map(toItem)}
            </ListBoxSection>
          ))}
        </ListBox>
      </section>
    </Autocomplete>
  );
}

const toItem = ({ id, label, key }: Command) => (
  <ListBoxItem key={id} id={id} textValue={label} className={styles.item}>
    <span>{label}</span>
    {key !== undefined && <Kbd>{key}</Kbd>}
  </ListBoxItem>
);
