import { ErrorBody } from "@journey-kit/schemas";
import { expect, test } from "vitest";
import { createSimulator } from "../simulator.ts";

const simulator = createSimulator({ controlToken: "sesame" });
const send = (path: string, init?: RequestInit) => simulator.fetch(`http://localhost${path}`, init);
const withToken = (authorization: string): RequestInit => ({ headers: { authorization } });

test.each([
  "/_sim",
  "/_sim/worlds",
  "/eu/_sim/worlds?x=1",
  "/x/../_sim/gaps",
  "/_sim/health/x",
  "/_sim/events",
  "/_sim/metrics",
  "/_sim/unknown",
])("a simulator with a control token refuses %s without the token", async (path) => {
  for (const init of [{}, { method: "DELETE" }, withToken("sesame"), withToken("Bearer sesam"), withToken("Bearer ")]) {
    const response = await send(path, init);
    expect(response.status, JSON.stringify(init)).toBe(403);
    expect(ErrorBody.parse(await response.json()).errors[0]?.name).toBe("CONTROL_NOT_ALLOWED");
  }
});

test("a simulator with a control token accepts the token, probes, and requests to the service", async () => {
  expect((await send("/_sim/worlds", withToken("bearer  sesame "))).status).toBe(200);
  for (const path of ["/_sim/health", "/us/_sim/health", "/_sim/ready"]) expect((await send(path)).status).toBe(200);
  expect((await send("/v2/captain/journey/start", { method: "POST" })).status).toBe(401);
});

test("an empty control token allows nobody", async () => {
  const { fetch } = createSimulator({ controlToken: "" });
  expect((await fetch("http://localhost/_sim/worlds", withToken("Bearer "))).status).toBe(403);
});
