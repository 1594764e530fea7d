import type { LucideIcon } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode, useEffect, useState } from "react";
import { Menu as AriaMenu, type ButtonProps, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import type { Shortcut } from "../commands/shortcuts.ts";
import { Kbd } from "./kbd.tsx";

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly detail?: ReactNode;
  readonly icon?: LucideIcon;
  readonly shortcut?: Shortcut;
  readonly onSelect: () => void;
}

export interface MenuProps {
  readonly label: string;
  /** The button that opens the menu. */
  readonly trigger: ReactElement<ButtonProps>;
  readonly entries: readonly MenuEntry[];
}

/** A menu that opens when it is first shown. Its button gets the focus, to which closing the menu returns. */
export function MenuPopup({ label, trigger, entries }: MenuProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(true), []);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      {cloneElement(trigger, { autoFocus: true })}
      <Popover className="min-w-[200px] max-w-[min(420px,92vw)] rounded-8 border border-line-strong bg-panel shadow-float">
        <AriaMenu className="max-h-[60vh] overflow-auto p-1 outline-none" aria-label={label}>
          {entries.map(({ id, label: text, detail, icon: Icon, shortcut, onSelect }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={text}
              className="flex min-h-[30px] cursor-pointer items-center gap-2 rounded-5 px-2 outline-none data-focused:bg-sunken"
              onAction={onSelect}
            >
              {Icon && <Icon size={14} aria-hidden />}
              <span className="flex-1">{text}</span>
              {detail !== undefined && <span className="text-12 text-ink-3">{detail}</span>}
              {shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
