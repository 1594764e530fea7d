import type { ReactNode } from "react";
import { Switch as AriaSwitch } from "react-aria-components";
import styles from "./switch.module.css";

interface SwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
}

/** Something that is on or off, with its label. */
export function Switch({ isOn, onChange, children }: SwitchProps): ReactNode {
  return (
    <AriaSwitch className={styles.switch} isSelected={isOn} onChange={onChange}>
      <span className={styles.track} aria-hidden />
      {children}
    </AriaSwitch>
  );
}
