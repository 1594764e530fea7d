import { V1StateResponse, V2StateResponse } from "@journey-kit/schemas";
import { notSimulated } from "@journey-kit/schemas/endpoints";
import { expect, test } from "vitest";
import { fetchInteraction, fetchState, longEnough, runThrough, runThroughV1 } from "./readings/exchange.ts";
import { form, openService, type Service, sentSubject } from "./service.ts";

/** Opens a service under the profile `observed`. */
const open = (): Promise<Service> => openService({ profile: "observed" });

test("under `observed`, the state of a v2 instance shows whether the instance is waiting for a manual review (spec 3.1, 4.2)", async () => {
  const service = await open();
  const state = await fetchState(service, await runThrough(service, "Testrefer"));
  const stuck = await fetchState(service, await runThrough(service, "Testnever"));
  expect(V2StateResponse.parse(state.body).status).toBe("InProgress");
  expect(state.at("result")).toMatchObject({
    status: "pending",
    outcome: "Decision: Manual review",
    outcomeClassification: "neutral",
  });
  expect(stuck.at("result")).toEqual({ status: "pending", advice: {} });
});

test("under `observed`, a final state contains the extracted document without images, and the journey's end time (spec 4.2)", async () => {
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

test("under `observed`, a v1 client can read accept, reject and manual review from the flow (spec 9)", async () => {
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

test("under `observed`, the v2 task endpoints, which are an extension, present an instance as a single task (spec 4, 9)", async () => {
  const service = await open();
  const instanceId = await service.start("identity-check@latest");
  const listed = await service.v2("journey/task/list", { instanceId });
  expect(listed).toMatchObject({ status: 200, body: { status: "InProgress", tasks: [{ taskId: instanceId }] } });
  const schema = await service.v2("journey/task/schema", { taskId: instanceId });
  expect(schema.at("properties.context.properties.subject.properties.identity.required")).toContain("dateOfBirth");
  const update = (...names: readonly string[]) =>
    service.v2("journey/task/update", {
      intent: "Complete",
      instanceId,
      taskId: instanceId,
      context: { subject: sentSubject(...names) },
    });
  const problem = "Required domain element 'DateOfBirth' data is missing from context";
  expect(await update("FullName")).toMatchObject({
    status: 400,
    body: { errors: [{ name: "MISSING_FIELD", problem }] },
  });
  expect(await update("FullName", "DateOfBirth")).toMatchObject({ status: 200, body: { instanceId } });
  expect(await update("CurrentAddress")).toMatchObject({ status: 200 });
  expect(await service.v2("journey/task/schema", { taskId: instanceId })).toMatchObject({ body: { processing: true } });
  await service.world.clock.advance({ ms: longEnough });
  expect((await fetchState(service, instanceId)).at("status")).toBe("Completed");
});

test("under `observed`, extension endpoints report health, end an instance and delete it (spec 4)", async () => {
  const service = await open();
  const health = await service.send("/v2/captain/journey/health", { method: "GET" });
  expect(health).toMatchObject({ status: 200, body: { message: "OK" } });
  const instanceId = await service.start("age-check@latest");
  const end = () => service.v2("journey/terminate", { instanceId, reason: "The user left." });
  expect(await end()).toMatchObject({ status: 200, body: { instanceId } });
  expect(await end()).toMatchObject({ status: 409, body: { errors: [{ name: "JOURNEY_NOT_ACTIVE" }] } });
  const state = await fetchState(service, instanceId);
  expect(state.at("status")).toBe("Error");
  expect(state.at("context.process.journey.terminateInteraction")).toBe(true);
  const deleted = await service.v2("journey/state/delete", { instanceId });
  expect(deleted).toMatchObject({ status: 200, body: { instanceId, status: "deleted" } });
  expect(await fetchState(service, instanceId)).toMatchObject({ status: 404 });
});

test("under `observed`, the token endpoint is also available at /auth/realms/:realm/protocol/openid-connect/token (spec 4.1)", async () => {
  const { send } = await open();
  const ask = (path: string) =>
    send(path, form({ grant_type: "client_credentials", client_id: "me", client_secret: "s" }));
  const issued = await ask("/auth/realms/any/protocol/openid-connect/token");
  expect(issued).toMatchObject({ status: 200, body: { token_type: "Bearer" } });
  expect(issued.basis).toContain("extension-endpoints=present");
  expect((await ask("/as/token.oauth2")).basis).not.toContain("extension-endpoints=present");
});

test("under `observed`, endpoints that published clients call but the simulator does not serve are refused as not simulated (spec 4, 7)", async () => {
  const [service, without] = [await open(), await openService()];
  for (const end of notSimulated) {
    const refused = await service.v2(`journey${end}`, {});
    expect(refused).toMatchObject({ status: 404, body: { errors: [{ code: "4048", name: "NOT_SIMULATED" }] } });
    expect(refused.basis).toContain("extension-endpoints=present");
    expect((await without.v2(`journey${end}`, {})).at("errors[0].name")).toBe("UNKNOWN_PATH");
    expect((await service.v1(`journey${end}`, {})).at("error")).toBe("UNKNOWN_PATH");
  }
});

test("under `observed`, a start, an unknown path and an invalid token get the responses shown in public samples (spec 2.8, 5, 7)", async () => {
  const service = await open();
  const started = await service.v2("journey/start", {
    resourceId: "age-check",
    context: { config: { delivery: "api" } },
  });
  expect(started.at("message")).toBe(`Journey ${started.text("instanceId")} started successfully`);
  const astray = await service.v2("journey/nowhere", {});
  expect(astray).toMatchObject({ status: 401, body: { errors: [{ problem: "Authentication required" }] } });
  const headers = { authorization: "Bearer nonsense", "content-type": "application/json" };
  const refused = await service.send("/v2/captain/journey/start", { method: "POST", headers, body: "{}" });
  expect(refused).toMatchObject({ status: 401, body: { errors: [{ location: "Authorization" }] } });
});

test("under `observed`, the journey onboarding shows several pages, on which required and optional elements alternate (spec 2.5)", async () => {
  const service = await open();
  const fetched = await fetchInteraction(service, await service.start("onboarding@latest"));
  expect(fetched.at("interaction.collects")).toEqual([
    { ref: "FullName", spec: "required" },
    { ref: "SSN", spec: "optional" },
    { ref: "DateOfBirth", spec: "required" },
    { ref: "CurrentAddress", spec: "optional" },
    { ref: "PrimaryDocument", spec: "required" },
  ]);
  expect(fetched.at("interaction.resource.data.pages")).toMatchObject([
    { id: "personal_details", cards: [{ id: "NameCard" }, { id: "IdentifierCardSSN" }, { id: "DateOfBirthCard" }] },
    { id: "address_details", cards: [{ id: "AddressCard" }] },
    { id: "document_capture", cards: [{ id: "DocumentCard", config: { sides: ["side1Image", "side2Image"] } }] },
  ]);
});
