import type { LucideIcon } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import type { Shortcut } from "../commands/shortcuts.ts";
import { Kbd } from "./kbd.tsx";
import styles from "./menu.module.css";

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly detail?: ReactNode;
  readonly icon?: LucideIcon;
  readonly shortcut?: Shortcut;
  readonly onSelect: () => void;
}

interface MenuProps {
  readonly label: string;
  /** The button that opens the menu. */
  readonly trigger: ReactElement;
  readonly entries: readonly MenuEntry[];
}

/** A button that opens a list of actions. */
export function Menu({ label, trigger, entries }: MenuProps): ReactNode {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={styles.popover}>
        <AriaMenu className={styles.menu} aria-label={label}>
          {entries.map(({ id, label: text, detail, icon: Icon, shortcut, onSelect }) => (
            <MenuItem key={id} id={id} textValue={text} className={styles.entry} onAction={onSelect}>
              {Icon && <Icon size={14} aria-hidden />}
              <span className={styles.text}>{text}</span>
              {detail !== undefined && <span className={styles.detail}>{detail}</span>}
              {shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
