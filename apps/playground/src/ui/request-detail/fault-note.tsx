import type { Exchange } from "@journey-kit/schemas/control";
import { describeFault } from "@journey-kit/schemas/tables";
import { Zap } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { isRequestReplaced, isResponseLost, nameFaultRule } from "../../text/fault.ts";
import styles from "./request-detail.module.css";

interface FaultNoteProps {
  readonly world: string;
  readonly fault: NonNullable<Exchange["fault"]>;
  /** The status before the fault. */
  readonly status: number;
}

/** The fault that was applied to a request, and whether the endpoint ran. */
export function FaultNote({ world, fault: { rule, action }, status }: FaultNoteProps): ReactNode {
  return (
    <p className={styles.fault} data-tone="fault">
      <Zap size={13} aria-hidden />
      <span>
        <strong>Fault: {describeFault(action)}.</strong> {describeEffect(action, status)} The fault is{" "}
        <Link href={paths.faults(world)}>{nameFaultRule(rule)}</Link> of the plan.
      </span>
    </p>
  );
}

function describeEffect(action: FaultNoteProps["fault"]["action"], status: number): string {
  if (isRequestReplaced(action)) return "The endpoint did not run.";
  if (isResponseLost(action)) return `The endpoint ran and returned ${status}, but the client received nothing.`;
  return "";
}
