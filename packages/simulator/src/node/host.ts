import { isIPv4, isIPv6 } from "node:net";

/** Whether callers may reach us under an authority such as `localhost:4010`. */
export type HostCheck = (authority: string) => boolean;

/** What a request says about whom it is meant for. */
interface Addressed {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
}

const authorityForm = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/i;
const wildcards: readonly string[] = ["0.0.0.0", "::"];

/** The host of an authority, in small letters and without its port; undefined when it is no authority. */
const hostOf = (authority: string): string | undefined => authorityForm.exec(authority)?.[1]?.toLowerCase();

/** Whether a host is a bare IPv6 address. Node compiles a very long expression to tell, so most hosts are spared it. */
export const isBareIPv6 = (host: string): boolean => host.includes(":") && isIPv6(host);

/** A host as an authority writes it: IPv6 addresses in brackets. */
export const toAuthority = (host: string): string => (isBareIPv6(host) ? `[${host}]` : host);

/** Whether a server bound to this host listens on every address. */
export const isWildcard = (host: string): boolean => wildcards.includes(host);

/**
 * Allows loopback names and addresses, names below `localhost`, and `more`. A page of any site can have its own name
 * lead to the loopback address; its `Host` header gives it away.
 */
export function createHostCheck(more: readonly string[]): HostCheck {
  const allowed = new Set(["localhost", "[::1]", ...more.map((one) => hostOf(toAuthority(one)) ?? one)]);
  return (authority) => {
    const host = hostOf(authority);
    if (host === undefined) return false;
    return allowed.has(host) || host.endsWith(".localhost") || (host.startsWith("127.") && isIPv4(host));
  };
}

/** Says what is wrong with the `Host` header or the target of a request; undefined when nothing is. */
export function findHostProblem(request: Addressed, isAllowed: HostCheck): HostProblem | undefined {
  const host = onlyHost(request.rawHeaders);
  if (host === undefined) return "MALFORMED_REQUEST";
  if (!isAllowed(host)) return "HOST_NOT_ALLOWED";
  const { method, url = "" } = request;
  if (method === "CONNECT") return isAllowed(url) ? undefined : "HOST_NOT_ALLOWED";
  if (url.startsWith("/") || url === "*") return undefined;
  const target = URL.parse(url);
  if (target?.protocol !== "http:" && target?.protocol !== "https:") return "MALFORMED_REQUEST";
  return isAllowed(target.host) ? undefined : "HOST_NOT_ALLOWED";
}

/** Why the listener does not hand a request on. */
export type HostProblem = "HOST_NOT_ALLOWED" | "MALFORMED_REQUEST";

/** The `Host` header of a request that has exactly one. */
function onlyHost(rawHeaders: readonly string[]): string | undefined {
  let host: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length !== 4 || name.toLowerCase() !== "host") continue;
    if (host !== undefined) return undefined;
    host = rawHeaders[i + 1];
  }
  return host;
}
