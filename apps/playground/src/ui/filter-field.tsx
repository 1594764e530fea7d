import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { useCommands } from "../commands/commands.ts";
import { shortcuts } from "../commands/shortcuts.ts";
import { Button } from "./button.tsx";
import { TextField } from "./field.tsx";
import { Panel } from "./panel.tsx";
import { Empty } from "./states.tsx";

interface FilterFieldProps {
  /** What the field does, such as `Filter the requests`. This is also the name of the command. */
  readonly label: string;
  /** Heading of the command in the palette: the name of the view. */
  readonly group: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field for the text that filters a view. A keyboard shortcut focuses the field. */
export function FilterField({ label, group, placeholder, value, onChange }: FilterFieldProps): ReactNode {
  const id = useId();
  const focus = () => document.getElementById(id)?.focus();
  useCommands([{ id: "filter", label, group, key: shortcuts.filter, run: focus }]);
  return (
    <TextField
      id={id}
      label={label}
      isLabelHidden
      type="search"
      placeholder={placeholder}
      value={value}
      onChange={onChange}
    />
  );
}

interface FilteredTableProps {
  readonly filter: ReactNode;
  /** Called when the user presses the down arrow in the filter, to move to the table. */
  readonly onEnter: () => void;
  /** The message to show if no row matches the filter; undefined if rows match. */
  readonly noMatch: string | undefined;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

/** A panel with a table and the filter of its rows. */
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
      <div ref={table} className="overflow-hidden rounded-b-12 border-t border-line" data-fills-page>
        {noMatch === undefined ? (
          children
        ) : (
          <Empty title={noMatch} action={<Button onPress={onClear}>Clear the filter</Button>} />
        )}
      </div>
    </Panel>
  );
}
