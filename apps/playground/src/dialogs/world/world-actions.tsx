import { Bookmark, BookmarkCheck, Copy, Download, Play, RotateCcw, Upload } from "lucide-react";
import { createContext, type ReactNode, Suspense, useCallback, useContext, useMemo, useState } from "react";
import { useTarget } from "../../api/target-provider.tsx";
import { useCommands } from "../../commands/commands.tsx";
import { useCurrentWorld } from "../../layout/current-world.tsx";
import { lazyComponent } from "../../lazy.tsx";
import { formatCount } from "../../text/format.ts";
import { downloadJson } from "../../ui/download.ts";
import type { MenuEntry } from "../../ui/menu.tsx";
import { useNotify } from "../../ui/notices.tsx";
import { useStart } from "../start/start-provider.tsx";
import type { WorldQuestion } from "./world-dialogs.tsx";

const WorldDialogs = lazyComponent(async () => (await import("./world-dialogs.tsx")).WorldDialogs);

interface WorldActions {
  /** The actions on a whole world, for its menu. */
  readonly entriesFor: (world: string) => readonly MenuEntry[];
  /** Asks for a snapshot file and opens it in `world`, or in a world that the user names. */
  readonly openSnapshot: (world?: string) => void;
}

const WorldActionsContext = createContext<WorldActions>({ entriesFor: () => [], openSnapshot: () => undefined });

/** Provides the actions on whole worlds, their dialogs, and the commands that run them on the current world. */
export function WorldActionsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [question, setQuestion] = useState<WorldQuestion>();
  const actions = useActions(setQuestion);
  return (
    <WorldActionsContext value={actions}>
      <CurrentWorldCommands />
      {children}
      {question !== undefined && (
        <Suspense>
          <WorldDialogs question={question} onClose={() => setQuestion(undefined)} />
        </Suspense>
      )}
    </WorldActionsContext>
  );
}

export const useWorldActions = (): WorldActions => useContext(WorldActionsContext);

function useActions(ask: (question: WorldQuestion) => void): WorldActions {
  const { target } = useTarget();
  const notify = useNotify();
  const start = useStart();
  const saveSnapshot = useCallback(
    async (world: string) => {
      const snapshot = await target.control.world(world).snapshot.save();
      downloadJson(`${world}.snapshot.json`, snapshot);
      notify(`Saved a snapshot of ${world}. The file may contain personal data.`);
    },
    [target, notify],
  );
  const saveCheckpoint = useCallback(
    async (world: string) => {
      const { instances } = await target.control.world(world).checkpoints.save();
      notify(`Saved a checkpoint of ${world} with ${formatCount(instances, "instance")}.`);
    },
    [target, notify],
  );
  return useMemo(() => {
    const run = (act: Promise<void>) =>
      void act.catch((error: unknown) => notify(error instanceof Error ? error : String(error)));
    return {
      openSnapshot: (world) => ask({ kind: "open", world }),
      entriesFor: (world) => [
        { id: "start", label: "Start a journey…", icon: Play, onSelect: () => start(world) },
        { id: "save", label: "Save a snapshot", icon: Download, onSelect: () => run(saveSnapshot(world)) },
        {
          id: "open",
          label: "Open a snapshot…",
          icon: Upload,
          onSelect: () => ask({ kind: "open", world }),
        },
        {
          id: "checkpoint",
          label: "Save a checkpoint",
          icon: Bookmark,
          onSelect: () => run(saveCheckpoint(world)),
        },
        {
          id: "restore",
          label: "Restore a checkpoint…",
          icon: BookmarkCheck,
          onSelect: () => ask({ kind: "restore", world }),
        },
        { id: "fork", label: "Copy to another world…", icon: Copy, onSelect: () => ask({ kind: "fork", world }) },
        { id: "reset", label: "Reset the world…", icon: RotateCcw, onSelect: () => ask({ kind: "reset", world }) },
      ],
    };
  }, [notify, start, ask, saveSnapshot, saveCheckpoint]);
}

/** Offers the actions on the current world in the command palette. */
function CurrentWorldCommands(): ReactNode {
  const world = useCurrentWorld();
  const { entriesFor } = useWorldActions();
  useCommands(
    entriesFor(world)
      .filter(({ id }) => id !== "start")
      .map(({ id, label, onSelect }) => ({ id: `world-${id}`, label, group: `World ${world}`, run: onSelect })),
  );
  return null;
}
