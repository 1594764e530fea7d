import { type ReactNode, Suspense, useState } from "react";
import { useCommands } from "../commands/commands.tsx";
import { shortcuts } from "../commands/shortcuts.ts";
import { lazyComponent } from "../lazy.tsx";

const KeyDialog = lazyComponent(async () => (await import("./key-dialog.tsx")).KeyDialog);

/** The list of keys, opened with `?`. */
export function KeyHelp(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  useCommands([{ id: "keys", label: "Show all keys", group: "Help", key: shortcuts.help, run: () => setIsOpen(true) }]);
  return (
    isOpen && (
      <Suspense>
        <KeyDialog onClose={() => setIsOpen(false)} />
      </Suspense>
    )
  );
}
