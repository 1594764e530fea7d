import type { ReactNode } from "react";
import type { Tone } from "../text/tones.ts";

interface BadgeProps {
  readonly tone?: Tone;
  /** Shows a dot before the text, for a state that can change. */
  readonly dot?: boolean;
  readonly children: ReactNode;
}

/** A label with a short text, such as a status. */
export function Badge({ tone = "neutral", dot = false, children }: BadgeProps): ReactNode {
  return (
    <span
      className="inline-flex items-center gap-[5px] rounded-5 border border-tone-edge bg-tone-soft px-[7px] py-px text-12 leading-[18px] font-medium whitespace-nowrap text-tone"
      data-tone={tone}
    >
      {dot && <span className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  );
}
