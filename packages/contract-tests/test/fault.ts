import type { FaultAction, FaultPlan } from "@journey-kit/schemas/control";
import type { EndpointName } from "@journey-kit/schemas/endpoints";

/** A fault plan that applies to every call of one endpoint. */
export const always = (endpoint: EndpointName, action: FaultAction): FaultPlan => ({
  rules: [{ when: { endpoint }, then: action }],
});
