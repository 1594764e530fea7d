import { simulatorMark } from "@journey-kit/schemas/mark";

/** How the platform writes the name of this machine, where simulators listen, however it was written before. */
export const loopback = /(^|\.)localhost\.?$|^(127\.|0\.|\[::)/;

const marked = new RegExp(`^${simulatorMark}`);

/** Refuses what is of a simulator; `what` names it without quoting it. */
export type Tripwire = (what: string, values: readonly unknown[], pattern?: RegExp) => void;

/**
 * Keeps tokens, ids and addresses of simulators out of production.
 *
 * @throws {TypeError} When one of the values is a text that matches.
 */
export const refuseSimulated: Tripwire = (what, values, pattern = marked) => {
  if (!values.some((value) => typeof value === "string" && pattern.test(value))) return;
  throw new TypeError(`${what} is of a simulator: refused in production.`);
};
