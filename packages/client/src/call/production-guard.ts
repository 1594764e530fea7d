import { markedForm } from "@journey-kit/schemas/mark";

/** Host names of this machine, where simulators listen, as the platform normalises them. */
const loopback = /(^|\.)localhost\.?$|^(127\.|0\.|\[::)/;

/** Rejects values that a client must not use; `what` names them without quoting them. */
export type Guard = (what: "address" | "id" | "token", values: readonly unknown[]) => void;

/**
 * Keeps addresses, ids and tokens of simulators out of production; pass it as the client's `guard` option.
 *
 * @throws {TypeError} When a value belongs to a simulator.
 * @example
 * const client = createJourneyClient({ baseUrl, authUrl, auth, guard: productionGuard });
 */
export const productionGuard: Guard = (what, values) => {
  const form = what === "address" ? loopback : markedForm;
  if (!values.some((value) => typeof value === "string" && form.test(value))) return;
  throw new TypeError(`This ${what} belongs to a simulator: rejected in production.`);
};
