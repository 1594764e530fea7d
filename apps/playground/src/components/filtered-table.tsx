import { type KeyboardEvent, type ReactNode, useRef } from "react";
import styles from "./filtered-table.module.css";
import { Panel } from "./panel.tsx";

interface FilteredTableProps {
  /** The fields of the filter. */
  readonly filter: ReactNode;
  /** Called when the down arrow leads from the filter to the table. */
  readonly onEnter: () => void;
  /** The table. */
  readonly children: ReactNode;
}

/** A table below its filter. */
export function FilteredTable({ filter, onEnter, children }: FilteredTableProps): ReactNode {
  const table = useRef<HTMLDivElement>(null);
  const enter = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLInputElement) || event.key !== "ArrowDown") return;
    event.preventDefault();
    table.current?.querySelector("table")?.focus();
    onEnter();
  };
  return (
    <Panel flush>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: leads from the filter to the table. */}
      <div onKeyDown={enter}>{filter}</div>
      <div ref={table} className={styles.table}>
        {children}
      </div>
    </Panel>
  );
}
