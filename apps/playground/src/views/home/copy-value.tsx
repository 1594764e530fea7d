import type { ReactNode } from "react";
import { CopyButton } from "../../ui/copy.tsx";
import styles from "./copy-value.module.css";

interface CopyValueProps {
  readonly value: string;
  /** What the value is, for screen readers. */
  readonly label: string;
}

/** A value of a setting, with a button that copies it. */
export function CopyValue({ value, label }: CopyValueProps): ReactNode {
  return (
    <span className={styles.value}>
      <code className={styles.text}>{value}</code>
      <CopyButton text={value} label={`Copy ${label}`} />
    </span>
  );
}
