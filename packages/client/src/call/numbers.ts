import { memberOf } from "@journey-kit/schemas/calls";

/** The minimum values of the numeric options of a client or a call. */
export const clientMinimums = { timeoutMs: 1, requestTimeoutMs: 1, maxRetries: 0, expiryMarginMs: 0 };

/**
 * Checks numeric options against their minimums. Times may be fractional; other numbers must be whole. `max` defaults
 * to the longest delay of a platform timer, because a timer with a longer delay fires at once.
 *
 * @throws {TypeError} When an option is set, but is not a number from its minimum to `max`.
 */
export function checkNumbers(options: object, minimums: Readonly<Record<string, number>>, max = 2 ** 31 - 1): void {
  for (const [name, min] of Object.entries(minimums)) {
    const value = memberOf(options, name);
    const whole = name.endsWith("Ms") ? "" : "whole ";
    const isInRange = typeof value === "number" && value >= min && value <= max && (!whole || value % 1 === 0);
    if (isInRange || value === undefined) continue;
    throw new TypeError(`Invalid ${name}: expected a ${whole}number from ${min} to ${max}.`);
  }
}
