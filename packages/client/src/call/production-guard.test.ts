import { TokenResponse } from "@journey-kit/schemas";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { baseUrl, start } from "../../test/journey.ts";
import { createJourneyClient } from "../client.ts";
import { productionGuard } from "./request.ts";

const production = { guard: productionGuard, auth: () => "token" };

test.each([
  "http://127.0.0.1:4010/eu",
  "http://localhost:4010",
  "http://eu.localhost",
  "http://2130706433/",
  "http://0x7f.1",
  "http://[::1]:4010",
  "http://[::ffff:127.0.0.1]",
  "http://0.0.0.0:4010",
])("rejects the address %s in production", (address) => {
  expect(() => createJourneyClient({ ...production, baseUrl: address })).toThrow("This address belongs to a simulator");
  const auth = { clientId: "c", clientSecret: "s" };
  const apart = { guard: productionGuard, baseUrl: "https://eu.example", authUrl: address, auth };
  expect(() => createJourneyClient(apart)).toThrow("This address belongs to a simulator");
  expect(() => createJourneyClient({ auth: () => "token", baseUrl: address })).not.toThrow();
});

test("rejects a simulator's ids and tokens in production before sending them to the service", async () => {
  const { fetch } = createSimulator({ latency: 0 });
  const auth = { clientId: "guard", clientSecret: "guard-secret" };
  const { instanceId } = await createJourneyClient({ baseUrl, authUrl: baseUrl, auth, fetch }).v2.startJourney(start);
  const reached: string[] = [];
  const behind = async (request: Request) => {
    reached.push(new URL(request.url).pathname);
    return fetch(request);
  };
  const addresses = { baseUrl: "https://eu.example", authUrl: "https://auth.example" };
  const client = createJourneyClient({ guard: productionGuard, ...addresses, auth, fetch: behind });
  await expect(client.v2.fetchState({ instanceId })).rejects.toThrow("This id belongs to a simulator");
  await expect(client.v1.fetchTaskSchema({ taskId: `${instanceId}.1` })).rejects.toThrow(
    "This id belongs to a simulator",
  );
  expect(reached).toEqual([]);
  await expect(client.v2.startJourney(start)).rejects.toThrow("This token belongs to a simulator");
  expect(reached).toEqual(["/as/token.oauth2"]);
});

test("rejects every kind of simulator token in production, and no other tokens (spec 5)", async () => {
  const { fetch } = createSimulator({ latency: 0 });
  const auth = { clientId: "guard", clientSecret: "guard-secret" };
  const { v2 } = createJourneyClient({ baseUrl, authUrl: baseUrl, auth, fetch });
  const issued = await fetch(
    new Request(`${baseUrl}/as/token.oauth2`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "grant_type=client_credentials&client_id=guard&client_secret=s&scope=service.token",
    }),
  );
  const { access_token } = TokenResponse.parse(await issued.json());
  const { connectToken } = await v2.startDevice(await v2.startJourney(start));
  const { endUserToken } = await v2.connectDevice({ connectToken });
  const none = () => Promise.reject(new Error("Expected no request."));
  const options = { ...production, baseUrl: "https://eu.example", fetch: none, maxRetries: 0 };
  for (const token of [access_token, endUserToken, connectToken]) {
    const client = createJourneyClient({ ...options, auth: () => token });
    await expect(client.v2.startJourney(start)).rejects.toThrow("This token belongs to a simulator");
    await expect(client.v2.fetchState({ instanceId: token })).rejects.toThrow("This id belongs to a simulator");
  }
  const client = createJourneyClient(options);
  await expect(client.v2.connectDevice({ connectToken })).rejects.toThrow("belongs to a simulator");
  const encode = (value: object) => btoa(JSON.stringify(value));
  const others = [encode({ alg: "RS256", kid: "key-1" }), encode({ alg: "HS256", kid: "not-sim_" }), "eyJ-_", "opaque"];
  for (const token of others.map((header) => `${header}.e30.c2ln`)) {
    const other = createJourneyClient({ ...options, auth: () => token });
    await expect(other.v2.startJourney(start)).rejects.not.toThrow("simulator");
  }
});
