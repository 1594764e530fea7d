import { type EndpointName, endpointNames, endpointOf } from "@journey-kit/schemas/endpoints";
import fc from "fast-check";
import { addressOf, send, type Target } from "../../service/target.ts";
import { withDefaults } from "./property.ts";

const guarded = endpointNames.filter((name) => endpointOf(name).security !== "none");

/**
 * Sends arbitrary bodies without a token to endpoints that require one. Every response must be a 401 with an
 * `X-Request-ID`. Accepts the parameters of fast-check; `numRuns` is the number of requests, default 200. Spec 5, 7.
 *
 * @throws {Error} With the seed and the smallest request that got a different response.
 */
export async function checkUnauthenticated(
  target: Target,
  parameters: fc.Parameters<[EndpointName, string]> = {},
): Promise<void> {
  const headers = { "content-type": "application/json" };
  const anyBody = fc.oneof(fc.json(), fc.string());
  const property = fc.asyncProperty(fc.constantFrom(...guarded), anyBody, async (name, body) => {
    const address = addressOf(target, name);
    if (address === undefined) return;
    const response = await send(target, new Request(address, { method: endpointOf(name).method, headers, body }));
    if (response.status !== 401) throw new Error(`${name} returned ${response.status} for a request without a token.`);
    if (!response.headers.get("x-request-id")) throw new Error(`${name} responded without X-Request-ID.`);
  });
  await fc.assert(property, withDefaults(parameters, 200));
}
