import type { FaultAction, FaultPlan } from "@journey-kit/schemas/control";
import type { RouteName } from "@journey-kit/schemas/routes";

/** A fault plan that applies to every call of one endpoint. */
export const always = (endpoint: RouteName, action: FaultAction): FaultPlan => ({
  rules: [{ when: { endpoint }, then: action }],
});
