import type { GapId } from "@journey-kit/schemas/tables";
import { Fragment, type ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import styles from "./gap-links.module.css";

/** Links to gaps in the profile of a world. */
export function GapLinks({ world, gaps }: { readonly world: string; readonly gaps: readonly GapId[] }): ReactNode {
  return (
    <span className={styles.gaps}>
      {gaps.map((gap, i) => (
        <Fragment key={gap}>
          {i > 0 && ", "}
          <Link href={paths.gap(world, gap)}>{gap}</Link>
        </Fragment>
      ))}
    </span>
  );
}
