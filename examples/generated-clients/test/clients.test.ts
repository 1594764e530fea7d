import { createSimulator } from "@journey-kit/simulator";
import { afterEach, expect, test, vi } from "vitest";
import { clients } from "../src/clients.ts";
import { journeys, runV1, runV2 } from "../src/journey.ts";
import { createStrictFetch } from "../src/strict-fetch.ts";

afterEach(() => vi.unstubAllGlobals());

const runs = journeys.flatMap((journey) => Object.keys(clients).map((generator) => ({ generator, ...journey })));

test.each(runs)(
  "the $generator client completes $resourceId under the profile observed",
  async ({ generator, generation, resourceId }) => {
    const simulator = createSimulator({ profile: "observed", latency: 0 });
    const fetch = vi.fn(createStrictFetch("observed", async (request) => simulator.fetch(request)));
    vi.stubGlobal("fetch", (...args: ConstructorParameters<typeof Request>) => fetch(new Request(...args)));
    const api = await clients[generator]?.(fetch);
    const state = api && (await (generation === "v2" ? runV2 : runV1)(api, resourceId));
    expect(state).toMatchObject({ status: "Completed" });
    expect(fetch.mock.calls.length).toBeGreaterThan(4);
  },
);

test("the strict fetch rejects a response that the OpenAPI documents do not describe", async () => {
  const respond = (body: object, status = 200) =>
    createStrictFetch("observed", async () => Response.json(body, { status }))(
      new Request("http://127.0.0.1:4010/v2/captain/journey/interaction/submit", { method: "POST" }),
    );
  await expect(respond({ status: "success" })).resolves.toHaveProperty("status", 200);
  await expect(respond({ status: "done" })).rejects.toThrow("must be equal to constant");
  await expect(respond({}, 207)).rejects.toThrow("no document describes status 207");
});
