import type { ReactNode } from "react";
import type { Tone } from "../text/tones.ts";
import styles from "./panel.module.css";

interface PanelProps {
  /** Heading of the panel. A panel without a heading is not a landmark for screen readers. */
  readonly title?: ReactNode;
  /** A note after the heading. */
  readonly note?: ReactNode;
  /** Buttons at the end of the heading. */
  readonly actions?: ReactNode;
  readonly tone?: Tone;
  /** Removes the padding, for tables and lists that reach the edges. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A box with a heading and one kind of content. */
export function Panel({ title, note, actions, tone, flush = false, children }: PanelProps): ReactNode {
  return (
    <section className={styles.panel} data-tone={tone} data-flush={flush}>
      {(title !== undefined || actions !== undefined) && (
        <header className={styles.header}>
          <h2 className={styles.title}>{title}</h2>
          {note !== undefined && <span className={styles.note}>{note}</span>}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      <div className={styles.body}>{children}</div>
    </section>
  );
}
