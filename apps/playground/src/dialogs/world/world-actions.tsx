import type { SimulatorControl } from "@journey-kit/client/control";
import { Bookmark, BookmarkCheck, Copy, Download, Play, RotateCcw, Share2, Upload } from "lucide-react";
import { type ReactNode, Suspense, useMemo } from "react";
import { useTarget } from "../../api/target-provider.tsx";
import { useCommands } from "../../commands/commands.ts";
import { useCurrentWorld } from "../../layout/current-world.ts";
import { lazyComponent } from "../../lazy.tsx";
import { createStore, useStore } from "../../store.ts";
import { formatCount } from "../../text/format.ts";
import { downloadJson } from "../../ui/download.ts";
import type { MenuEntry } from "../../ui/menu.tsx";
import { report } from "../../ui/notices.tsx";
import { shareRun } from "../../ui/share-run.ts";
import { useStart } from "../start/start-window.tsx";
import type { WorldQuestion } from "./world-dialogs.tsx";

const WorldDialogs = lazyComponent(async () => (await import("./world-dialogs.tsx")).WorldDialogs);

const asked = createStore<WorldQuestion | undefined>(undefined);

/** The dialogs of the actions on whole worlds, and the commands that run them on the current world. */
export function WorldWindow(): ReactNode {
  const world = useCurrentWorld();
  const { entriesFor } = useWorldActions();
  const question = useStore(asked);
  useCommands(
    entriesFor(world)
      .filter(({ id }) => id !== "start")
      .map(({ id, label, onSelect }) => ({ id: `act-${id}`, label, group: `World ${world}`, run: onSelect })),
  );
  return (
    question !== undefined && (
      <Suspense>
        <WorldDialogs question={question} onClose={() => asked.write(undefined)} />
      </Suspense>
    )
  );
}

interface WorldActions {
  /** The actions on a whole world, for its menu. */
  readonly entriesFor: (world: string) => readonly MenuEntry[];
  /** Asks for a snapshot file and opens it in `world`, or in a world that the user names. */
  readonly openSnapshot: (world?: string) => void;
}

export function useWorldActions(): WorldActions {
  const { target } = useTarget();
  const { control } = target;
  const start = useStart();
  return useMemo(() => {
    const openSnapshot = (world?: string) => asked.write({ kind: "open", world });
    const entriesFor = (world: string) => [
      { id: "start", label: "Start a journey…", icon: Play, onSelect: () => start(world) },
      { id: "share", label: "Share this run", icon: Share2, onSelect: () => shareRun(target, world) },
      { id: "save", label: "Save a snapshot", icon: Download, onSelect: () => report(saveSnapshot(control, world)) },
      { id: "open", label: "Open a snapshot…", icon: Upload, onSelect: () => openSnapshot(world) },
      {
        id: "checkpoint",
        label: "Save a checkpoint",
        icon: Bookmark,
        onSelect: () => report(saveCheckpoint(control, world)),
      },
      {
        id: "restore",
        label: "Restore a checkpoint…",
        icon: BookmarkCheck,
        onSelect: () => asked.write({ kind: "restore", world }),
      },
      { id: "fork", label: "Copy to another world…", icon: Copy, onSelect: () => asked.write({ kind: "fork", world }) },
      {
        id: "reset",
        label: "Reset the world…",
        icon: RotateCcw,
        onSelect: () => asked.write({ kind: "reset", world }),
      },
    ];
    return { entriesFor, openSnapshot };
  }, [target, control, start]);
}

async function saveSnapshot(control: SimulatorControl, world: string): Promise<string> {
  downloadJson(`${world}.snapshot.json`, await control.world(world).snapshot.save());
  return `Saved a snapshot of ${world}. The file may contain personal data.`;
}

async function saveCheckpoint(control: SimulatorControl, world: string): Promise<string> {
  const { instances } = await control.world(world).checkpoints.save();
  return `Saved a checkpoint of ${world} with ${formatCount(instances, "instance")}.`;
}
