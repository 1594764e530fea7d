import type { ScenarioList } from "@journey-kit/schemas/control";
import type { ReactNode } from "react";
import { formatCount } from "../../text/format.ts";
import { Panel } from "../../ui/panel.tsx";
import styles from "./armed-queue.module.css";

/** The scenarios that are armed for the next instances, in order. */
export function ArmedQueue({ list: { armed, always } }: { readonly list: ScenarioList }): ReactNode {
  return (
    <Panel title="Next instances">
      <ol className={styles.queue}>
        {armed.map(({ scenario, times }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the queue may hold the same scenario several times.
          <li key={i} className={styles.entry} data-tone="live">
            <span className={styles.order}>{i === 0 ? "next" : "then"}</span>
            <span className={styles.name}>{scenario}</span>
            <span className={styles.times}>{formatCount(times, "instance")}</span>
          </li>
        ))}
        <li className={styles.entry}>
          <span className={styles.order}>{armed.length === 0 ? "always" : "after that"}</span>
          <span className={styles.name}>{always}</span>
        </li>
      </ol>
    </Panel>
  );
}
