import type { ReactNode } from "react";
import styles from "./page.module.css";

interface PageProps {
  readonly title: ReactNode;
  /** Badges next to the title. */
  readonly badges?: ReactNode;
  /** One line below the title. */
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A view with its heading. The children are laid out below each other. */
export function Page({ title, badges, about, actions, children }: PageProps): ReactNode {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.heading}>
          <h1 className={styles.title}>{title}</h1>
          {badges}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        {about !== undefined && <div className={styles.about}>{about}</div>}
      </header>
      {children}
    </div>
  );
}
