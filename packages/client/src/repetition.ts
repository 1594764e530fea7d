import type { MethodName } from "./bodies.ts";

/**
 * What happens to a call whose answer was lost. `always`: it is sent again. `reconcile`: the client looks at what became
 * of it, and sends it again only when that can do no harm. `never`: the caller is told that the outcome is unknown.
 */
export type Repetition = "always" | "reconcile" | "never";

/** Name of an endpoint that the client calls. */
export type RepeatableName = MethodName | "token.requestToken";

/** What acts when it is called. Any other endpoint reads, or gives one more token. */
const actions: Readonly<Partial<Record<RepeatableName, Repetition>>> = {
  "v2.startJourney": "never",
  "v2.submitInteraction": "reconcile",
  "v1.startJourney": "never",
  "v1.updateTask": "reconcile",
};

/** Whether an endpoint is safe to repeat. The README says it of each, and a test asks for that. */
export const repetitionOf = (name: RepeatableName): Repetition => actions[name] ?? "always";
