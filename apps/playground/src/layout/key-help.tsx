import { type ReactNode, useState } from "react";
import { Switch } from "react-aria-components";
import { useCommandList, useCommands } from "../commands/commands.tsx";
import { shortcuts } from "../commands/shortcuts.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Kbd } from "../ui/kbd.tsx";
import styles from "./key-help.module.css";

/** The list of keys, opened with `?`. */
export function KeyHelp(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const { list, areKeysOn, setKeysOn } = useCommandList();
  useCommands([{ id: "keys", label: "Show all keys", group: "Help", key: shortcuts.help, run: () => setIsOpen(true) }]);
  const commands = isOpen ? list().filter(({ key }) => key !== undefined) : [];
  const effective = commands.filter(({ key }, i) => commands.findIndex((one) => one.key === key) === i);
  return (
    <Dialog title="Keys" isOpen={isOpen} onClose={() => setIsOpen(false)}>
      <ul className={styles.keys}>
        <li className={styles.key}>
          <span>Find a page or command</span>
          <Kbd>{shortcuts.palette}</Kbd>
        </li>
        {effective.map(({ id, label, key }) => (
          <li key={id} className={styles.key}>
            <span>{label}</span>
            <Kbd>{key}</Kbd>
          </li>
        ))}
      </ul>
      <Switch className={styles.switch} isSelected={areKeysOn} onChange={setKeysOn}>
        <span className={styles.track} aria-hidden />
        Run commands with single keys
      </Switch>
    </Dialog>
  );
}
