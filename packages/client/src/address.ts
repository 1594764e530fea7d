import { loopback, type Tripwire } from "./tripwire.ts";

/**
 * Takes trailing slashes off an address.
 *
 * @throws {TypeError} When it is no address, or holds a user name or password, which the platform's errors would quote.
 */
export function toAddress(address: string, tripwire?: Tripwire): string {
  if (/^[^/?#]*\/\/[^/?#]*@/.test(address)) throw new TypeError("An address holds credentials.");
  const { hostname } = new URL(new Request(address).url); // fails now what would later look like a lost request
  tripwire?.("The address", [hostname], loopback);
  return address.replace(/\/+$/, "");
}
