import type { RouteName } from "@journey-kit/schemas/paths";

/**
 * How to handle a lost response. `always`: retry. `reconcile`: check whether the call succeeded, and retry only if
 * that is safe. `never`: throw `UnknownOutcomeError`.
 */
export type RetryPolicy = "always" | "reconcile" | "never";

/** Endpoints that change an instance. All others only read, or issue another token. */
const actions: Readonly<Partial<Record<RouteName, RetryPolicy>>> = {
  "v2.startJourney": "never",
  "v2.submitInteraction": "reconcile",
  "v1.startJourney": "never",
  "v1.updateTask": "reconcile",
};

/** The retry policy of an endpoint. A test compares it with the table in the guide. */
export const retryPolicyOf = (name: RouteName): RetryPolicy => actions[name] ?? "always";
