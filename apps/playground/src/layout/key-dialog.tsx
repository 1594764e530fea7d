import type { ReactNode } from "react";
import { useCommandList, useSingleKeys } from "../commands/commands.ts";
import { type Shortcut, shortcuts } from "../commands/shortcuts.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { Switch } from "../ui/switch.tsx";

export function KeyDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [areOn, setOn] = useSingleKeys();
  const commands = useCommandList().filter(({ key }) => key !== undefined);
  const effective = commands.filter(({ key }, i) => commands.findIndex((one) => one.key === key) === i);
  return (
    <Dialog title="Keys" isOpen onClose={onClose}>
      <ul className="mb-3 grid gap-0.5">
        <KeyRow label="Find a page or command" shortcut={shortcuts.palette} />
        {effective.map(({ id, label, key }) => (
          <KeyRow key={id} label={label} shortcut={key} />
        ))}
      </ul>
      <Switch isOn={areOn} onChange={setOn}>
        Run commands with single keys
      </Switch>
    </Dialog>
  );
}

const KeyRow = ({ label, shortcut }: { readonly label: string; readonly shortcut: Shortcut | undefined }) => (
  <li className="flex items-center justify-between border-b border-line py-1 narrow:*:[kbd]:inline">
    <span>{label}</span>
    <Kbd>{shortcut}</Kbd>
  </li>
);
