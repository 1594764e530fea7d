import type { ReactNode } from "react";
import styles from "./kbd.module.css";

/** A key of the keyboard, hidden from screen readers because the label of the button is enough. */
export function Kbd({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <kbd className={styles.kbd} aria-hidden>
      {children}
    </kbd>
  );
}
