import { useEffect, useRef } from "react";
import { createStore, useStore } from "../store.ts";
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

const registered = createStore<readonly (readonly Command[])[]>([]);

/** Returns the commands of all mounted views; those of the last mounted view come first. */
export const useCommandList = (): readonly Command[] => useStore(registered).flat();

const setting = "single-keys";
const keysOn = createStore(localStorage.getItem(setting) !== "off");

/** Whether single keys run commands, and the function that changes this setting. */
export const useSingleKeys = (): readonly [areOn: boolean, setOn: (on: boolean) => void] => [
  useStore(keysOn),
  (on) => {
    localStorage.setItem(setting, on ? "on" : "off");
    keysOn.write(on);
  },
];

/** Runs the commands of the mounted views by key, while the calling component is mounted. */
export function useCommandKeys(): void {
  useEffect(() => {
    const run = (event: KeyboardEvent) => {
      if (!keysOn.read() || event.defaultPrevented || isTyping(event)) return;
      const command = registered
        .read()
        .flat()
        .find(({ key }) => key === nameOf(event));
      if (command === undefined) return;
      event.preventDefault();
      command.run();
    };
    document.addEventListener("keydown", run);
    return () => document.removeEventListener("keydown", run);
  }, []);
}

/** Offers commands while the calling component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  latest.current = commands;
  const signature = commands.map(({ id, label, group, key }) => `${id}|${label}|${group}|${key}`).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is registered again only when it looks different.
  useEffect(() => {
    const added = latest.current.map((command) => ({
      ...command,
      run: () => latest.current.find(({ id }) => id === command.id)?.run(),
    }));
    registered.write([added, ...registered.read()]);
    return () => registered.write(registered.read().filter((list) => list !== added));
  }, [signature]);
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
