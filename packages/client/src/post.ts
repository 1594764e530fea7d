import { parseJson } from "./json.ts";

/** Sends a request; the global `fetch` is one, and so is that of a simulator. */
export type Fetch = (request: Request) => Promise<Response>;

/** What came back, read to its end. */
export interface Received {
  readonly response: Response;
  /** The JSON value of the body; undefined where it is not JSON. */
  readonly body: unknown;
}

/** Sends a request and reads the answer to its end. */
export async function receive(fetch: Fetch, request: Request): Promise<Received> {
  const response = await fetch(request);
  return { response, body: parseJson(await response.text()) };
}
