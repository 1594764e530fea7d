import type { ReactNode } from "react";
import { Switch as AriaSwitch } from "react-aria-components";

interface SwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
}

/** Something that is on or off, with its label. */
export function Switch({ isOn, onChange, children }: SwitchProps): ReactNode {
  return (
    <AriaSwitch
      className="group inline-flex min-h-[30px] cursor-pointer items-center gap-2 rounded-5 font-medium text-ink-2 wrap-anywhere"
      isSelected={isOn}
      onChange={onChange}
    >
      <span
        className="h-4 w-7 flex-none rounded-full border border-ink-3 bg-sunken p-px group-data-selected:border-ink group-data-selected:bg-ink"
        aria-hidden
      >
        <span className="block size-3 rounded-full bg-ink-3 group-data-selected:ml-3 group-data-selected:bg-on-ink" />
      </span>
      {children}
    </AriaSwitch>
  );
}
