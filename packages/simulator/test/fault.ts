import type { FaultAction, FaultCondition, FaultPlan } from "@journey-kit/schemas/control";

/** A plan of one rule. */
export const toPlan = (when: FaultCondition, action: FaultAction): FaultPlan => ({
  // biome-ignore lint/suspicious/noThenProperty: the word of the plan
  rules: [{ when, then: action }],
});
