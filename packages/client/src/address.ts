/**
 * Takes trailing slashes off an address.
 *
 * @throws {TypeError} When it holds a user name or password, which the platform's errors would quote.
 */
export function toAddress(address: string): string {
  if (/^[^/?#]*\/\/[^/?#]*@/.test(address)) throw new TypeError("An address holds a user name or password.");
  return address.replace(/\/+$/, "");
}
