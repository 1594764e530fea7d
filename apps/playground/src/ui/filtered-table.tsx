import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { Button } from "./button.tsx";
import styles from "./filtered-table.module.css";
import { Panel } from "./panel.tsx";
import { Empty } from "./states.tsx";

interface FilteredTableProps {
  readonly filter: ReactNode;
  /** Called when the user presses the down arrow in the filter, to move to the table. */
  readonly onEnter: () => void;
  /** The message to show if no row matches the filter; undefined if rows match. */
  readonly noMatch: string | undefined;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

export function FilteredTable({ filter, onEnter, noMatch, onClear, children }: FilteredTableProps): ReactNode {
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
      <div ref={table} className={styles.table} data-fills-page>
        {noMatch === undefined ? (
          children
        ) : (
          <Empty title={noMatch} action={<Button onPress={onClear}>Clear the filter</Button>} />
        )}
      </div>
    </Panel>
  );
}
