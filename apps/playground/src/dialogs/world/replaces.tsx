import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "../../text/format.ts";
import styles from "./world-dialogs.module.css";

/** Warns that an action replaces the instances of a world. */
export function Replaces({ world, count }: { readonly world: string; readonly count: number }): ReactNode {
  return (
    <p className={styles.warning} data-tone="fair">
      <TriangleAlert size={14} aria-hidden />
      <span>
        This replaces {formatCount(count, "instance")} of {world}.
      </span>
    </p>
  );
}
