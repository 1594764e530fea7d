import { useSyncExternalStore } from "react";

const narrow = window.matchMedia("(max-width: 700px)");

const subscribe = (update: () => void) => {
  narrow.addEventListener("change", update);
  return () => narrow.removeEventListener("change", update);
};

/** Whether the page is as narrow as a phone. Use it only where CSS is not enough. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
