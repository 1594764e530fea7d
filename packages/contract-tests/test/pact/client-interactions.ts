import { type Credentials, createJourneyClient, type JourneyClient, toInstanceResult } from "@journey-kit/client";
import type { EndpointName } from "@journey-kit/schemas/endpoints";
import { expect } from "vitest";
import { equal, type InteractionOptions, type JourneyPact, type MockService, oneOf, states } from "../../src/pact.ts";

/** One request of our client, and the parts of the response that it uses. */
export interface ClientInteraction {
  readonly endpoint: EndpointName;
  readonly title: string;
  readonly run: (pact: JourneyPact) => Promise<void>;
}

const journey = { resourceId: "document-and-selfie@latest" };
const v1Journey = { resourceId: "document-and-selfie-v1@latest" };

/** The client reads this header of every response. Spec 7. */
const headers = { "X-Request-ID": { "pact:matcher:type": "regex", regex: "^.+$", value: "example-request" } };

function interaction<Name extends EndpointName>(
  endpoint: Name,
  title: string,
  expectation: InteractionOptions<Name>,
  use: (client: JourneyClient, service: MockService) => Promise<unknown>,
): ClientInteraction {
  return {
    endpoint,
    title,
    run: (pact) =>
      pact.interaction(endpoint, { headers, description: title, ...expectation }, async (service) => {
        await use(createJourneyClient({ baseUrl: service.baseUrl, auth: () => service.token }), service);
      }),
  };
}

