import { parseJson } from "./json.ts";

/** Sends a request, like the global `fetch` or a simulator's. */
export type Fetch = (request: Request) => Promise<Response>;

/** A response, read completely. */
export interface Received {
  readonly response: Response;
  /** The JSON value of the body; undefined where it is not JSON. */
  readonly body: unknown;
}

/** Sends a request and reads the whole response. */
export async function receive(fetch: Fetch, request: Request): Promise<Received> {
  const response = await fetch(request);
  return { response, body: parseJson(await response.text()) };
}
