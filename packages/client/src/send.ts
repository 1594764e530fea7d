import type { Readings } from "@journey-kit/schemas/profile";
import { type RouteName, routeOf } from "@journey-kit/schemas/routes";
import { untilAborted } from "./abort.ts";
import { ApiError } from "./api-error.ts";
import type { Answer, CallOptions } from "./call.ts";
import { toErrorEntries } from "./error-entry.ts";
import { isToken, requestIdOf } from "./header.ts";
import { createHide } from "./hide.ts";
import { memberOf } from "./json.ts";
import { type Fetch, post } from "./post.ts";
import type { TokenFunction } from "./token.ts";

/** What every call has in common. */
export interface SendOptions {
  readonly baseUrl: string;
  readonly token: TokenFunction;
  readonly fetch: Fetch;
  readonly readings: Readings;
}

/** Sends a body to the endpoint of a row. */
export type Send = (name: RouteName, body: unknown, options?: CallOptions) => Promise<Answer<unknown>>;

/** Makes the one way to every endpoint: token, request, answer or {@link ApiError}. Spec 4, 5, 7. */
export const createSend =
  ({ baseUrl, token, fetch, readings }: SendOptions): Send =>
  async (name, body, { signal, headers, token: own } = {}) => {
    const url = baseUrl + pathOf(name, readings);
    signal?.throwIfAborted();
    const needsToken = routeOf(name).security !== "none";
    const bearer = needsToken ? await untilAborted(signal, readToken(own ?? token)) : undefined;
    const sent = new Headers(headers);
    sent.set("accept", "application/json");
    sent.set("content-type", "application/json");
    if (bearer === undefined) sent.delete("authorization");
    else sent.set("authorization", `Bearer ${bearer}`);

    const received = await post(fetch, url, { signal, headers: sent, body: JSON.stringify(body) });

    const { response } = received;
    const hide = createHide([bearer, memberOf(body, "connectToken")].filter((secret) => typeof secret === "string"));
    const requestId = requestIdOf(response, hide);
    if (response.ok && received.body !== undefined) {
      return { body: received.body, status: response.status, headers: response.headers, requestId };
    }
    throw new ApiError(name, response.status, toErrorEntries(received.body, hide), requestId);
  };

/** The path of an endpoint; where a gap decides it, the path of the reading. Gap `device-start`. */
function pathOf(name: RouteName, readings: Readings): string {
  const { path } = routeOf(name);
  if (typeof path === "string") return path;
  const reading = readings[path.gap] ?? "";
  const chosen = path.by[reading];
  if (chosen !== undefined) return chosen;
  throw new TypeError(`${name} does not exist where gap ${path.gap} is read as "${reading}".`);
}

async function readToken(source: string | TokenFunction): Promise<string> {
  const token = typeof source === "string" ? source : await source();
  if (isToken(token)) return token;
  throw new TypeError("The token is empty, or holds characters that no header can carry."); // and is not quoted here
}
