import type { ApiRequest } from "./request.ts";

/** What a browser says about the page that sent a request. A program other than a browser says nothing. */
type Sender = Pick<ApiRequest, "header" | "origin">;

/**
 * Whether a web page of another origin sent a request, even if that origin is on the same site. A current browser says so
 * in `Sec-Fetch-Site`. An older one sends only `Origin`, which is compared with the host, because a proxy may have changed
 * the scheme. A page cannot set any of these headers.
 */
export function isCrossOrigin({ header, origin }: Sender): boolean {
  const site = header("sec-fetch-site");
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const sender = header("origin");
  if (sender === undefined) return false;
  const hosts = [origin.slice(origin.indexOf("//") + 2), header("host"), header("x-forwarded-host")];
  return !URL.canParse(sender) || !hosts.includes(new URL(sender).host);
}

/** Whether a request opens a page because a person followed a link, which can be on any site. */
export const isFollowedLink = ({ header }: Pick<Sender, "header">): boolean =>
  header("sec-fetch-user") === "?1" && header("sec-fetch-dest") === "document";

/** The origin of the web page that sent a request; undefined if another program sent it. */
export function pageOf({ header }: Pick<Sender, "header">): string | undefined {
  const page = header("origin") ?? header("referer");
  return page === undefined || !URL.canParse(page) ? undefined : new URL(page).origin;
}
