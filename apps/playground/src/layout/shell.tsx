import { Archive, Menu as MenuIcon, X } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { loadTabSimulator } from "../api/target.ts";
import { useTarget } from "../api/target-provider.tsx";
import { useCommandKeys, useCommands } from "../commands/commands.ts";
import { shortcuts } from "../commands/shortcuts.ts";
import { lazyComponent, loadComponents } from "../lazy.tsx";
import { Button } from "../ui/button.tsx";
import { Notices } from "../ui/notices.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { ClockControl } from "./clock-control.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { useCurrentWorld, useRememberedWorld } from "./current-world.ts";
import { Findings } from "./findings.tsx";
import { useNavigationCommands } from "./navigation-commands.ts";
import { Palette } from "./palette.tsx";
import { Sidebar } from "./sidebar.tsx";

const KeyDialog = lazyComponent(async () => (await import("./key-dialog.tsx")).KeyDialog);

/** The frame of every view: sidebar, header with the clock, and the view. */
export function Shell({ children }: { readonly children: ReactNode }): ReactNode {
  const { isReadOnly } = useTarget().target;
  const [location] = useLocation();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu.
  useEffect(() => setIsMenuOpen(false), [location]);
  useRememberedWorld();
  useCommandKeys();
  useNavigationCommands();
  useOfflineCopy();
  return (
    <div className="grid min-h-screen grid-cols-[var(--sidebar)_minmax(0,1fr)] narrow:grid-cols-[minmax(0,1fr)]">
      <button
        type="button"
        className="absolute -top-24 left-2 z-40 rounded-5 bg-panel px-3 py-2 focus:top-2"
        onClick={() => document.getElementById("main")?.focus()}
      >
        Skip to the content
      </button>
      <aside
        className={`sticky top-0 h-screen border-r border-line bg-panel ${narrowPlace} ${isMenuOpen ? "" : "narrow:hidden"}`}
        aria-label="Navigation"
      >
        <Sidebar />
      </aside>
      <div className="min-w-0">
        <header className="sticky top-0 z-5 flex min-h-[52px] items-center gap-3 border-b border-line bg-page px-6 py-2 narrow:z-11 narrow:px-3 narrow:py-1.5">
          <div className="hidden narrow:block">
            <Button
              variant="quiet"
              icon={isMenuOpen ? X : MenuIcon}
              aria-label={isMenuOpen ? "Close the menu" : "Open the menu"}
              onPress={() => setIsMenuOpen(!isMenuOpen)}
            />
          </div>
          <Breadcrumbs />
          <Palette />
          <div className="narrow:fixed narrow:inset-x-0 narrow:bottom-0 narrow:z-6 narrow:bg-panel">
            {isReadOnly ? <SavedRunNote /> : <ClockControl />}
          </div>
        </header>
        <ConnectionBanner />
        <Findings />
        <main id="main" tabIndex={-1} className="outline-none">
          {children}
        </main>
      </div>
      <KeyHelp />
      <Notices />
    </div>
  );
}

/** In a narrow window, the sidebar is between the header and the clock. */
const narrowPlace = "narrow:fixed narrow:inset-x-0 narrow:top-[52px] narrow:bottom-[49px] narrow:z-10 narrow:h-auto";

/** Says, in place of the clock, that the page shows what somebody saved. */
function SavedRunNote(): ReactNode {
  return (
    <p className="flex min-h-8 max-w-[30vw] items-center gap-2 text-ink-2 narrow:max-w-none narrow:min-h-[49px] narrow:border-t narrow:border-line narrow:px-3">
      <Archive size={14} aria-hidden className="flex-none" />
      <span className="min-w-0 truncate">
        A simulated run of <strong className="font-semibold">{useCurrentWorld()}</strong>, read-only
      </span>
    </p>
  );
}

const pauseBeforeCopy = 3_000;

/**
 * Loads the rest of the page, so that it works without a network and can switch to a simulator in this tab if the
 * server stops.
 */
function useOfflineCopy(): void {
  const { kind } = useTarget().target;
  useEffect(() => {
    if (kind === "file") return;
    const load = async () => {
      await loadComponents();
      await (await loadTabSimulator()).loadRest();
      await keepPage();
      document.documentElement.dataset.offline = "ready";
    };
    const ignore = () => undefined; // what is missing is loaded when it is needed
    const timer = setTimeout(() => void load().catch(ignore), kind === "tab" ? 0 : pauseBeforeCopy);
    return () => clearTimeout(timer);
  }, [kind]);
}

/** Keeps the page for a visit without a network, if its server offers a service worker for that. A simulator offers none. */
async function keepPage(): Promise<void> {
  const { worker } = document.documentElement.dataset;
  if (worker === undefined || !("serviceWorker" in navigator)) return; // not in a page that was loaded over plain HTTP
  await navigator.serviceWorker.register(worker);
  await navigator.serviceWorker.ready;
}

/** The list of keys, opened with `?`. */
function KeyHelp(): ReactNode {
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
