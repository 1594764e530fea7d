import { markedForm, memberOf, paths } from "@journey-kit/schemas/calls";
import type { Path } from "@journey-kit/schemas/endpoints";
import type { Readings } from "@journey-kit/schemas/tables";
import type { CallOptions } from "./call.ts";
import { untilAborted } from "./clock.ts";
import type { Outgoing } from "./exchange.ts";
import type { MethodName } from "./methods.ts";
import { createRedact, isToken } from "./response.ts";
import type { AttemptLimits } from "./retry.ts";
import type { TokenFunction } from "./token.ts";

/** Host names of the local machine, where simulators listen, as normalised by `URL`. */
const loopbackForm = /(^|\.)localhost\.?$|^(127\.|0\.|\[::)/;

/** Throws if a client must not use one of the values. `what` names the kind of values in the message. */
export type Guard = (what: "address" | "id" | "token", values: readonly unknown[]) => void;

/**
 * Rejects loopback addresses, and the ids and tokens of simulators. Pass it as the option `guard` in production.
 *
 * @throws {TypeError} When a value is a loopback address, or belongs to a simulator.
 * @example
 * const client = createJourneyClient({ baseUrl, authUrl, auth, guard: productionGuard });
 */
export const productionGuard: Guard = (what, values) => {
  const form = what === "address" ? loopbackForm : markedForm;
  if (!values.some((value) => typeof value === "string" && form.test(value))) return;
  throw new TypeError(`This ${what} belongs to a simulator. Do not use it in production.`);
};

/**
 * Validates the address in the option named `option`, and strips trailing slashes.
 *
 * @throws {TypeError} When the address is missing, not absolute, or contains credentials. The message never quotes the
 *   address.
 */
export function parseAddress(option: string, address = "", guard?: Guard): string {
  if (!/^https?:\/\/[^/@]+(\/|$)/i.test(address)) {
    throw new TypeError(`Invalid ${option}: expected an http(s) URL without credentials.`);
  }
  const { hostname } = new URL(address); // throws here, because later the error would look like a lost request
  guard?.("address", [hostname]);
  return address.replace(/\/+$/, "");
}

/** Settings shared by every request. */
export interface RequestOptions {
  readonly baseUrl: string;
  readonly token: TokenFunction;
  readonly readings: Pick<Readings, "device-start">;
  readonly guard?: Guard | undefined;
}

/** Creates a function that prepares requests: it checks the arguments and gets a token. Spec 4, 5. */
export const createPrepare =
  ({ baseUrl, token, readings, guard }: RequestOptions) =>
  (name: MethodName, body: unknown, options: CallOptions) =>
  async (limits: AttemptLimits, rejected: string | undefined): Promise<Outgoing> => {
    const { signal } = limits;
    const url = baseUrl + pathOf(name, readings);
    signal.throwIfAborted();
    guard?.("id", Object.values(Object(body)));
    const connectToken = memberOf(body, "connectToken"); // sent in body and header: gap `connect-token-place`
    const own = connectToken === undefined ? options.token : String(connectToken);
    const source = async () => own ?? token(rejected === undefined ? rejected : { rejected });
    const sent = await untilAborted(signal, source());
    guard?.("token", [sent]);
    if (!isToken(sent)) throw new TypeError("The token is not a valid header value."); // the message must not quote the token
    const headers = {
      ...Object.fromEntries(new Headers(options.headers)),
      "content-type": "application/json",
      authorization: `Bearer ${sent}`,
    };
    const redact = createRedact([sent]);
    const replaceable = own === undefined ? sent : undefined;
    return { ...limits, route: name, url, headers, body: JSON.stringify(body), redact, token: replaceable };
  };

/**
 * Returns the path of an endpoint. If the path depends on the reading, uses the chosen one. Gap `device-start`.
 */
function pathOf(name: MethodName, readings: RequestOptions["readings"]): string {
  const path: string | Path = paths[name];
  const chosen = typeof path === "string" ? path : path.by[readings["device-start"] ?? "device"];
  if (chosen === undefined) throw new TypeError(`The device-start reading excludes ${name}.`);
  return chosen;
}
