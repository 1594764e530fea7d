import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import type { Shortcut } from "../commands/shortcuts.ts";
import styles from "./button.module.css";
import { Kbd } from "./kbd.tsx";

interface ButtonProps extends Omit<AriaButtonProps, "className" | "children"> {
  readonly children?: ReactNode;
  /** `primary` is for the main action of a view, `quiet` for actions inside rows. */
  readonly variant?: "primary" | "secondary" | "quiet";
  readonly icon?: LucideIcon;
  /** The key that does the same, shown next to the label. */
  readonly shortcut?: Shortcut;
  /** A short note after the label, such as a duration. */
  readonly detail?: ReactNode;
}

/** A button. Without children it needs an `aria-label`. */
export function Button({
  children,
  variant = "secondary",
  icon: Icon,
  shortcut,
  detail,
  ...props
}: ButtonProps): ReactNode {
  return (
    <AriaButton {...props} className={styles.button} data-variant={variant}>
      {Icon && <Icon size={14} aria-hidden />}
      {children}
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      {shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
    </AriaButton>
  );
}
