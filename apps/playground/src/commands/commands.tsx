import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { Shortcut } from "./shortcuts.ts";

/** Something the user can do from the keyboard or from the command palette. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Heading in the palette, such as `Go to` or the name of a view. */
  readonly group: string;
  readonly key?: Shortcut;
  readonly run: () => void;
}

interface Commands {
  readonly register: (commands: readonly Command[]) => () => void;
  /** All commands of the mounted views; those of the last mounted view come first. */
  readonly list: () => readonly Command[];
  /** Whether the user has enabled commands on single keys. */
  readonly areKeysOn: boolean;
  readonly setKeysOn: (on: boolean) => void;
}

const CommandContext = createContext<Commands | undefined>(undefined);
const setting = "single-keys";

/** Collects the commands of the mounted views and runs them by key. */
export function CommandProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const registered = useRef(new Set<readonly Command[]>());
  const [areKeysOn, setAreKeysOn] = useState(localStorage.getItem(setting) !== "off");
  const commands = useMemo<Commands>(
    () => ({
      register: (added) => {
        registered.current.add(added);
        return () => void registered.current.delete(added);
      },
      list: () => [...registered.current].toReversed().flat(),
      areKeysOn,
      setKeysOn: (on) => {
        localStorage.setItem(setting, on ? "on" : "off");
        setAreKeysOn(on);
      },
    }),
    [areKeysOn],
  );
  useEffect(() => {
    const run = (event: KeyboardEvent) => {
      if (!areKeysOn || event.defaultPrevented || isTyping(event)) return;
      const command = commands.list().find(({ key }) => key === nameOf(event));
      if (command === undefined) return;
      event.preventDefault();
      command.run();
    };
    document.addEventListener("keydown", run);
    return () => document.removeEventListener("keydown", run);
  }, [commands, areKeysOn]);
  return <CommandContext value={commands}>{children}</CommandContext>;
}

/** Returns the commands of all mounted views. */
export function useCommandList(): Omit<Commands, "register"> {
  return useCommandContext();
}

/** Offers commands while the calling component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const { register } = useCommandContext();
  const latest = useRef(commands);
  latest.current = commands;
  const signature = commands.map(({ id, label, group, key }) => `${id}|${label}|${group}|${key}`).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is registered again only when it looks different.
  useEffect(
    () =>
      register(
        latest.current.map((command) => ({
          ...command,
          run: () => latest.current.find(({ id }) => id === command.id)?.run(),
        })),
      ),
    [register, signature],
  );
}

function useCommandContext(): Commands {
  const commands = useContext(CommandContext);
  if (commands === undefined) throw new Error("Use commands inside a CommandProvider.");
  return commands;
}

/** Whether a key belongs to a field, a list or an open window. */
function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.metaKey || event.ctrlKey || event.altKey || !(target instanceof HTMLElement)) return true;
  const own =
    "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true], [role=listbox], [role=menu], [role=dialog]";
  if (target.closest(own) !== null) return true;
  return event.key === " " && target.closest("button, a, input, [role=tab], [role=radio], [role=slider]") !== null;
}

const nameOf = ({ key, shiftKey }: KeyboardEvent): string => {
  if (key === " ") return "Space";
  const isLetter = /^[a-z]$/i.test(key);
  return isLetter ? `${shiftKey ? "⇧" : ""}${key.toUpperCase()}` : key;
};
