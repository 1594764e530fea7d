import { useState } from "react";

type Theme = "light" | "dark";

/** Returns the theme and the function that switches it. `theme.js` applies the saved theme before the first paint. */
export function useTheme(): readonly [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(document.documentElement.dataset.theme === "dark" ? "dark" : "light");
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
