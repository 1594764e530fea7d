import type { Stage } from "./stage.ts";

/** A request that Pact's verifier is about to make; its body is parsed where it could be. */
interface FilteredRequest {
  readonly path: string;
  readonly headers: Record<string, string | string[] | undefined>;
  body?: unknown;
}

const formType = "application/x-www-form-urlencoded";

/**
 * Makes what stands between Pact's verifier and the simulator: a request that carries a bearer token, whichever, gets
 * that of the stage, so that pacts from tests that know nothing of `fromProviderState` can be verified too.
 *
 * It also writes forms out again: the verifier has parsed them, and would send them on as JSON.
 */
export const createRequestFilter =
  (stage: () => Stage | undefined) => (request: FilteredRequest, _: unknown, next: () => void) => {
    const { headers, body } = request;
    const token = stage()?.values.token;
    if (token !== undefined && /^Bearer /i.test(String(headers.authorization)))
      headers.authorization = `Bearer ${token}`;
    if (String(headers["content-type"]).startsWith(formType) && typeof body === "object") {
      const text = Buffer.from(new URLSearchParams(Object(body)).toString());
      request.body = text;
      headers["content-length"] = String(text.length);
    }
    next();
  };
