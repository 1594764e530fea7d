import { createJourneyClient, type JourneyClient, toInstanceResult } from "@journey-kit/client";
import type { RouteName } from "@journey-kit/schemas/routes";
import { expect } from "vitest";
import { type Expectation, exactly, type JourneyPact, oneOf, type PlayedService, states } from "../../src/pact.ts";

/** One call of our client, with what the client uses of the answer. */
export interface ClientCall {
  readonly endpoint: RouteName;
  readonly title: string;
  readonly play: (pact: JourneyPact) => Promise<void>;
}

/** The journeys that the calls are about. */
const journey = { resourceId: "document-and-selfie@latest" };
const v1Journey = { resourceId: "document-and-selfie-v1@latest" };

/** What the client reads of every answer. Spec 7. */
const headers = { "X-Request-ID": { "pact:matcher:type": "regex", regex: "^.+$", value: "request-of-a-pact" } };

function call<Name extends RouteName>(
  endpoint: Name,
  title: string,
  expectation: Expectation<Name>,
  use: (client: JourneyClient, service: PlayedService) => Promise<unknown>,
): ClientCall {
  return {
    endpoint,
    title,
    play: (pact) =>
      pact.call(endpoint, { headers, description: title, ...expectation }, async (service) => {
        await use(createJourneyClient({ baseUrl: service.baseUrl, auth: () => service.token }), service);
      }),
  };
}

