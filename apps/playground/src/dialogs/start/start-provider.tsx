import { createContext, type ReactNode, Suspense, useCallback, useContext, useState } from "react";
import { useCommands } from "../../commands/commands.tsx";
import { shortcuts } from "../../commands/shortcuts.ts";
import { useCurrentWorld } from "../../layout/current-world.tsx";
import { lazyComponent } from "../../lazy.tsx";
import type { StartForm } from "./start-form.ts";

const StartDialog = lazyComponent(async () => (await import("./start-dialog.tsx")).StartDialog);

/** Opens the dialog that starts a journey. The world defaults to the current one. */
type OpenStart = (world?: string) => void;

const StartContext = createContext<OpenStart>(() => undefined);

/**
 * Provides the dialog that starts a journey, and the key `J` that opens it. The dialog opens with the journey of the last
 * start, but not with its outcome.
 */
export function StartProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const current = useCurrentWorld();
  const [world, setWorld] = useState<string>();
  const [last, setLast] = useState<StartForm>();
  const open = useCallback<OpenStart>((chosen) => setWorld(chosen ?? current), [current]);
  return (
    <StartContext value={open}>
      <StartCommand run={open} />
      {children}
      {world !== undefined && (
        <Suspense>
          <StartDialog world={world} last={last} onStart={setLast} onClose={() => setWorld(undefined)} />
        </Suspense>
      )}
    </StartContext>
  );
}

/** Returns the function that opens the start dialog. */
export const useStart = (): OpenStart => useContext(StartContext);

/** Registers the command before the views register theirs, so that the keys of the views take precedence. */
function StartCommand({ run }: { readonly run: () => void }): ReactNode {
  useCommands([{ id: "start", label: "Start a journey", group: "Journeys", key: shortcuts.start, run }]);
  return null;
}
