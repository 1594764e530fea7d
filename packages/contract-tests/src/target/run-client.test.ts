import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { ourClient } from "../../test/our-client.ts";
import { requirementRun } from "../client/check-requirements.ts";
import { createClientRunner } from "./run-client.ts";

test("retries a failed review request, and the client reports the reviewer's outcome (spec 3.1)", async () => {
  const { fetch } = createSimulator();
  let attempts = 0;
  const failingOnce = async (request: Request) => {
    if (!request.url.endsWith("/review")) return fetch(request);
    attempts += 1;
    return attempts === 1 ? new Response("{}", { status: 503 }) : fetch(request);
  };
  const runner = createClientRunner(ourClient, {
    simulator: { baseUrl: "http://127.0.0.1:4010", fetch: failingOnce },
  });
  const world = { scenario: "referred", profile: { readings: { "refer-ends-journey": "no" } } } as const;
  const { endings } = await runner.run([requirementRun], { review: "accept", world });
  expect(endings).toMatchObject([{ kind: "reported", report: { conclusion: "accept" } }]);
  expect(attempts).toBeGreaterThan(1);
});
