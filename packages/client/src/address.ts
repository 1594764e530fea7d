import { loopback, type Tripwire } from "./tripwire.ts";

/**
 * Takes trailing slashes off an address; `option` is where its caller gave it.
 *
 * @throws {TypeError} When it is missing or no whole address, or holds a user name or password. Those are not quoted.
 */
export function toAddress(option: string, address = "", tripwire?: Tripwire): string {
  if (!/^https?:\/\/[^/@]+(\/|$)/i.test(address)) {
    throw new TypeError(`${option}: expected an http(s) address without credentials.`);
  }
  const { hostname } = new URL(address); // fails now what would later look like a lost request
  tripwire?.(option, [hostname], loopback);
  return address.replace(/\/+$/, "");
}
