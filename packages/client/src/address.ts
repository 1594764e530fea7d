import { loopback, type Tripwire } from "./tripwire.ts";

/**
 * Validates an address and strips trailing slashes; `option` names the option it came from.
 *
 * @throws {TypeError} When the address is missing, not absolute, or contains credentials. The message never quotes it.
 */
export function toAddress(option: string, address = "", tripwire?: Tripwire): string {
  if (!/^https?:\/\/[^/@]+(\/|$)/i.test(address)) {
    throw new TypeError(`${option}: expected an http(s) address without credentials.`);
  }
  const { hostname } = new URL(address); // fail now; later it would look like a lost request
  tripwire?.(option, [hostname], loopback);
  return address.replace(/\/+$/, "");
}
