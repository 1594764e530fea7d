import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { missing } from "../../test/pact/missing.ts";
import { journeyPact, states } from "../pact.ts";

// What an application might have: its own words for its own question, and no client of ours.
async function isDone(baseUrl: string, token: string, instanceId: string): Promise<boolean> {
  const response = await fetch(`${baseUrl}/v2/captain/journey/state/fetch`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ instanceId }),
  });
  const { status } = Object(await response.json());
  return status === "Completed";
}

describe.skipIf(missing)("a consumer", () => {
  const dir = ".pact/consumer";
  rmSync(dir, { recursive: true, force: true });
  const pact = journeyPact({ consumer: "my-app", dir });
  const resourceId = "document-and-selfie@latest";

  test("tests one endpoint in a few lines (spec 4.2)", async () => {
    const given = states.finished({ resourceId, outcome: "accept" });
    await pact.call("v2.fetchState", { given, response: { status: "Completed" } }, async (service) => {
      expect(await isDone(service.baseUrl, service.token, service.instanceId)).toBe(true);
    });
  });

  test("is told when it sends another call than the one in the pact (spec 4.2)", async () => {
    const given = states.waiting({ resourceId, interaction: "person" });
    const call = pact.call("v2.fetchInteraction", { given }, async (service) => {
      await isDone(service.baseUrl, service.token, service.instanceId);
    });
    await expect(call).rejects.toThrow("/v2/captain/journey/interaction/fetch");
  });

  test("is told when its own assertion fails", async () => {
    const call = pact.call("v2.fetchState", { response: { status: "InProgress" } }, async (service) => {
      expect(await isDone(service.baseUrl, service.token, service.instanceId)).toBe(true);
    });
    await expect(call).rejects.toThrow("expected false to be true");
  });
});

test("an endpoint that the readings do without is refused (gap `device-start`)", async () => {
  const pact = journeyPact({ consumer: "my-app", profile: { readings: { "device-start": "absent" } } });
  await expect(pact.call("v2.startDevice", {}, async () => undefined)).rejects.toThrow("v2.startDevice is absent");
});
