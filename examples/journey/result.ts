import type { InstanceResult } from "@journey-kit/client";

/** Prints the result of a v1 or v2 instance. Sets exit code 1 if the outcome is not `accept`. */
export function printResult(apiVersion: string, { outcome, status, steps }: InstanceResult): void {
  for (const step of steps) console.log(`${apiVersion} ${step.name}: ${step.outcome}`);
  console.log(`${apiVersion} ${status}: ${outcome}`);
  if (outcome !== "accept") process.exitCode = 1;
}
