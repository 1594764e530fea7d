import type { InstanceResult } from "@journey-kit/client";

/** Prints what an instance came to, in the one form of both generations; ends the program in error if not accepted. */
export function tell(generation: string, { outcome, status, steps }: InstanceResult): void {
  for (const step of steps) console.log(`${generation} ${step.name}: ${step.outcome}`);
  console.log(`${generation} ${status}: ${outcome}`);
  if (outcome !== "accept") process.exitCode = 1;
}
