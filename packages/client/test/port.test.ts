import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { expect, test } from "vitest";
import { createJourneyClient } from "../src/client.ts";
import { createSimulatorControl } from "../src/control.ts";
import { start } from "./journey.ts";
import { listen } from "./port.ts";

const auth = { clientId: "port", clientSecret: "port-secret" };

test("uses the platform's fetch over a real port (spec 4)", async () => {
  const { url, close } = await serveSimulator(createSimulator({ latency: 0 }), { port: 0 });
  const client = createJourneyClient({ baseUrl: `${url}/eu`, authUrl: url, auth });
  const { instanceId } = await client.v2.startJourney(start);
  expect(await client.v2.fetchInteraction({ instanceId })).toMatchObject({ instanceId });
  await expect(client.v2.fetchState({ instanceId: "unknown" })).rejects.toMatchObject({ status: 404 });
  await close();
});

test("controls a simulator over a real port", async () => {
  const { url, close } = await serveSimulator(createSimulator(), { port: 0 });
  const world = createSimulatorControl({ baseUrl: url }).world("a world/with an odd name");
  expect(await world.clock.set({ mode: "frozen" })).toMatchObject({ mode: "frozen" });
  expect((await world.clock.advance({ to: "2100-01-01T00:00:00Z" })).now).toBe("2100-01-01T00:00:00.000Z");
  expect(await world.summary()).toMatchObject({ world: "a world/with an odd name", instances: 0 });
  await expect(world.scenarios.arm({ scenario: "nothing" })).rejects.toMatchObject({ name: "ApiError", status: 400 });
  await close();
});

test("aborts a pending call with the signal's reason", async () => {
  const controller = new AbortController();
  const reason = new Error("no longer needed");
  await using server = await listen((request) => {
    controller.abort(reason);
    return new Promise((resolve) => request.signal.addEventListener("abort", () => resolve(new Response())));
  });
  const client = createJourneyClient({ baseUrl: server.address, auth: () => "brought-along" });
  const call = client.v2.fetchState({ instanceId: "i" }, { signal: controller.signal });
  await expect(call).rejects.toBe(reason);
});

test("throws a ConnectionError with fetch's error as the cause if no response arrives", async () => {
  const { address } = await (async () => {
    await using server = await listen(async () => new Response());
    return server;
  })();
  const client = createJourneyClient({ baseUrl: address, auth: () => "brought-along", sleep: async () => {} });
  await expect(client.v2.fetchState({ instanceId: "i" })).rejects.toMatchObject({
    name: "ConnectionError",
    route: "v2.fetchState",
    cause: expect.any(TypeError),
  });
});

test("does not follow redirects, so that the token and the data go to no other address", async () => {
  const paths: string[] = [];
  await using server = await listen(async (request) => {
    paths.push(new URL(request.url).pathname);
    return new Response(null, { status: 307, headers: { location: "/elsewhere" } });
  });
  const client = createJourneyClient({ baseUrl: server.address, auth: () => "brought-along" });
  await expect(client.v2.startJourney(start)).rejects.toMatchObject({ name: "ApiError", status: 307, errors: [] });
  expect(paths).toEqual(["/v2/captain/journey/start"]);
});
