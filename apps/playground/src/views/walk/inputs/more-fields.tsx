import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import styles from "./inputs.module.css";

/** The members that are seldom filled in, behind a button. */
export function MoreFields({ count, children }: { readonly count: number; readonly children: ReactNode }): ReactNode {
  return (
    <Disclosure className={styles.more}>
      <Heading level={4} className={styles.moreHeading}>
        <Button slot="trigger" className={styles.moreButton}>
          <ChevronRight size={14} aria-hidden />
          {count} more {count === 1 ? "field" : "fields"}
        </Button>
      </Heading>
      <DisclosurePanel className={styles.morePanel}>{children}</DisclosurePanel>
    </Disclosure>
  );
}
