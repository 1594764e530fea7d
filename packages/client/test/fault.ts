import type { FaultAction, FaultCondition, FaultPlan } from "@journey-kit/schemas/control";
/** A fault plan with one rule. */
export const toPlan = (when: FaultCondition, action: FaultAction): FaultPlan => ({
  rules: [{ when, then: action }],
});
