import type { ReactNode } from "react";
import styles from "./kbd.module.css";

/** A key of the keyboard. It is hidden from screen readers, which name the button instead. */
export function Kbd({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <kbd className={styles.kbd} aria-hidden>
      {children}
    </kbd>
  );
}