const startRequest = {
  resourceId: equal(journey.resourceId),
  context: { config: { delivery: "api" }, subject: {} },
} as const;
const person = { identity: { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1990-12-10" } };
const participants = [{ domainElementId: equal("FullName") }];
const credentials = { clientId: "our-client", clientSecret: "any" };

/** How the profile `specified` spells each outcome. Gap `outcome-spelling`. */
const spelled = { accept: "Accept", reject: "Reject", refer: "Refer" };

/** Requests a token from the service, and returns the `Authorization` headers of the requests that use it. */
async function getToken({ authUrl }: MockService, auth: Credentials) {
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

const tokenResponse = { access_token: "abc", expires_in: 3_600, token_type: "Bearer" } as const;

/** Every endpoint that our client uses, and the errors that it distinguishes. */
export const clientInteractions: readonly ClientInteraction[] = [
  interaction(
    "token.requestToken",
    "requests a token with client credentials (spec 4.1)",
    {
      request: {
        grant_type: "client_credentials",
        client_id: "our-client",
        client_secret: "any",
        scope: "service.token",
      },
      response: tokenResponse,
    },
    async (_, service) => expect(await getToken(service, credentials)).toEqual(["Bearer abc"]),
  ),
  interaction(
    "token.requestToken",
    "requests a token with a password (spec 4.1)",
    {
      request: {
        grant_type: "password",
        client_id: "our-client",
        client_secret: "any",
        username: "ada",
        password: "any",
      },
      response: tokenResponse,
    },
    async (_, service) => {
      const auth = { ...credentials, username: "ada", password: "any" };
      expect(await getToken(service, auth)).toEqual(["Bearer abc"]);
    },
  ),
  interaction(
    "v2.startJourney",
    "starts a v2 journey (spec 4.2)",
    { request: startRequest, response: { instanceId: "example-instance" } },
    async ({ v2 }) => {
      const body = { ...journey, context: { config: { delivery: "api" as const }, subject: {} } };
      expect(await v2.startJourney(body)).toEqual({ instanceId: "example-instance" });
    },
  ),
  interaction(
    "v2.startJourney",
    "starts a v2 journey on hosted pages (spec 4.2)",
    {
      request: { ...startRequest, context: { config: { delivery: "page" }, subject: {} } },
      response: { instanceId: "example-instance", instanceUrl: "https://pages.example/1" },
    },
    async ({ v2 }) => {
      const body = { ...journey, context: { config: { delivery: "page" as const }, subject: {} } };
      expect((await v2.startJourney(body)).instanceUrl).toBe("https://pages.example/1");
    },
  ),
  interaction(
    "v2.startJourney",
    "reports an unknown journey (spec 2.1)",
    { request: { ...startRequest, resourceId: equal("nowhere@latest") }, refusal: "UNKNOWN_RESOURCE" },
    async ({ v2 }) => {
      const body = { resourceId: "nowhere@latest", context: { config: { delivery: "api" as const }, subject: {} } };
      await expect(v2.startJourney(body)).rejects.toMatchObject({ status: 404, errors: [{ code: "4040" }] });
    },
  ),
  interaction(
    "v2.startJourney",
    "reports a missing permission (spec 5)",
    {
      given: states.missingPermission({ permission: "journey:start" }),
      request: startRequest,
      refusal: "MISSING_PERMISSION",
    },
    async ({ v2 }) => {
      const body = { ...journey, context: { config: { delivery: "api" as const }, subject: {} } };
      await expect(v2.startJourney(body)).rejects.toMatchObject({ status: 403 });
    },
  ),
  interaction(
    "v2.fetchState",
    "reads the status of a v2 instance in progress (spec 4.2)",
    { given: states.running(journey), response: { instanceId: "example-instance", status: "InProgress" } },
    async ({ v2 }, { instanceId }) => expect((await v2.fetchState({ instanceId })).status).toBe("InProgress"),
  ),
  ...(["accept", "reject", "refer"] as const).map((outcome) =>
    interaction(
      "v2.fetchState",
      `reads the outcome ${outcome} of a v2 instance (spec 4.2)`,
      {
        given: states.completed({ ...journey, outcome }),
        response: {
          instanceId: "example-instance",
          status: "Completed",
          context: {
            process: {
              result: { status: "completed", outcome: equal(spelled[outcome]), advice: {} },
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
  interaction(
    "v2.fetchState",
    "reads the status of a failed v2 instance (spec 3.1)",
    {
      given: states.failed(journey),
      response: { instanceId: "example-instance", status: oneOf("Failed", "Error") },
    },
    async ({ v2 }, { instanceId }) => {
      expect(toInstanceResult(await v2.fetchState({ instanceId })).outcome).toBe("failed");
    },
  ),
  interaction(
    "v2.fetchState",
    "reports an expired token (spec 5)",
    { given: states.expiredToken(), refusal: "EXPIRED_TOKEN" },
    async ({ v2 }, { instanceId }) => {
      await expect(v2.fetchState({ instanceId })).rejects.toMatchObject({
        status: 401,
        requestId: "example-request",
      });
    },
  ),
  interaction(
    "v2.fetchInteraction",
    "reads which elements an interaction collects (spec 2.5)",
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
  interaction(
    "v2.fetchInteraction",
    "reads processing: true while modules are running (spec 4.2)",
    { given: states.running(journey), response: { journey: { status: "InProgress" }, processing: true } },
    async ({ v2 }, { instanceId }) =>
      expect(await v2.fetchInteraction({ instanceId })).toHaveProperty("processing", true),
  ),
  interaction(
    "v2.submitInteraction",
    "submits domain elements (spec 2.9)",
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
  interaction(
    "v2.submitInteraction",
    "reports that the data of an element is missing (spec 4.2)",
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
  interaction(
    "v2.listTaskSchemas",
    "lists the tasks of a v2 instance (spec 4.2)",
    {
      given: states.waiting({ ...journey, interaction: "person" }),
      response: { instanceId: "example-instance", status: "InProgress" },
    },
    async ({ v2 }, { instanceId }) => expect((await v2.listTaskSchemas({ instanceId })).status).toBe("InProgress"),
  ),
  interaction(
    "v2.startDevice",
    "requests a connect token (spec 4.2)",
    {
      given: states.waiting({ ...journey, interaction: "person" }),
      response: { connectToken: "abc", tokenType: "connect", expiresIn: 60 },
    },
    async ({ v2 }, { instanceId }) => expect((await v2.startDevice({ instanceId })).connectToken).toBe("abc"),
  ),
  interaction(
    "v2.connectDevice",
    "exchanges a connect token for an end-user token (spec 4.2)",
    {
      given: states.connectToken(journey),
      request: { connectToken: "abc" },
      response: { endUserToken: "def", tokenType: "end-user", expiresIn: 60, instanceId: "example-instance" },
    },
    async ({ v2 }) => expect((await v2.connectDevice({ connectToken: "abc" })).endUserToken).toBe("def"),
  ),
  interaction(
    "v1.startJourney",
    "starts a v1 journey (spec 4.3)",
    {
      request: { resourceId: equal(v1Journey.resourceId), context: { config: { async: true } } },
      response: { instanceId: "example-instance" },
    },
    async ({ v1 }) => {
      const { instanceId } = await v1.startJourney({ ...v1Journey, context: { config: { async: true } } });
      expect(instanceId).toBe("example-instance");
    },
  ),
  interaction(
    "v1.fetchState",
    "reads the module outcomes of a v1 instance (spec 4.3, 9)",
    {
      given: states.completed({ ...v1Journey, outcome: "accept" }),
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
  interaction(
    "v1.fetchState",
    "reports an unknown v1 instance in the older error form (spec 7, 9)",
    {
      given: states.readings({ readings: { "v1-error-body": "older" } }),
      request: { instanceId: equal("nobody") },
      refusal: "UNKNOWN_INSTANCE",
    },
    async ({ v1 }) => {
      await expect(v1.fetchState({ instanceId: "nobody" })).rejects.toMatchObject({ status: 404, errors: [{}] });
    },
  ),
  interaction(
    "v1.listTasks",
    "lists the tasks of a v1 instance (spec 2.3)",
    {
      given: states.openTask({ ...v1Journey, variantId: "data-verification-v1" }),
      response: { status: "InProgress", tasks: [{ taskId: "task", variantId: "data-verification-v1" }] },
    },
    async ({ v1 }, { instanceId }) => expect((await v1.listTasks({ instanceId })).tasks).toHaveLength(1),
  ),
  interaction(
    "v1.fetchTaskSchema",
    "reads which elements a task requires (spec 2.4)",
    {
      given: states.openTask({ ...v1Journey, variantId: "data-verification-v1" }),
      request: { taskId: "task" },
      response: { type: "object", properties: {}, required: ["FullName"] },
    },
    async ({ v1 }) => expect((await v1.fetchTaskSchema({ taskId: "task" })).required).toEqual(["FullName"]),
  ),
  interaction(
    "v1.listTaskSchemas",
    "lists the tasks of a v1 instance with their schemas (spec 2.4)",
    {
      given: states.openTask({ ...v1Journey, variantId: "data-verification-v1" }),
      response: { status: "InProgress", tasks: [{ taskId: "task", schema: { $ref: "one" } }] },
    },
    async ({ v1 }, { instanceId }) => {
      expect((await v1.listTaskSchemas({ instanceId })).tasks).toMatchObject([{ schema: { $ref: "one" } }]);
    },
  ),
  interaction(
    "v1.updateTask",
    "completes a task (spec 2.10)",
    {
      given: states.openTask({ ...v1Journey, variantId: "data-verification-v1" }),
      request: { intent: "Complete", taskId: "task", context: { subject: person } },
      response: { instanceId: "example-instance", taskId: "task" },
    },
    async ({ v1 }, { instanceId }) => {
      const body = { intent: "Complete" as const, instanceId, taskId: "task", context: { subject: person } };
      expect(await v1.updateTask(body)).toEqual({ instanceId, taskId: "task" });
    },
  ),
];
