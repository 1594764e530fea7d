/**
 * Every keyboard shortcut of the page, by what it does. Shortcuts with the same key belong to views that are never
 * shown together. `?` lists the shortcuts of the current view.
 */
export const shortcuts = {
  palette: "⌘K",
  help: "?",
  start: "J",
  /** Moves the clock to the next event. */
  nextEvent: "N",
  /** Advances the clock by a second. */
  advance: "A",
  /** Freezes or runs the clock. */
  toggleClock: "Space",
  /** Focuses the filter of a view. */
  filter: "/",
  /** Sends, saves or applies what the user entered. */
  submit: "S",
  /** Submits a dialog from any of its fields. */
  submitDialog: "⌘⏎",
  /** Closes the selected request, or returns from an earlier state of an instance to the current one. */
  close: "Escape",
  pause: "P",
  runAgain: "⇧R",
  resolve: "R",
  earlier: "[",
  later: "]",
  fillSample: "F",
  createScenario: "C",
  compare: "C",
  tickInstance: "X",
  swapInstances: "X",
  onlyUncovered: "U",
} as const;

/** A key that runs a command. */
export type Shortcut = (typeof shortcuts)[keyof typeof shortcuts];
