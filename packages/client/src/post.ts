import { untilAborted } from "./abort.ts";
import { parseJson } from "./json.ts";

/** Sends a request; the global `fetch` is one, and so is that of a simulator. */
export type Fetch = (request: Request) => Promise<Response>;

/** What came back, read to its end. */
export interface Received {
  readonly response: Response;
  /** The JSON value of the body; undefined where it is not JSON. */
  readonly body: unknown;
}

/**
 * Posts a body and reads the answer. Follows no redirect: credentials and personal data go where they were sent.
 *
 * @throws Whatever `fetch` rejects with when no answer comes, or the reason of the signal.
 */
export async function post(
  fetch: Fetch,
  url: string,
  { signal, headers, body }: { signal?: AbortSignal | undefined; headers: Headers; body: string },
): Promise<Received> {
  signal?.throwIfAborted();
  const request = new Request(url, { method: "POST", redirect: "manual", headers, body, ...(signal && { signal }) });
  return untilAborted(signal, receive(fetch, request));
}

/** Sends a request and reads the answer to its end. */
export async function receive(fetch: Fetch, request: Request): Promise<Received> {
  const response = await fetch(request);
  return { response, body: parseJson(await response.text()) };
}
