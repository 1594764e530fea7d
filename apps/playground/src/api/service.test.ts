import { AuthError } from "@journey-kit/client";
import { createSimulatorControl } from "@journey-kit/client/control";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { CredentialsError, openService } from "./service.ts";
import type { Target } from "./target.ts";

const baseUrl = "http://simulator.localhost";
const toTarget = (fetch: Target["fetch"]): Target => ({
  kind: "tab",
  isReadOnly: false,
  baseUrl,
  fetch,
  control: createSimulatorControl({ baseUrl, fetch }),
});
const start = { resourceId: "age-check@latest", context: { config: { delivery: "api" }, subject: {} } } as const;

test("starts a journey in the client's world and region (spec 4.2)", async () => {
  const target = toTarget(createSimulator().fetch);
  const { instanceId } = await openService(target, "acme").client("us").v2.startJourney(start);
  const { instances } = await target.control.world("acme").instances();
  expect(instances).toMatchObject([{ instanceId, region: "us" }]);
  const second = await openService(target, "acme").client("au").v2.startJourney(start);
  const regions = (await target.control.world("acme").instances()).instances.map(({ region }) => region);
  expect(regions.toSorted()).toEqual(["au", "us"]);
  expect(second.instanceId).not.toBe(instanceId);
});

test("returns the same client object for a world until the credentials change (spec 5)", () => {
  const target = toTarget(createSimulator().fetch);
  const client = openService(target, "shared").client("eu");
  expect(openService(target, "shared").client("eu")).toBe(client);
  expect(openService(target, "other").client("eu")).not.toBe(client);
  openService(target, "shared").setCredentials({ clientSecret: "new" });
  expect(openService(target, "shared").client("eu")).not.toBe(client);
});

test("a client that is listed in the simulator's settings must send its secret (spec 5)", async () => {
  const target = toTarget(createSimulator({ clients: [{ clientId: "listed", clientSecret: "hush" }] }).fetch);
  const service = openService(target, "listed");
  await expect(service.client("eu").v2.startJourney(start)).rejects.toThrow(AuthError);
  service.setCredentials({ clientSecret: "hush" });
  await expect(service.client("eu").v2.startJourney(start)).resolves.toHaveProperty("instanceId");
});

test("uses the password grant if the profile allows nothing else (spec 4.1)", async () => {
  const readings = { "grant-by-client": "password" } as const;
  const target = toTarget(createSimulator({ profile: { readings } }).fetch);
  await expect(openService(target, "acme").client("eu").v2.startJourney(start)).rejects.toThrow(AuthError);
  const { v2 } = openService(target, "acme", readings).client("eu");
  await expect(v2.startJourney(start)).resolves.toHaveProperty("instanceId");
});

test("requests a token with the password grant if a user name is set (spec 4.1)", async () => {
  const bodies: string[] = [];
  const { fetch } = createSimulator();
  const record: Target["fetch"] = async (request) => {
    bodies.push(await request.clone().text());
    return fetch(request);
  };
  const own = { clientSecret: "hush", username: "ada", password: "pass" };
  const service = openService(toTarget(record), "named");
  service.setCredentials(own);
  await service.requestToken();
  expect(Object.fromEntries(new URLSearchParams(bodies[0]))).toEqual({
    grant_type: "password",
    client_id: "named",
    client_secret: "hush",
    username: "ada",
    password: "pass",
  });
});

test("requests a token with the credentials of the client (spec 4.1)", async () => {
  const { fetch } = createSimulator({ clients: [{ clientId: "listed", clientSecret: "hush" }] });
  const service = openService(toTarget(fetch), "listed");
  service.setCredentials({ clientSecret: "wrong" });
  await expect(service.requestToken()).rejects.toThrow(CredentialsError);
  service.setCredentials({ clientSecret: "hush" });
  const headers = { authorization: `Bearer ${await service.requestToken()}`, "content-type": "application/json" };
  const body = JSON.stringify(start);
  const response = await fetch(new Request(`${baseUrl}/v2/captain/journey/start`, { method: "POST", headers, body }));
  expect(response.status).toBe(201);
});
