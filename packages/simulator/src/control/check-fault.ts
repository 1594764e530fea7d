import type { FaultPlan } from "@journey-kit/schemas/control";
import { isOfToken } from "../world/fault.ts";
import { ControlError } from "./error.ts";

/**
 * Finds what a plan of the right shape cannot mean: two rules of one name, a fault of a token where none is shown.
 *
 * @throws {ControlError} `MISSING_FIELD`, naming the path.
 */
export function checkFaultPlan({ rules }: FaultPlan): void {
  const seen = new Set<string>();
  rules.forEach(({ id, when, then }, i) => {
    if (id !== undefined && seen.has(id)) refuse(`rules[${i}].id`, "another rule has it");
    if (id !== undefined) seen.add(id);
    if (when.endpoint === "hosted.showPage" && isOfToken(then)) refuse(`rules[${i}].then`, "no token is shown there");
  });
}

function refuse(path: string, problem: string): never {
  throw new ControlError("MISSING_FIELD", `${path}: ${problem}`);
}
