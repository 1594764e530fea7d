import { markedForm } from "@journey-kit/schemas/mark";
/** Host names of this machine, where simulators listen, as the platform normalises them. */
export const loopback = /(^|\.)localhost\.?$|^(127\.|0\.|\[::)/;

/** Rejects a simulator's value; `what` names it without quoting it. */
export type ProductionGuard = (what: string, values: readonly unknown[], pattern?: RegExp) => void;

/**
 * Keeps tokens, ids and addresses of simulators out of production.
 *
 * @throws {TypeError} When a value is a string that matches.
 */
export const refuseSimulated: ProductionGuard = (what, values, pattern = markedForm) => {
  if (!values.some((value) => typeof value === "string" && pattern.test(value))) return;
  throw new TypeError(`${what} belongs to a simulator: rejected in production.`);
};
