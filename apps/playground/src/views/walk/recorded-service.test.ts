import { createJourneyClient } from "@journey-kit/client";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { recordRequests, type SentRequest } from "./recorded-service.ts";

const baseUrl = "http://simulator.localhost";
const auth = { clientId: "walk", clientSecret: "secret" };

/** A client of a simulator whose exchanges are recorded. */
function connect(fetch: (request: Request) => Promise<Response>) {
  const kept: Omit<SentRequest, "id">[] = [];
  const recording = recordRequests(fetch, (exchange) => kept.push(exchange));
  const client = createJourneyClient({
    baseUrl: `${baseUrl}/eu`,
    authUrl: baseUrl,
    fetch: recording,
    auth,
    maxRetries: 0,
  });
  return { client, kept };
}

test("records request and response bodies unchanged, including refusals, but no token", async () => {
  const { client, kept } = connect(createSimulator().fetch);
  const body = { resourceId: "age-check@latest", context: { config: { delivery: "api" as const }, subject: {} } };
  const started = await client.v2.startJourney(body);
  await expect(client.v2.fetchState({ instanceId: "sim_0123456789abcdef" })).rejects.toThrow("404");
  expect(kept).toMatchObject([
    { method: "POST", path: "/eu/v2/captain/journey/start", requestBody: body, response: { body: started } },
    { requestBody: { instanceId: "sim_0123456789abcdef" }, response: { status: 404, body: { errors: [{}] } } },
  ]);
  expect(JSON.stringify(kept)).not.toContain("access_token");
});

test("records a request whose response was lost", async () => {
  const { fetch } = createSimulator();
  const { client, kept } = connect(async (request) => {
    if (request.url.includes("/as/")) return fetch(request);
    throw new TypeError("fetch failed");
  });
  await expect(client.v2.fetchState({ instanceId: "sim_0123456789abcdef" })).rejects.toThrow();
  expect(kept).toHaveLength(1);
  expect(kept[0]).toMatchObject({ requestBody: { instanceId: "sim_0123456789abcdef" } });
  expect(kept[0]?.response).toBeUndefined();
});
