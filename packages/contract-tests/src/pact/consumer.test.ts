import { readFileSync, rmSync } from "node:fs";
import { describe, expect, expectTypeOf, test } from "vitest";
import { missing } from "../../test/pact/missing.ts";
import { type InteractionOptions, journeyPact, states } from "../pact.ts";
import { reify } from "./matcher.ts";

/** Asks the service whether an instance is completed, as an application with its own client does. */
async function isDone(baseUrl: string, token: string, instanceId: string): Promise<boolean> {
  const response = await fetch(`${baseUrl}/v2/captain/journey/state/fetch`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ instanceId }),
  });
  const { status } = Object(await response.json());
  return status === "Completed";
}

describe.skipIf(missing)("a consumer test", () => {
  const dir = ".pact/consumer";
  rmSync(dir, { recursive: true, force: true });
  const pact = journeyPact({ consumer: "my-app", dir });
  const resourceId = "document-and-selfie@latest";

  test("may send the request with its own client (spec 4.2)", async () => {
    const given = states.completed({ resourceId, outcome: "accept" });
    await pact.interaction("v2.fetchState", { given, response: { status: "Completed" } }, async (service) => {
      expect(await isDone(service.baseUrl, service.token, service.instanceId)).toBe(true);
    });
  });

  test("adds an interaction for each set of state parameters, and for each description", async () => {
    rmSync(`${dir}-states`, { recursive: true, force: true });
    const many = journeyPact({ consumer: "my-app", dir: `${dir}-states` });
    const write = (outcome: "accept" | "reject", options: InteractionOptions<"v2.fetchState">) => {
      const given = states.completed({ resourceId, outcome });
      return many.interaction("v2.fetchState", { given, ...options }, ({ baseUrl, token, instanceId }) =>
        isDone(baseUrl, token, instanceId),
      );
    };
    const isOver = { response: { status: "Completed" } } as const;
    await write("accept", isOver);
    await write("accept", isOver);
    await write("reject", isOver);
    await write("accept", { description: "reads the id" });
    await expect(write("accept", {})).rejects.toThrow("Set `description`");
    await expect(write("reject", { description: "reads the id" })).rejects.toThrow("Set `description`");
    const { interactions } = JSON.parse(readFileSync(`${dir}-states/my-app-journey-service.json`, "utf8"));
    expect(interactions.map(({ description }: { description: string }) => description).sort()).toEqual([
      "reads the id",
      expect.stringMatching(/^v2\.fetchState: .* \(resourceId: document-and-selfie@latest, outcome: accept\)$/),
      expect.stringMatching(/^v2\.fetchState: .* \(resourceId: document-and-selfie@latest, outcome: reject\)$/),
    ]);
  });

  test.each([
    ["example-interaction", {}],
    ["person", { interactionId: "person" }],
  ])("receives client settings and a request with the interaction id %s (spec 2.9)", async (interactionId, request) => {
    const options = { given: states.waiting({ resourceId }), description: interactionId, request };
    await pact.interaction("v2.submitInteraction", options, async (service) => {
      expect(service).toMatchObject({ authUrl: service.baseUrl, clientId: "example-client", interactionId });
      expect(service.request).toMatchObject({ instanceId: service.instanceId, interactionId });
      await fetch(`${service.baseUrl}/v2/captain/journey/interaction/submit`, {
        method: "POST",
        headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
        body: JSON.stringify(service.request),
      });
    });
  });

  test("fails if the client sends a different request (spec 4.2)", async () => {
    const given = states.waiting({ resourceId, interaction: "person" });
    const call = pact.interaction("v2.fetchInteraction", { given }, async (service) => {
      await isDone(service.baseUrl, service.token, service.instanceId);
    });
    await expect(call).rejects.toThrow("/v2/captain/journey/interaction/fetch");
  });

  test("fails if one of its assertions fails", async () => {
    const call = pact.interaction("v2.fetchState", { response: { status: "InProgress" } }, async (service) => {
      expect(await isDone(service.baseUrl, service.token, service.instanceId)).toBe(true);
    });
    await expect(call).rejects.toThrow("expected false to be true");
  });
});

test("rejects an endpoint that the readings exclude (gap `device-start`)", async () => {
  const pact = journeyPact({ consumer: "my-app", profile: { readings: { "device-start": "absent" } } });
  await expect(pact.interaction("v2.startDevice", {}, async () => undefined)).rejects.toThrow(
    "v2.startDevice is absent",
  );
});

test("the types reject misspelt members and wrong values in an interaction (spec 3.1, 4.2)", () => {
  type State = InteractionOptions<"v2.fetchState">;
  type Submit = InteractionOptions<"v2.submitInteraction">;
  // @ts-expect-error: not a member.
  const misspelt: State = { response: { status: "Completed", contxt: {} } };
  // @ts-expect-error: not a status.
  const wrong: State = { response: { status: "Done" } };
  // @ts-expect-error: not a member of an entry.
  const nested: Submit = { request: { participants: [{ domainElement: "FullName" }] } };
  expectTypeOf([misspelt, wrong, nested]).not.toBeAny();
});

test.skipIf(missing)("accepts Pact's own matchers", async () => {
  const { MatchersV3 } = await import("@pact-foundation/pact");
  const own: InteractionOptions<"v2.fetchState"> = {
    response: { status: MatchersV3.like("Completed"), context: { process: { steps: MatchersV3.eachLike({}) } } },
  };
  expect(reify(own.response)).toEqual({ status: "Completed", context: { process: { steps: [{}] } } });
});
