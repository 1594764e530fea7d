// Runs before the first paint, so that the page does not flash in the other theme.
{
  const chosen = localStorage.getItem("theme");
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = chosen === "light" || chosen === "dark" ? chosen : system;
}
