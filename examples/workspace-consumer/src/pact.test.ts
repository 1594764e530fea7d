import { rmSync } from "node:fs";
import { equal, isPactMissing, journeyPact, states, verifyPacts } from "@journey-kit/contract-tests/pact";
import { describe, expect, test } from "vitest";
import { decideAdmission } from "./admission.js";

const dir = ".pact";
rmSync(dir, { recursive: true, force: true });
const resourceId = "document-and-selfie@latest";

describe.skipIf(await isPactMissing())("the pact of this application", () => {
  const pact = journeyPact({ consumer: "workspace-consumer", dir });

  test("admits a person with the outcome accept (spec 1)", async () => {
    const given = states.completed({ resourceId, outcome: "accept" });
    const response = { status: "Completed", context: { process: { result: { outcome: equal("Accept") } } } } as const;
    await pact.interaction("v2.fetchState", { given, response }, async (service) => {
      expect(await decideAdmission(service, service.instanceId)).toBe("enter");
    });
  });

  test("makes a person wait while modules are running (spec 3.1)", async () => {
    const given = states.running({ resourceId });
    await pact.interaction("v2.fetchState", { given, response: { status: "InProgress" } }, async (service) => {
      expect(await decideAdmission(service, service.instanceId)).toBe("wait");
    });
  });

  test("throws an error if the token has expired (spec 5)", async () => {
    const given = states.expiredToken();
    await pact.interaction("v2.fetchState", { given, refusal: "EXPIRED_TOKEN" }, async (service) => {
      await expect(decideAdmission(service, service.instanceId)).rejects.toThrow("responded with 401");
    });
  });

  test("the simulator fulfils the pact (spec 4.2)", async () => {
    const { interactions, failures } = await verifyPacts(dir);
    expect(failures).toEqual([]);
    expect(interactions).toHaveLength(3);
  });
});
