import type { LucideIcon } from "lucide-react";
import { Check, CircleHelp, Hourglass, PencilLine, X } from "lucide-react";
import type { Tone } from "../../text/tones.ts";

/** A way to start a journey with one press. */
export interface QuickStart {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  readonly icon: LucideIcon;
  readonly tone: Tone;
  /** The built-in scenario that decides the outcome. Without one, the start sends no data and decides nothing. */
  readonly scenario?: string;
}

export const quickStarts = [
  {
    id: "accept",
    label: "Accept",
    about: "A sample person passes every check.",
    icon: Check,
    tone: "good",
    scenario: "accepted",
  },
  {
    id: "refer",
    label: "Refer",
    about: "The checks leave doubts.",
    icon: CircleHelp,
    tone: "fair",
    scenario: "referred",
  },
  {
    id: "reject",
    label: "Reject",
    about: "The checks contradict the data.",
    icon: X,
    tone: "bad",
    scenario: "rejected",
  },
  {
    id: "slow",
    label: "Slow checks",
    about: "Each check takes 10 to 30 seconds.",
    icon: Hourglass,
    tone: "live",
    scenario: "slow",
  },
  {
    id: "by-hand",
    label: "Fill in by hand",
    about: "Enter the data yourself, step by step.",
    icon: PencilLine,
    tone: "neutral",
  },
] as const satisfies readonly QuickStart[];