const startRequest = {
  resourceId: exactly(journey.resourceId),
  context: { config: { delivery: "api" }, subject: {} },
} as const;
const person = { identity: { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1990-12-10" } };
const participants = [{ domainElementId: exactly("FullName") }];
const credentials = { clientId: "our-client", clientSecret: "any" };

/** How the profile `specified` spells the outcomes. Gap `outcome-spelling`. */
const spelled = { accept: "Accept", reject: "Reject", refer: "Refer" };

/** Gets a token from the service, and shows it to an endpoint that is not there. */
async function getToken({ authUrl }: PlayedService, auth: typeof credentials & { readonly username?: string }) {
  const tokens: (string | null)[] = [];
  const client = createJourneyClient({
    baseUrl: "http://service.invalid",
    authUrl,
    auth,
    fetch: async (request) => {
      if (request.url.startsWith(authUrl)) return fetch(request);
      tokens.push(request.headers.get("authorization"));
      return Response.json({});
    },
  });
  await client.v2.fetchState({ instanceId: "instance" });
  return tokens;
}

const tokenAnswer = { access_token: "abc", expires_in: 3_600, token_type: "Bearer" } as const;

/** Every endpoint that our client uses, and the refusals that it tells apart. */
export const clientCalls: readonly ClientCall[] = [
  call(
    "token.requestToken",
    "asks for a token with client credentials (spec 4.1)",
    {
      request: {
        grant_type: "client_credentials",
        client_id: "our-client",
        client_secret: "any",
        scope: "service.token",
      },
      response: tokenAnswer,
    },
    async (_, service) => expect(await getToken(service, credentials)).toEqual(["Bearer abc"]),
  ),
  call(
    "token.requestToken",
    "asks for a token with a password (spec 4.1)",
    {
      request: {
        grant_type: "password",
        client_id: "our-client",
        client_secret: "any",
        username: "ada",
        password: "any",
      },
      response: tokenAnswer,
    },
    async (_, service) => {
      const auth = { ...credentials, username: "ada", password: "any" };
      expect(await getToken(service, auth)).toEqual(["Bearer abc"]);
    },
  ),
  call(
    "v2.startJourney",
    "starts a v2 journey (spec 4.2)",
    { request: startRequest, response: { instanceId: "instance-of-a-pact" } },
    async ({ v2 }) => {
      const body = { ...journey, context: { config: { delivery: "api" as const }, subject: {} } };
      expect(await v2.startJourney(body)).toEqual({ instanceId: "instance-of-a-pact" });
    },
  ),
  call(
    "v2.startJourney",
    "starts a v2 journey on hosted pages (spec 4.2)",
    {
      request: { ...startRequest, context: { config: { delivery: "page" }, subject: {} } },
      response: { instanceId: "instance-of-a-pact", instanceUrl: "https://pages.example/1" },
    },
    async ({ v2 }) => {
      const body = { ...journey, context: { config: { delivery: "page" as const }, subject: {} } };
      expect((await v2.startJourney(body)).instanceUrl).toBe("https://pages.example/1");
    },
  ),
  call(
    "v2.startJourney",
    "is told that a journey is unknown (spec 2.1)",
    { request: { ...startRequest, resourceId: exactly("nowhere@latest") }, refusal: "UNKNOWN_RESOURCE" },
    async ({ v2 }) => {
      const body = { resourceId: "nowhere@latest", context: { config: { delivery: "api" as const }, subject: {} } };
      await expect(v2.startJourney(body)).rejects.toMatchObject({ status: 404, errors: [{ code: "4040" }] });
    },
  ),
  call(
    "v2.startJourney",
    "is told that it lacks a permission (spec 5)",
    {
      given: states.withoutPermission({ permission: "journey:start" }),
      request: startRequest,
      refusal: "MISSING_PERMISSION",
    },
    async ({ v2 }) => {
      const body = { ...journey, context: { config: { delivery: "api" as const }, subject: {} } };
      await expect(v2.startJourney(body)).rejects.toMatchObject({ status: 403 });
    },
  ),
  call(
    "v2.fetchState",
    "learns that a v2 instance is in progress (spec 4.2)",
    { given: states.running(journey), response: { instanceId: "instance-of-a-pact", status: "InProgress" } },
    async ({ v2 }, { instanceId }) => expect((await v2.fetchState({ instanceId })).status).toBe("InProgress"),
  ),
  ...(["accept", "reject", "refer"] as const).map((outcome) =>
    call(
      "v2.fetchState",
      `learns that a v2 instance came to ${outcome} (spec 4.2)`,
      {
        given: states.finished({ ...journey, outcome }),
        response: {
          instanceId: "instance-of-a-pact",
          status: "Completed",
          context: {
            process: {
              result: { status: "completed", outcome: exactly(spelled[outcome]), advice: {} },
              steps: [{ name: "Liveness", outcome: "Pass", advice: { outcome: "Pass" } }],
            },
          },
        },
      },
      async ({ v2 }, { instanceId }) => {
        const result = toInstanceResult(await v2.fetchState({ instanceId }));
        expect(result).toMatchObject({ outcome, steps: [{ name: "Liveness", outcome: "Pass" }] });
      },
    ),
  ),
  call(
    "v2.fetchState",
    "learns that a v2 instance has failed (spec 3.1)",
    {
      given: states.failed(journey),
      response: { instanceId: "instance-of-a-pact", status: oneOf("Failed", "Error") },
    },
    async ({ v2 }, { instanceId }) => {
      expect(toInstanceResult(await v2.fetchState({ instanceId })).outcome).toBe("failed");
    },
  ),
  call(
    "v2.fetchState",
    "is told that its token has expired (spec 5)",
    { given: states.expiredToken(), refusal: "EXPIRED_TOKEN" },
    async ({ v2 }, { instanceId }) => {
      await expect(v2.fetchState({ instanceId })).rejects.toMatchObject({
        status: 401,
        requestId: "request-of-a-pact",
      });
    },
  ),
  call(
    "v2.fetchInteraction",
    "learns what an interaction collects (spec 2.5)",
    {
      given: states.waiting({ ...journey, interaction: "person" }),
      response: {
        interactionId: "person",
        journey: { status: "InProgress" },
        collects: ["FullName"],
        outstanding: ["FullName"],
        spec: { FullName: "required", DateOfBirth: "required" },
      },
    },
    async ({ v2 }, { instanceId }) => {
      expect(await v2.fetchInteraction({ instanceId })).toMatchObject({
        interactionId: "person",
        collects: ["FullName"],
      });
    },
  ),
  call(
    "v2.fetchInteraction",
    "learns that modules run (spec 4.2)",
    { given: states.running(journey), response: { journey: { status: "InProgress" }, processing: true } },
    async ({ v2 }, { instanceId }) =>
      expect(await v2.fetchInteraction({ instanceId })).toHaveProperty("processing", true),
  ),
  call(
    "v2.submitInteraction",
    "hands in domain elements (spec 2.9)",
    {
      given: states.waiting({ ...journey, interaction: "person" }),
      request: { interactionId: "person", participants, context: { subject: person } },
      response: { status: "success" },
    },
    async ({ v2 }, { instanceId }) => {
      const body = { instanceId, interactionId: "person", participants: [{ domainElementId: "FullName" }] };
      expect(await v2.submitInteraction({ ...body, context: { subject: person } })).toEqual({ status: "success" });
    },
  ),
  call(
    "v2.submitInteraction",
    "is told that a required element is missing (spec 4.2)",
    {
      given: states.waiting({ ...journey, interaction: "person" }),
      request: { interactionId: "person", participants },
      refusal: "MISSING_FIELD",
    },
    async ({ v2 }, { instanceId }) => {
      const body = { instanceId, interactionId: "person", participants: [{ domainElementId: "FullName" }] };
      await expect(v2.submitInteraction(body)).rejects.toMatchObject({ status: 400, errors: [{ code: "4002" }] });
    },
  ),
  call(
    "v2.listTaskSchemas",
    "lists the tasks of a v2 instance (spec 4.2)",
    {
      given: states.waiting({ ...journey, interaction: "person" }),
      response: { instanceId: "instance-of-a-pact", status: "InProgress" },
    },
    async ({ v2 }, { instanceId }) => expect((await v2.listTaskSchemas({ instanceId })).status).toBe("InProgress"),
  ),
  call(
    "v2.startDevice",
    "asks for a connect token (spec 4.2)",
    {
      given: states.waiting({ ...journey, interaction: "person" }),
      response: { connectToken: "abc", tokenType: "connect", expiresIn: 60 },
    },
    async ({ v2 }, { instanceId }) => expect((await v2.startDevice({ instanceId })).connectToken).toBe("abc"),
  ),
  call(
    "v2.connectDevice",
    "exchanges a connect token (spec 4.2)",
    {
      given: states.connectToken(journey),
      request: { connectToken: "abc" },
      response: { endUserToken: "def", tokenType: "end-user", expiresIn: 60, instanceId: "instance-of-a-pact" },
    },
    async ({ v2 }) => expect((await v2.connectDevice({ connectToken: "abc" })).endUserToken).toBe("def"),
  ),
  call(
    "v1.startJourney",
    "starts a v1 journey (spec 4.3)",
    {
      request: { resourceId: exactly(v1Journey.resourceId), context: { config: { async: true } } },
      response: { instanceId: "instance-of-a-pact" },
    },
    async ({ v1 }) => {
      const { instanceId } = await v1.startJourney({ ...v1Journey, context: { config: { async: true } } });
      expect(instanceId).toBe("instance-of-a-pact");
    },
  ),
  call(
    "v1.fetchState",
    "learns what the modules of a v1 instance came to (spec 4.3, 9)",
    {
      given: states.finished({ ...v1Journey, outcome: "accept" }),
      response: {
        status: "Completed",
        data: { process: { flow: { "facematch-v1": { result: { outcome: "Pass", advice: {} } } } } },
      },
    },
    async ({ v1 }, { instanceId }) => {
      const state = await v1.fetchState({ instanceId });
      expect(toInstanceResult(state).steps).toMatchObject([{ variant: "facematch-v1", outcome: "Pass" }]);
    },
  ),
  call(
    "v1.fetchState",
    "is told about an unknown v1 instance in the older form (spec 7, 9)",
    {
      given: states.readings({ "v1-error-body": "older" }),
      request: { instanceId: exactly("nobody") },
      refusal: "UNKNOWN_INSTANCE",
    },
    async ({ v1 }) => {
      await expect(v1.fetchState({ instanceId: "nobody" })).rejects.toMatchObject({ status: 404, errors: [{}] });
    },
  ),
  call(
    "v1.listTasks",
    "lists the tasks of a v1 instance (spec 2.3)",
    {
      given: states.openTask({ ...v1Journey, task: "data-verification-v1" }),
      response: { status: "InProgress", tasks: [{ taskId: "task", variantId: "data-verification-v1" }] },
    },
    async ({ v1 }, { instanceId }) => expect((await v1.listTasks({ instanceId })).tasks).toHaveLength(1),
  ),
  call(
    "v1.fetchTaskSchema",
    "learns what a task needs (spec 2.4)",
    {
      given: states.openTask({ ...v1Journey, task: "data-verification-v1" }),
      request: { taskId: "task" },
      response: { type: "object", properties: {}, required: ["FullName"] },
    },
    async ({ v1 }) => expect((await v1.fetchTaskSchema({ taskId: "task" })).required).toEqual(["FullName"]),
  ),
  call(
    "v1.listTaskSchemas",
    "lists the tasks of a v1 instance with their schemas (spec 2.4)",
    {
      given: states.openTask({ ...v1Journey, task: "data-verification-v1" }),
      response: { status: "InProgress", tasks: [{ taskId: "task", schema: { $ref: "one" } }] },
    },
    async ({ v1 }, { instanceId }) => {
      expect((await v1.listTaskSchemas({ instanceId })).tasks).toMatchObject([{ schema: { $ref: "one" } }]);
    },
  ),
  call(
    "v1.updateTask",
    "completes a task (spec 2.10)",
    {
      given: states.openTask({ ...v1Journey, task: "data-verification-v1" }),
      request: { intent: "Complete", taskId: "task", context: { subject: person } },
      response: { instanceId: "instance-of-a-pact", taskId: "task" },
    },
    async ({ v1 }, { instanceId }) => {
      const body = { intent: "Complete" as const, instanceId, taskId: "task", context: { subject: person } };
      expect(await v1.updateTask(body)).toEqual({ instanceId, taskId: "task" });
    },
  ),
];
