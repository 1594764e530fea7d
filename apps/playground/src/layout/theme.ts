import { useEffect, useState } from "react";

type Theme = "light" | "dark";

const systemDark = "(prefers-color-scheme: dark)";

/**
 * Returns the theme and the function that switches it. `theme.js` applies the theme before the first paint. Until the
 * user switches it, the theme follows the system.
 */
export function useTheme(): readonly [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(document.documentElement.dataset.theme === "dark" ? "dark" : "light");
  useEffect(() => {
    const system = matchMedia(systemDark);
    const follow = () => {
      if (localStorage.getItem("theme") !== null) return;
      const next = system.matches ? "dark" : "light";
      document.documentElement.dataset.theme = next;
      setTheme(next);
    };
    system.addEventListener("change", follow);
    return () => system.removeEventListener("change", follow);
  }, []);
  const other = theme === "dark" ? "light" : "dark";
  return [
    theme,
    () => {
      document.documentElement.dataset.theme = other;
      localStorage.setItem("theme", other);
      setTheme(other);
    },
  ];
}
