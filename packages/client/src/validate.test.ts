import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { baseUrl, start } from "../test/journey.ts";
import { createJourneyClient } from "./client.ts";
import { createValidate, ValidationError, validate } from "./validate.ts";

test.each(["specified", "observed"] as const)("accepts every response under %s (spec 4)", async (profile) => {
  const { fetch } = createSimulator({ latency: 0, profile });
  const auth = { clientId: "validate", clientSecret: "validate-secret" };
  const { v2 } = createJourneyClient({ baseUrl, authUrl: baseUrl, auth, fetch, validate });
  const { instanceId } = await v2.startJourney(start);
  expect(await v2.fetchInteraction({ instanceId })).toMatchObject({ instanceId });
  expect(await v2.fetchState({ instanceId })).toMatchObject({ instanceId });
});

test.each([
  ["specified", "observed"],
  ["observed", "specified"],
] as const)(
  "a validator for %s rejects the interaction of %s (gap `interaction-fetch-layout`)",
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

test("reports invalid values by path and kind, and quotes nothing (spec 4.2)", async () => {
  const answer = { instanceId: 7, status: ["Lovelace"] };
  const fetch = async () => Response.json(answer);
  const { v2 } = createJourneyClient({ baseUrl, auth: () => "token", fetch, validate });
  const error = await v2.fetchState({ instanceId: "i" }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ValidationError);
  expect(error).toMatchObject({ route: "v2.fetchState", issues: expect.arrayContaining(["instanceId: invalid_type"]) });
  expect(String(error)).not.toContain("Lovelace");
});

test("does not retry after an invalid response, because the start has been done (spec 4.2)", async () => {
  let calls = 0;
  const fetch = async () => {
    calls += 1;
    return Response.json({ instance: "odd" }, { status: 201 });
  };
  const { v2 } = createJourneyClient({ baseUrl, auth: () => "token", fetch, validate });
  await expect(v2.startJourney(start)).rejects.toBeInstanceOf(ValidationError);
  expect(calls).toBe(1);
});
