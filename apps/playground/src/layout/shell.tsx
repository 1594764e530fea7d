import { Menu as MenuIcon, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useWorlds } from "../api/queries.ts";
import { loadTabSimulator } from "../api/target.ts";
import { useTarget } from "../api/target-provider.tsx";
import { useCommands } from "../commands/commands.tsx";
import { loadComponents } from "../lazy.tsx";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { ClockControl } from "./clock-control.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { useCurrentWorld } from "./current-world.tsx";
import { KeyHelp } from "./key-help.tsx";
import { Palette } from "./palette.tsx";
import styles from "./shell.module.css";
import { Sidebar } from "./sidebar.tsx";

/** The frame of every view: sidebar, header with the clock, and the view. */
export function Shell({ children }: { readonly children: ReactNode }): ReactNode {
  const [location] = useLocation();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu.
  useEffect(() => setIsMenuOpen(false), [location]);
  useNavigationCommands();
  useOfflineCopy();
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => document.getElementById("main")?.focus()}>
        Skip to the content
      </button>
      <aside className={styles.sidebar} data-open={isMenuOpen} aria-label="Navigation">
        <Sidebar />
      </aside>
      <div className={styles.column}>
        <header className={styles.header}>
          <div className={styles.menuButton}>
            <Button
              variant="quiet"
              icon={isMenuOpen ? X : MenuIcon}
              aria-label={isMenuOpen ? "Close the menu" : "Open the menu"}
              onPress={() => setIsMenuOpen(!isMenuOpen)}
            />
          </div>
          <Breadcrumbs />
          <Palette />
          <div className={styles.clock}>
            <ClockControl />
          </div>
        </header>
        <ConnectionBanner />
        <main id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
      <KeyHelp />
    </div>
  );
}

const pauseBeforeCopy = 3_000;

/**
 * Loads the rest of the page, so that it works without a network and can switch to a simulator in this tab if the
 * server stops.
 */
function useOfflineCopy(): void {
  const isInTab = useTarget().target.kind === "tab";
  useEffect(() => {
    const load = async () => {
      await loadComponents();
      await (await loadTabSimulator()).loadRest();
    };
    const ignore = () => undefined; // what is missing is loaded when it is needed
    const timer = setTimeout(() => void load().catch(ignore), isInTab ? 0 : pauseBeforeCopy);
    return () => clearTimeout(timer);
  }, [isInTab]);
}

function useNavigationCommands(): void {
  const world = useCurrentWorld();
  const [, navigate] = useLocation();
  const views: readonly (readonly [label: string, path: string])[] = [
    ["Home", paths.home],
    ["Instances", paths.instances(world)],
    ["Requests", paths.requests(world)],
    ["Scenarios", paths.scenarios(world)],
    ["Faults", paths.faults(world)],
    ["Profile", paths.profile(world)],
    ["Coverage", paths.coverage(world)],
    ["Compare", paths.compare],
    ["API reference", paths.reference],
  ];
  const worlds = useWorlds().data?.worlds.toReversed() ?? [];
  useCommands([
    ...views.map(([label, path]) => ({ id: `go-${label}`, label, group: "Go to", run: () => navigate(path) })),
    ...worlds.map(({ world: id }) => ({
      id: `world-${id}`,
      label: id,
      group: "Worlds",
      run: () => navigate(paths.instances(id)),
    })),
  ]);
}
