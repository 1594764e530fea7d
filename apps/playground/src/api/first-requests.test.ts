import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { serve } from "@hono/node-server";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { toFirstRequests } from "./first-requests.ts";

test("the suggested shell commands request a token and start a journey (spec 4.1, 4.2)", async () => {
  const simulator = createSimulator();
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = serve({ fetch: simulator.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => resolve(port));
  const address = `http://127.0.0.1:${await promise}`;
  const script = toFirstRequests({ address, region: "us", clientId: "it's me", resourceId: "age-check" });
  const { stdout } = await promisify(execFile)("sh", ["-c", script]);
  server.close();
  const { instances } = await simulator.world("it's me").instances();
  expect(instances).toMatchObject([{ journey: "age-check", region: "us", instanceId: JSON.parse(stdout).instanceId }]);
});
