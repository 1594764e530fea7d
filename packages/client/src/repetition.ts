import type { MethodName } from "./bodies.ts";

/**
 * What happens to a call whose answer was lost. `always`: it is sent again. `reconcile`: the client looks at what became
 * of it, and sends it again only when that can do no harm. `never`: the caller is told that the outcome is unknown.
 */
export type Repetition = "always" | "reconcile" | "never";

/** Name of an endpoint that the client calls. */
export type RepeatableName = MethodName | "token.requestToken";

/** Every endpoint that the client calls, and whether it is safe to repeat. A test asks for a row for each endpoint. */
export const repetitions: Readonly<Record<RepeatableName, Repetition>> = {
  "token.requestToken": "always",
  "v2.startJourney": "never",
  "v2.fetchState": "always",
  "v2.fetchInteraction": "always",
  "v2.submitInteraction": "reconcile",
  "v2.listTaskSchemas": "always",
  "v2.startDevice": "always",
  "v2.connectDevice": "always",
  "v1.startJourney": "never",
  "v1.fetchState": "always",
  "v1.listTasks": "always",
  "v1.fetchTaskSchema": "always",
  "v1.listTaskSchemas": "always",
  "v1.updateTask": "reconcile",
};
