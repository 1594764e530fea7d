import type { FaultAction, FaultCondition } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { describeFaultAction, describeFaultCondition } from "./fault-words.ts";

test.each<[FaultCondition, string]>([
  [{}, "Any request"],
  [{ endpoint: "v2.fetchState", nth: 3 }, "v2.fetchState, request 3"],
  [{ every: 1 }, "Any request, every request"],
  [{ every: 5 }, "Any request, every 5 requests"],
  [{ probability: 0.125 }, "Any request, 12.5 % of the requests"],
  [{ instance: "sim_1", nth: 2 }, "Any request, request 2, instance sim_1"],
  [{ ordinal: 4 }, "Any request, instance 4 of the world"],
])("describes the requests of a fault: %j", (when, words) => {
  expect(describeFaultCondition(when)).toBe(words);
});

test.each<[FaultAction, string]>([
  [{ status: 503 }, "responds with 503"],
  [{ status: 503, retryAfter: 5 }, "responds with 503 and Retry-After 5 s"],
  [{ status: 503, retryAfter: 5, retryAfterDate: true }, "responds with 503 and Retry-After 5 s as a date"],
  [{ status: 418, retryAfter: 0, body: {} }, "responds with 418 and Retry-After 0 s and your body"],
  [{ delay: 3_000 }, "delays the response by 3 s"],
  [{ lose: "request" }, "loses the request"],
  [{ lose: "answer" }, "runs the endpoint, then loses the response"],
  [{ truncate: 20 }, "cuts the body after 20 characters"],
  [{ malform: true }, "sends a body that is not JSON"],
  [{ contentType: "text/html" }, "sends the content type text/html"],
  [{ slow: 90_000 }, "sends the body over 1.5 min"],
  [{ reset: true }, "resets the connection"],
  [{ token: "expired" }, "treats the token as expired"],
  [{ expiresIn: 5 }, "issues a token that is valid for 5 s"],
  [{ clockSkew: -30_000 }, "expires the token 30 s after its stated expiry"],
  [{ clockSkew: 30_000 }, "expires the token 30 s before its stated expiry"],
])("describes what a fault does: %j", (then, words) => {
  expect(describeFaultAction(then)).toBe(words);
});
