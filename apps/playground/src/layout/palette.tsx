import { Search } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { shortcuts } from "../commands/shortcuts.ts";
import { lazyComponent } from "../lazy.tsx";
import { Kbd } from "../ui/kbd.tsx";

const PaletteDialog = lazyComponent(async () => (await import("./palette-dialog.tsx")).PaletteDialog);

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
      <button
        type="button"
        className="flex min-h-8 min-w-[200px] cursor-pointer items-center gap-2 rounded-8 border border-line bg-panel px-2.5 text-ink-3 max-[900px]:min-w-0"
        onClick={() => setIsOpen(true)}
      >
        <Search size={14} aria-hidden />
        <span className="flex-1 text-left max-[900px]:sr-only">Find a page or command…</span>
        <Kbd>{shortcuts.palette}</Kbd>
      </button>
      {isOpen && (
        <Suspense>
          <PaletteDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
