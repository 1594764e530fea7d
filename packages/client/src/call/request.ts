import { type Path, paths } from "@journey-kit/schemas/paths";
import type { Readings } from "@journey-kit/schemas/profile";
import { ApiError } from "../errors/api.ts";
import { memberOf } from "../json.ts";
import type { MethodName } from "./bodies.ts";
import type { Answer, CallOptions } from "./call.ts";
import { untilAborted } from "./clock.ts";
import type { Outgoing, SendOnce } from "./exchange.ts";
import { loopback, type ProductionGuard } from "./production-guard.ts";
import { createRedact } from "./redact.ts";
import { isToken, toErrorEntries } from "./response.ts";
import { type AttemptBounds, toRetryAfter } from "./retry.ts";
import type { TokenFunction, TokenHint } from "./token.ts";
/**
 * Validates an address and strips trailing slashes; `option` names the option it came from.
 *
 * @throws {TypeError} When the address is missing, not absolute, or contains credentials. The message never quotes it.
 */
export function toAddress(option: string, address = "", guard?: ProductionGuard): string {
  if (!/^https?:\/\/[^/@]+(\/|$)/i.test(address)) {
    throw new TypeError(`${option}: expected an http(s) address without credentials.`);
  }
  const { hostname } = new URL(address); // fail now; later it would look like a lost request
  guard?.(option, [hostname], loopback);
  return address.replace(/\/+$/, "");
}

/** Settings shared by every attempt. */
export interface AttemptOptions {
  readonly baseUrl: string;
  readonly token: TokenFunction;
  readonly exchange: SendOnce;
  readonly readings: Pick<Readings, "device-start">;
  /** Set in production mode. */
  readonly guard: ProductionGuard | undefined;
}

/** A call with its arguments. */
export interface Pending {
  readonly name: MethodName;
  readonly body: unknown;
  readonly options: CallOptions;
}

/** Creates a function that prepares requests and does everything that can fail before sending. Spec 4, 5. */
export const createPrepare =
  ({ baseUrl, token, readings, guard }: AttemptOptions) =>
  async (
    call: Pending,
    bounds: AttemptBounds,
    hint: TokenHint | undefined,
  ): Promise<Outgoing & { readonly bearer: string | undefined }> => {
    const { name, body, options } = call;
    const { signal } = bounds;
    const url = baseUrl + pathOf(name, readings);
    signal.throwIfAborted();
    guard?.("An id", Object.values(Object(body)));
    const isConnect = name === "v2.connectDevice"; // sends its connect token in both places: gap `connect-token-place`
    const source = async () => (isConnect ? memberOf(body, "connectToken") : (options.token ?? token(hint)));
    const sent = await untilAborted(signal, source());
    guard?.("The token", [sent]);
    if (!isToken(sent)) throw new TypeError("The token is not a valid header value."); // never quote it
    const headers = new Headers(options.headers);
    headers.set("content-type", "application/json");
    headers.set("authorization", `Bearer ${sent}`);
    const bearer = isConnect ? undefined : sent; // a rejected connect token is not refreshed
    return { ...bounds, bearer, route: name, url, headers, body: JSON.stringify(body), redact: createRedact([sent]) };
  };

/** Sends a request and reads the response, or throws {@link ApiError}. Spec 7. */
export async function ask(exchange: SendOnce, outgoing: Outgoing): Promise<Answer<unknown>> {
  const { response, body, requestId } = await exchange(outgoing);
  const { status, ok, headers } = response;
  if (ok && body !== undefined) return { body, status, headers, requestId };
  const { route, redact } = outgoing;
  throw new ApiError(route, status, toErrorEntries(body, redact), requestId, toRetryAfter(headers));
}

/** The path of an endpoint; if a gap decides it, the path for the chosen reading. Gap `device-start`. */
function pathOf(name: MethodName, readings: AttemptOptions["readings"]): string {
  const path: Path = paths[name];
  if (typeof path === "string") return path;
  const chosen = path.by[readings[path.gap] ?? "device"];
  if (chosen !== undefined) return chosen;
  throw new TypeError(`There is no ${name} where gap ${path.gap} is so read.`);
}
