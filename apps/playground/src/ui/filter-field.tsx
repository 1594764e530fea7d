import { type ReactNode, useId } from "react";
import { useCommands } from "../commands/commands.tsx";
import { shortcuts } from "../commands/shortcuts.ts";
import { TextField } from "./field.tsx";

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
