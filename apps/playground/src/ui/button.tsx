import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import type { Shortcut } from "../commands/shortcuts.ts";
import { Kbd } from "./kbd.tsx";

interface ButtonProps extends Omit<AriaButtonProps, "className" | "children"> {
  readonly children?: ReactNode;
  /** `primary` is for the main action of a view, `quiet` for actions inside rows. */
  readonly variant?: keyof typeof variants;
  readonly icon?: LucideIcon;
  /** The key that does the same, shown next to the label. */
  readonly shortcut?: Shortcut;
  /** A short note after the label, such as a duration. */
  readonly detail?: ReactNode;
}

const base =
  "inline-flex min-h-[30px] cursor-pointer items-center justify-center gap-[7px] rounded-5 border px-[11px] font-medium whitespace-nowrap data-disabled:cursor-default narrow:min-h-9";

const variants = {
  primary:
    "border-ink bg-ink text-on-ink data-hovered:bg-ink-2 data-disabled:border-line-strong data-disabled:bg-sunken data-disabled:text-ink-3",
  secondary:
    "border-line-strong bg-panel text-ink data-hovered:bg-sunken data-pressed:border-ink-3 data-disabled:text-ink-3",
  quiet: "border-transparent bg-transparent text-ink data-hovered:bg-sunken data-disabled:text-ink-3",
} as const;

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
    <AriaButton {...props} className={`${base} ${variants[variant]}`}>
      {Icon && <Icon size={14} aria-hidden />}
      {children}
      {detail !== undefined && <span className="font-normal opacity-82">{detail}</span>}
      {shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
    </AriaButton>
  );
}
