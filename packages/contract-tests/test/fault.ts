import type { FaultAction, FaultPlan } from "@journey-kit/schemas/control";
import type { RouteName } from "@journey-kit/schemas/routes";

/** A plan by which every call of one endpoint is struck. */
export const always = (endpoint: RouteName, action: FaultAction): FaultPlan => ({
  rules: [{ when: { endpoint }, then: action }],
});
