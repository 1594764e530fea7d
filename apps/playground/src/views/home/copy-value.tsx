import type { ReactNode } from "react";
import { CopyButton } from "../../ui/copy.tsx";

interface CopyValueProps {
  readonly value: string;
  /** What the value is, for screen readers. */
  readonly label: string;
}

/** A value of a setting, with a button that copies it. */
export function CopyValue({ value, label }: CopyValueProps): ReactNode {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 text-12 wrap-anywhere">{value}</code>
      <CopyButton text={value} label={`Copy ${label}`} />
    </span>
  );
}
