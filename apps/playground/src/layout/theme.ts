import { useEffect, useSyncExternalStore } from "react";
import { createStore, useStore } from "../store.ts";

type Theme = "light" | "dark";

const key = "theme";
const stored = localStorage.getItem(key);
const chosen = createStore<Theme | undefined>(stored === "light" || stored === "dark" ? stored : undefined);
const systemDark = matchMedia("(prefers-color-scheme: dark)");

const subscribeToSystem = (update: () => void) => {
  systemDark.addEventListener("change", update);
  return () => systemDark.removeEventListener("change", update);
};
const systemTheme = (): Theme => (systemDark.matches ? "dark" : "light");

/**
 * Returns the theme and the function that switches it. The page follows the system, also while it is open, unless the
 * user has chosen the other theme. `theme.js` applies the theme before the first paint.
 */
export function useTheme(): readonly [Theme, () => void] {
  const system = useSyncExternalStore(subscribeToSystem, systemTheme);
  const theme = useStore(chosen) ?? system;
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return [theme, () => chooseTheme(theme === "dark" ? "light" : "dark")];
}

/** A choice that equals the theme of the system is forgotten, so that the page follows the system again. */
function chooseTheme(theme: Theme): void {
  const own = theme === systemTheme() ? undefined : theme;
  if (own === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, own);
  chosen.write(own);
}
