import { type Reader, refuse } from "@journey-kit/schemas/cli";
import { isBareIPv6 } from "../listener.ts";

/** Parses a host name or an address. */
export const host =
  (flag: string): Reader<string> =>
  (value) => {
    const bare = value.replace(/^\[(.*)\]$/, "$1");
    const isHost = isBareIPv6(bare) || /^[a-z0-9._][a-z0-9._-]{0,252}$/i.test(bare);
    return isHost ? bare : refuse(flag, "a host name or an address");
  };

/** Parses an origin, or `*`. */
export const origin =
  (flag: string): Reader<string> =>
  (value) => {
    const found = value === "*" ? value : (URL.parse(value)?.origin ?? "null");
    const isOrigin = found !== "null" && (value === found || value === `${found}/`);
    return isOrigin ? found : refuse(flag, "an origin such as https://app.example, or *");
  };
