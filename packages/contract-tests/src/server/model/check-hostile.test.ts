import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { checkHostile } from "./check-hostile.ts";

const target = { baseUrl: "http://127.0.0.1", clientId: "hostile", clientSecret: "any" };

test("the simulator returns no 5xx for a hostile body (spec 7)", async () => {
  await checkHostile({ ...target, fetch: createSimulator({ latency: 0 }).fetch });
});

test("reports a 5xx for a lone surrogate, and prints the request on one line (spec 7)", async () => {
  const { fetch } = createSimulator({ latency: 0 });
  const fragile = async (request: Request) => {
    const text = await request.clone().text();
    if (!text.includes("\\udc00")) return fetch(request);
    const entry = { code: "5000", name: "INTERNAL_ERROR", problem: "?", action: "?", location: "Service" };
    return Response.json({ errors: [entry] }, { status: 500, headers: { "x-request-id": "1" } });
  };
  const found = checkHostile({ ...target, fetch: fragile }, { numRuns: 2_000 });
  await expect(found).rejects.toThrow(/Counterexample: \[v\d\.\w+ with surrogate at [^\n]{1,120}\]\n/);
  await expect(found).rejects.toThrow("returned 500");
});
