import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { baseUrl, start } from "../test/journey.ts";
import { run } from "../test/program.ts";
import { createJourneyClient } from "./client.ts";
import { createValidate, ValidationError, validate } from "./validate.ts";

test.each(["specified", "observed"] as const)(
  "accepts the responses of a server with the profile %s (spec 4)",
  async (profile) => {
    const { fetch } = createSimulator({ latency: 0, profile });
    const auth = { clientId: "validate", clientSecret: "validate-secret" };
    const { v2 } = createJourneyClient({ baseUrl, authUrl: baseUrl, auth, fetch, validate });
    const { instanceId } = await v2.startJourney(start);
    expect(await v2.fetchInteraction({ instanceId })).toMatchObject({ instanceId });
    expect(await v2.fetchState({ instanceId })).toMatchObject({ instanceId });
  },
);

test.each([
  ["specified", "observed"],
  ["observed", "specified"],
] as const)(
  "a validator for the profile `%s` rejects interactions from a server with the profile `%s` (gap `interaction-fetch-layout`)",
  async (profile, other) => {
    const fetchFrom = async (served: "specified" | "observed") => {
      const { fetch } = createSimulator({ latency: 0, profile: served });
      const auth = { clientId: "validate", clientSecret: "validate-secret" };
      const started = await createJourneyClient({ baseUrl, authUrl: baseUrl, auth, fetch }).v2.startJourney(start);
      const validating = createJourneyClient({
        baseUrl,
        authUrl: baseUrl,
        auth,
        fetch,
        validate: createValidate(profile),
      });
      return validating.v2.fetchInteraction({ instanceId: started.instanceId });
    };
    expect(await fetchFrom(profile)).toHaveProperty("interactionId");
    await expect(fetchFrom(other)).rejects.toBeInstanceOf(ValidationError);
  },
);

test("reports the path and the kind of each problem, without quoting any value (spec 4.2)", async () => {
  const answer = { instanceId: 7, status: ["Lovelace"] };
  const fetch = async () => Response.json(answer);
  const { v2 } = createJourneyClient({ baseUrl, auth: () => "token", fetch, validate });
  const error = await v2.fetchState({ instanceId: "i" }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ValidationError);
  expect(error).toMatchObject({
    side: "response",
    route: "v2.fetchState",
    issues: expect.arrayContaining(["instanceId: invalid_type", "context: missing"]),
  });
  expect(String(error)).not.toContain("Lovelace");
});

test("does not retry a start after an invalid response, because the start has succeeded (spec 4.2)", async () => {
  let calls = 0;
  const fetch = async () => {
    calls += 1;
    return Response.json({ instance: "odd" }, { status: 201 });
  };
  const { v2 } = createJourneyClient({ baseUrl, auth: () => "token", fetch, validate });
  await expect(v2.startJourney(start)).rejects.toBeInstanceOf(ValidationError);
  expect(calls).toBe(1);
});

test("does not send a request that violates the specification (spec 2.7)", async () => {
  let calls = 0;
  const fetch = async () => {
    calls += 1;
    return Response.json({});
  };
  const { v2 } = createJourneyClient({
    baseUrl,
    authUrl: baseUrl,
    auth: { clientId: "validate", clientSecret: "validate-secret" },
    fetch,
    validate,
  });
  const wrong = { resourceId: "Lovelace", context: { config: { delivery: "Lovelace" } } };
  const error = await v2.startJourney(JSON.parse(JSON.stringify(wrong))).catch((reason: unknown) => reason); // untyped
  expect(error).toBeInstanceOf(ValidationError);
  expect(error).toMatchObject({
    side: "request",
    route: "v2.startJourney",
    message: expect.stringContaining("Invalid request for v2.startJourney: resourceId: invalid_format"),
    issues: ["resourceId: invalid_format", "context.config.delivery: invalid_value", "context.subject: missing"],
  });
  expect(String(error)).not.toContain("Lovelace");
  expect(calls).toBe(0);
});

test("reports a missing member as missing, not as invalid (spec 2.10)", () => {
  const update = { intent: "complete", instanceId: "i", context: {} };
  expect(() => validate.request("v1.updateTask", update)).toThrow("intent: invalid_value, taskId: missing.");
  expect(() => validate.request("v1.updateTask", {})).toThrow(/: intent: missing, .*context: missing\.$/);
});

test("reports at most 20 problems", () => {
  const participants = Array.from({ length: 21 }, () => ({}));
  const submit = { instanceId: "instance-00000001", interactionId: "i", participants, context: { subject: {} } };
  const issuesOf = (count: number) => {
    try {
      validate.request("v2.submitInteraction", { ...submit, participants: participants.slice(0, count) });
    } catch (error) {
      return error instanceof ValidationError ? error.issues.length : error;
    }
    return 0;
  };
  expect([19, 20, 21].map(issuesOf)).toEqual([19, 20, 20]);
});

test("the option `validate` may check only requests or only responses (spec 4)", async () => {
  const fetch = async () => Response.json({ status: "odd" });
  const client = (only: Partial<typeof validate>) =>
    createJourneyClient({ baseUrl, auth: () => "token", fetch, validate: only }).v2;
  const { request, response } = validate;
  const submit = { instanceId: "short", interactionId: "i", participants: [{ domainElementId: "FullName" }] };
  expect(await client({}).submitInteraction(submit)).toEqual({ status: "odd" });
  await expect(client({ request }).submitInteraction(submit)).rejects.toMatchObject({ side: "request" });
  await expect(client({ response }).submitInteraction(submit)).rejects.toMatchObject({ side: "response" });
});

test("a validator for a profile accepts requests that are valid under the profile's readings (gap `version-omitted`)", () => {
  const { request } = createValidate({ readings: { "version-omitted": "latest" } });
  const unversioned = { ...start, resourceId: "document-and-selfie" };
  expect(() => validate.request("v2.startJourney", unversioned)).toThrow("resourceId: invalid_format");
  expect(() => request("v2.startJourney", unversioned)).not.toThrow();
});

test("whole v1 and v2 journeys pass validation under both profiles (spec 4)", async () => {
  for (const profile of ["specified", "observed"] as const) {
    const { fetch } = createSimulator({ latency: 0, profile });
    const auth = { clientId: "validate", clientSecret: "validate-secret" };
    const validators = [validate, createValidate(profile)];
    for (const checked of validators) {
      const client = createJourneyClient({ baseUrl, authUrl: baseUrl, auth, fetch, validate: checked });
      for (const journey of ["full-kyc", "full-kyc-v1"]) {
        expect(await run(client, journey), `${journey} ${profile}`).toMatchObject({ outcome: "accept" });
      }
    }
  }
});
