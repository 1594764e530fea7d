import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import { type ReactNode, Suspense, useCallback } from "react";
import { useLocation } from "wouter";
import { useTarget } from "../../api/target-provider.tsx";
import { useCommands } from "../../commands/commands.ts";
import { shortcuts } from "../../commands/shortcuts.ts";
import { useCurrentWorld } from "../../layout/current-world.ts";
import { lazyComponent, lazyModule } from "../../lazy.tsx";
import { createStore, useStore } from "../../store.ts";
import type { QuickStart } from "./quick-starts.ts";
import type { FailedStart } from "./start-dialog.tsx";
import type { StartForm } from "./start-form.ts";

const StartDialog = lazyComponent(async () => (await import("./start-dialog.tsx")).StartDialog);

const loadRun = lazyModule(() => import("./start-run.ts"));

/** The open dialog. */
interface Opened {
  readonly world: string;
  /** The quick start that the simulator refused, which the user can correct in the dialog. */
  readonly failed?: FailedStart;
}

const opened = createStore<Opened | undefined>(undefined);
const lastForm = createStore<StartForm | undefined>(undefined);

/** Returns the function that opens the dialog that starts a journey. The world defaults to the current one. */
export function useStart(): (world?: string) => void {
  const current = useCurrentWorld();
  return useCallback((world) => opened.write({ world: world ?? current }), [current]);
}

/** Starts a journey in the current world without the dialog, which opens only if the start fails. */
export function useQuickStart(): UseMutationResult<string, Error, QuickStart> {
  const { target } = useTarget();
  const world = useCurrentWorld();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: async (quick) => {
      const { runQuickStart } = await loadRun();
      return runQuickStart(target, world, lastForm.read(), quick);
    },
    onSuccess: (path) => navigate(path),
    onError: (error, quick) => opened.write({ world, failed: { quick, error } }),
  });
}

/** The dialog that starts a journey, and its command. It remembers the last journey, but not its outcome. */
export function StartWindow(): ReactNode {
  const current = useStore(opened);
  const start = useStart();
  useCommands([{ id: "start", label: "Start a journey", group: "Journeys", key: shortcuts.start, run: () => start() }]);
  return (
    current !== undefined && (
      <Suspense>
        <StartDialog
          {...current}
          last={lastForm.read()}
          onStart={lastForm.write}
          onClose={() => opened.write(undefined)}
        />
      </Suspense>
    )
  );
}
