import { markedForm } from "@journey-kit/schemas/mark";

/** Host names of the local machine, where simulators listen, as normalised by `URL`. */
const loopback = /(^|\.)localhost\.?$|^(127\.|0\.|\[::)/;

/** Throws if a client must not use one of the values. `what` names the kind of values in the message. */
export type Guard = (what: "address" | "id" | "token", values: readonly unknown[]) => void;

/**
 * Rejects the addresses, ids and tokens of simulators. Pass this function as the `guard` option in production.
 *
 * @throws {TypeError} When a value belongs to a simulator.
 * @example
 * const client = createJourneyClient({ baseUrl, authUrl, auth, guard: productionGuard });
 */
export const productionGuard: Guard = (what, values) => {
  const form = what === "address" ? loopback : markedForm;
  if (!values.some((value) => typeof value === "string" && form.test(value))) return;
  throw new TypeError(`This ${what} belongs to a simulator. Do not use it in production.`);
};
