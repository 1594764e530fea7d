import type { Draw } from "@journey-kit/schemas/personal";
import { createPseudonyms, type Pseudonyms } from "./pseudonyms.ts";
import { sanitiseAddress } from "./sanitise-address.ts";
import { noteIds, sanitiseRequestBody, sanitiseResponseBody } from "./sanitise-body.ts";
import { sanitiseHeaders } from "./sanitise-headers.ts";
import { findTarget, type TrafficExchange } from "./traffic.ts";

const methods: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

const drawAny: Draw = (below) => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % below;

/**
 * Creates a function that replaces personal data, tokens, secrets and images in an exchange with sample values of the
 * same form. Within one sanitiser, equal values get equal sample values. Whatever leaves the process must be its result.
 *
 * Valid values stay valid, and invalid ones invalid. Empty values, `null`, booleans, the names of members, the ids of
 * instances, interactions and tasks, and values that the schemas mark as public stay. A date keeps the result of an age
 * test at the time of the exchange. Spec 2.8.
 *
 * Pass exchanges in the order of `startedAt`.
 *
 * @param draw Returns a random whole number from 0 up to and without its argument; default a secure one.
 */
export function createSanitiser(draw: Draw = drawAny): (exchange: TrafficExchange) => TrafficExchange {
  let at = 0;
  const pseudonyms = createPseudonyms(draw, () => at);
  return (exchange) => {
    at = exchange.startedAt;
    return sanitise(pseudonyms, exchange);
  };
}

function sanitise(pseudonyms: Pseudonyms, exchange: TrafficExchange): TrafficExchange {
  const { method, url, requestHeaders, requestBody, status, responseHeaders, responseBody } = exchange;
  const name = URL.canParse(url) ? findTarget(exchange)?.name : undefined;
  const contentType = requestHeaders["content-type"] ?? "";
  if (status < 400) noteIds(pseudonyms, responseBody);
  return {
    sequence: exchange.sequence,
    startedAt: Math.floor(exchange.startedAt),
    endedAt: exchange.endedAt,
    method: methods.includes(method) ? method : "UNKNOWN",
    url: sanitiseAddress(pseudonyms, url),
    requestHeaders: sanitiseHeaders(pseudonyms, requestHeaders),
    requestBody: requestBody && sanitiseRequestBody(pseudonyms, name, requestBody, contentType),
    status,
    responseHeaders: sanitiseHeaders(pseudonyms, responseHeaders),
    responseBody: responseBody && sanitiseResponseBody(pseudonyms, name, status, responseBody),
  };
}
