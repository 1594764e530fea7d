import { V1StateResponse, V2StateResponse } from "@journey-kit/schemas";
import { expect, test } from "vitest";
import { fetchInteraction, fetchState, longEnough, runThrough, runThroughV1 } from "./readings/exchange.ts";
import { openService, type Service, sentSubject } from "./service.ts";

/** Opens a service under the profile `observed`. */
const open = (): Promise<Service> => openService({ profile: "observed" });

test("an observed v2 journey shows that it waits for a manual review (spec 3.1, 4.2)", async () => {
  const service = await open();
  const state = await fetchState(service, await runThrough(service, "Testrefer"));
  const stuck = await fetchState(service, await runThrough(service, "Testnever"));
  expect(V2StateResponse.parse(state.body).status).toBe("InProgress");
  expect(state.at("context.result")).toMatchObject({
    status: "pending",
    outcome: "Decision: Manual review",
    outcomeClassification: "neutral",
  });
  expect(stuck.at("context.result")).toEqual({ status: "pending", advice: {} });
});

test("an observed state has the identifiers that the caller knows (spec 2.1, 4.2)", async () => {
  const service = await open();
  const instanceId = await service.start("age-check-preview@latest");
  const state = await fetchState(service, instanceId);
  expect(state.at("context.process.instance.id")).toBe(instanceId);
  expect(state.at("context.process.journey.id")).toBe("age-check-preview");
  const fetched = await fetchInteraction(service, instanceId);
  expect(fetched.at("interaction.resource.version")).toBe("latest");
});

test("an observed state names the errors of a module that could not complete (spec 4.2)", async () => {
  const service = await open();
  const state = await fetchState(service, await runThrough(service, "Testfail"));
  expect(V2StateResponse.parse(state.body).status).toBe("Error");
  expect(state.at("context.process.steps")).toMatchObject([
    { name: "Data Verification", result: { status: "error", error: { errors: [{ code: "5001" }] } } },
  ]);
  expect(state.text("context.process.steps[0].result.error.correlationId")).toContain(state.text("instanceId"));
});

test("an observed final state has the extracted document without an image, and the end of the journey (spec 4.2)", async () => {
  const service = await open();
  const subject = sentSubject("FullName", "DateOfBirth", "PrimaryDocument", "Selfie");
  const instanceId = await service.start("document-and-selfie@latest", subject);
  await service.world.clock.advance({ ms: longEnough });
  const state = await fetchState(service, instanceId);
  expect(V2StateResponse.parse(state.body).status).toBe("Completed");
  expect(state.at("context.subject.documents[0].extraction.aggregatedFields[0]")).toEqual({
    label: "First Name",
    value: "Ada",
  });
  expect(state.at("context.subject.biometrics")).toEqual([{}]);
  expect(JSON.stringify(state.body)).not.toMatch(/side1Image|selfieImage|base64/);
  expect(state.at("context.process.journey")).toMatchObject({
    endedAt: "2026-01-01T12:00:08.000Z",
    durationMilliSec: 8_000,
    terminateInteraction: false,
  });
});

/** How a small v1 client reads its decision: the entry of the flow whose outcome begins with `Decision: `. */
function readDecision(state: unknown): string {
  const { data } = V1StateResponse.parse(state);
  const outcomes = Object.values(data?.context?.process?.flow ?? {}).map(({ result }) => result.outcome);
  return outcomes.find((outcome) => outcome.startsWith("Decision: "))?.slice("Decision: ".length) ?? "pending";
}

test("an observed v1 client reads accept, reject and manual review from the flow (spec 9)", async () => {
  const service = await open();
  const decide = async (lastName: string) => {
    const instanceId = await runThroughV1(service, lastName);
    const { body, at } = await service.v1("journey/state/fetch", { instanceId, filterKeys: ["/.*/"] });
    return [at("status"), at("data.context.result.status"), readDecision(body)];
  };
  expect(await decide("Lovelace")).toEqual(["Completed", "completed", "Accept"]);
  expect(await decide("Testreject")).toEqual(["Completed", "completed", "Reject"]);
  expect(await decide("Testrefer")).toEqual(["InProgress", "pending", "Manual review"]);
  expect(await decide("Testnever")).toEqual(["InProgress", undefined, "pending"]);
});
