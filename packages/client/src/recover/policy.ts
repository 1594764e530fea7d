import type { RouteName } from "@journey-kit/schemas/paths";

/**
 * What to do if a response is lost. `always`: retry. `reconcile`: find out whether the call succeeded, and retry only
 * if that is safe. `never`: throw `UnknownOutcomeError`.
 */
export type RetryPolicy = "always" | "reconcile" | "never";

/** Policies of the endpoints that change an instance. All other endpoints only read, or issue a token. */
const actions: Readonly<Partial<Record<RouteName, RetryPolicy>>> = {
  "v2.startJourney": "never",
  "v2.submitInteraction": "reconcile",
  "v1.startJourney": "never",
  "v1.updateTask": "reconcile",
};

/** Returns the retry policy of an endpoint. */
export const retryPolicyOf = (name: RouteName): RetryPolicy => actions[name] ?? "always";
