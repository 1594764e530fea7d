import type { Exchange } from "@journey-kit/schemas/control";
import { describeFault } from "@journey-kit/schemas/tables";
import { Zap } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../paths.ts";
import { isRequestReplaced, isResponseLost, nameFaultRule } from "../../text/fault.ts";
import { LiveLink } from "../live-link.tsx";

interface FaultNoteProps {
  readonly world: string;
  readonly fault: NonNullable<Exchange["fault"]>;
  /** The status before the fault. */
  readonly status: number;
}

/** The fault that was applied to a request, and whether the endpoint ran. */
export function FaultNote({ world, fault: { rule, action }, status }: FaultNoteProps): ReactNode {
  return (
    <p className="flex gap-2 rounded-8 border border-tone-edge bg-tone-soft px-3 py-2 wrap-anywhere" data-tone="fault">
      <Zap size={13} className="mt-[3px] flex-none text-tone" aria-hidden />
      <span>
        <strong>Fault: {describeFault(action)}.</strong> {describeEffect(action, status)} The fault is{" "}
        <LiveLink href={paths.faults(world)}>{nameFaultRule(rule)}</LiveLink> of the plan.
      </span>
    </p>
  );
}

function describeEffect(action: FaultNoteProps["fault"]["action"], status: number): string {
  if (isRequestReplaced(action)) return "The endpoint did not run.";
  if (isResponseLost(action)) return `The endpoint ran and returned ${status}, but the client received nothing.`;
  return "";
}
