import type { ElementName } from "@journey-kit/schemas/calls";
import type { ErrorName } from "@journey-kit/schemas/tables";
import { presets } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import { expect, expectTypeOf, test } from "vitest";
import { baseUrl, createTestClient, pixel, start } from "../test/journey.ts";
import { subjectOf } from "../test/people.ts";
import type { MethodName, RequestOf, V1, V2 } from "./call/methods.ts";
import { type ClientOptions, createJourneyClient } from "./client.ts";
import type { ErrorEntry } from "./errors.ts";
import type { Collect } from "./run/collect.ts";
import type { SubjectInput } from "./types/subject.ts";
import type { Status } from "./wait/result.ts";

const credentials = { clientId: "c", clientSecret: "client-secret" };
const profiles = ["specified", "observed"] as const;

test.each(profiles)(
  "runs a whole v2 journey with four submits under the profile %s (spec 3.2, 4.2)",
  async (profile) => {
    const { v2 } = createTestClient(profile);
    const { instanceId } = await v2.startJourney(start);
    const submit = async (domainElementId: string, subject: SubjectInput) => {
      const { interactionId = "" } = await v2.fetchInteraction({ instanceId });
      return v2.submitInteraction({
        instanceId,
        interactionId,
        participants: [{ domainElementId }],
        context: { subject },
      });
    };
    await submit("FullName", { identity: { firstName: "Ada", lastNames: ["Lovelace"] } });
    await submit("DateOfBirth", { identity: { dateOfBirth: "1990-12-10" } });
    await submit("PrimaryDocument", { documents: [{ type: "Primary", side1Image: pixel }] });
    expect(await submit("Selfie", { biometrics: [{ selfieImage: pixel }] })).toEqual({ status: "success" });
    const { status, context, ...top } = await v2.fetchState({ instanceId });
    expect(status).toBe("Completed");
    const result = context.process.result ?? context.result ?? top.result; // gap state-result-place
    expect(result).toMatchObject({ status: "completed", outcome: expect.stringContaining("Accept") });
  },
);

test.each(profiles)("runs a whole v1 journey under the profile %s (spec 3.3, 4.3)", async (profile) => {
  const { v1 } = createTestClient(profile);
  const { instanceId } = await v1.startJourney({
    resourceId: "identity-check-v1@latest",
    context: { config: { async: true }, subject: { documents: [], biometrics: [] } },
  });
  const { tasks } = await v1.listTasks({ instanceId });
  const { schemas } = await v1.listTaskSchemas({ instanceId });
  expect(Object.keys(schemas)).toHaveLength(tasks.length);
  const subject = subjectOf("Lovelace");
  for (const { taskId } of tasks) {
    expect(await v1.fetchTaskSchema({ taskId })).toMatchObject({ type: "object" });
    const updated = await v1.updateTask({ intent: "Complete", instanceId, taskId, context: { subject } });
    expect(updated).toEqual({ instanceId, taskId });
  }
  expect((await v1.fetchState({ instanceId })).status).toBe("Completed");
});

test("withResponse returns the status, the headers and the request id with the body (spec 7)", async () => {
  const answer = await createTestClient().v2.startJourney(start).withResponse();
  expect(answer.status).toBe(201);
  expect(answer.requestId).toBe(answer.headers.get("x-request-id"));
  expect(answer.body.instanceId).toMatch(/^[\w-]{16,64}$/);
});

test("exchanges a connect token for an end-user token, and calls an endpoint with that token (spec 5)", async () => {
  const { fetch, world } = createSimulator({ latency: 0, profile: { readings: { "interaction-token": "end-user" } } });
  const auth = { clientId: "device", clientSecret: "device-secret" };
  const { v2 } = createJourneyClient({ baseUrl, authUrl: baseUrl, auth, fetch });
  const { instanceId } = await v2.startJourney(start);
  await expect(v2.fetchInteraction({ instanceId })).rejects.toMatchObject({ name: "ApiError", status: 403 });
  const { connectToken } = await v2.startDevice({ instanceId });
  const { endUserToken } = await v2.connectDevice({ connectToken });
  expect(await v2.fetchInteraction({ instanceId }, { token: endUserToken })).toMatchObject({ instanceId });
  expect(await world("device").instance(instanceId).log()).toHaveLength(1);
});

test("calls device/start at the path that the chosen reading defines, and throws if the reading excludes the endpoint", async () => {
  const { fetch } = createSimulator({ profile: "observed" });
  const options = { baseUrl, authUrl: baseUrl, auth: { clientId: "device", clientSecret: "device-secret" }, fetch };
  const observed = createJourneyClient({ ...options, readings: presets.observed });
  const { instanceId } = await observed.v2.startJourney(start);
  expect(await observed.v2.startDevice({ instanceId })).toMatchObject({ tokenType: "connect" });
  await expect(createJourneyClient(options).v2.startDevice({ instanceId })).rejects.toMatchObject({ name: "ApiError" });
  const absent = createJourneyClient({ ...options, readings: { "device-start": "absent" } });
  await expect(absent.v2.startDevice({ instanceId })).rejects.toThrow(TypeError);
});

test("the profile `specified` contains the readings that the client uses by default", async () => {
  expect(presets.specified).toMatchObject({ "device-start": "device", "expires-in-unit": "seconds" });
});

test("sends JSON with the caller's token and headers to the endpoint's address (spec 4)", async () => {
  const sent: Request[] = [];
  const client = createJourneyClient({
    baseUrl: "https://eu.example/",
    auth: async () => "brought-along",
    fetch: async (request) => {
      sent.push(request);
      return Response.json({ instanceId: "i" }, { status: 201 });
    },
  });
  const headers = { "X-Request-ID": "r-1", "Content-Type": "text/plain", Authorization: "Basic other" };
  await client.v2.startJourney(start, { headers });
  const [request] = sent;
  expect(request?.url).toBe("https://eu.example/v2/captain/journey/start");
  expect(request?.method).toBe("POST");
  expect(request?.redirect).toBe("manual");
  expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
    authorization: "Bearer brought-along",
    "content-type": "application/json",
    "x-request-id": "r-1",
  });
  expect(await request?.json()).toEqual(start);
});

test("sends the client's headers with every request, unless a call overrides them", async () => {
  const sent: (readonly [string, string | null, string | null])[] = [];
  const client = createJourneyClient({
    baseUrl: "https://eu.example",
    authUrl: "https://auth.example",
    auth: { clientId: "c", clientSecret: "client-secret" },
    headers: { "X-Gateway": "g-1", "X-Request-ID": "of the client", Authorization: "Basic other" },
    fetch: async ({ url, headers }) => {
      sent.push([new URL(url).host, headers.get("x-gateway"), headers.get("x-request-id")]);
      if (!url.includes("auth")) expect(headers.get("authorization")).toBe("Bearer t");
      return Response.json({ access_token: "t", expires_in: 60 });
    },
  });
  await client.v2.fetchState({ instanceId: "i" }, { headers: { "X-Request-ID": "of the call" } });
  expect(sent).toEqual([
    ["auth.example", "g-1", "of the client"],
    ["eu.example", "g-1", "of the call"],
  ]);
});

test.each<[string, object]>([
  ["baseUrl", { baseUrl: "https://user:pass-word@eu.example" }],
  ["baseUrl", { baseUrl: "eu.example/pass-word" }],
  ["baseUrl", { baseUrl: "ftp://pass-word.example" }],
  ["baseUrl", { baseUrl: undefined }],
  ["baseUrl", {}],
  ["authUrl", { baseUrl, auth: { clientId: "c", clientSecret: "pass-word" } }],
])("if the option %s is not a valid URL, the error names the option and does not quote its value", (option, wrong) => {
  const create = () => createJourneyClient({ auth: () => "t", ...wrong } as ClientOptions); // as untyped code can do
  expect(create).toThrow(TypeError);
  expect(create).toThrow(`Invalid ${option}: expected an http(s) URL without credentials.`);
});

const times = [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, "5000", null];
const counts = [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, "3", null];
const ranges = {
  timeoutMs: "a number from 1",
  requestTimeoutMs: "a number from 1",
  maxRetries: "a whole number from 0",
};

test.each([
  ...[...times, 0.5].map((value) => ["timeoutMs", value] as const),
  ...times.map((value) => ["requestTimeoutMs", value] as const),
  ...counts.map((value) => ["maxRetries", value] as const),
])("rejects the option %s: %j of a client or a call, and sends nothing", async (option, value) => {
  const message = `Invalid ${option}: expected ${ranges[option]} to 2147483647.`;
  let requests = 0;
  const fetch = async () => {
    requests += 1;
    return Response.json({ access_token: "t", expires_in: 60 });
  };
  const create = (wrong: object) =>
    createJourneyClient({ baseUrl, authUrl: baseUrl, auth: credentials, fetch, ...wrong });
  const wrong = { [option]: value };
  expect(() => create(wrong)).toThrow(new TypeError(message));
  await expect(create({}).v2.fetchState({ instanceId: "i" }, wrong)).rejects.toThrow(new TypeError(message));
  expect(requests).toBe(0);
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, "30000"])("rejects expiryMarginMs: %j", (expiryMarginMs) => {
  const options = { baseUrl, authUrl: baseUrl, auth: credentials, expiryMarginMs } as ClientOptions; // as untyped code can do
  const message = "Invalid expiryMarginMs: expected a number from 0 to 2147483647.";
  expect(() => createJourneyClient(options)).toThrow(new TypeError(message));
});

test("accepts numbers at the ends of their ranges, fractions of milliseconds, and undefined", () => {
  const lowest = { timeoutMs: 1, requestTimeoutMs: 1.5, maxRetries: 0 };
  const highest = { timeoutMs: 2 ** 31 - 1, requestTimeoutMs: undefined, maxRetries: 10 };
  for (const limits of [lowest, highest]) createJourneyClient({ baseUrl, auth: () => "t", ...limits });
});

test("has one typed method for each v1 and v2 endpoint (spec 4.2, 4.3)", () => {
  const client = createTestClient();
  type Methods = `v1.${keyof V1}` | `v2.${keyof V2}`;
  expectTypeOf<Methods>().toEqualTypeOf<MethodName>();
  expectTypeOf(client.v2.submitInteraction).returns.resolves.toHaveProperty("status").toEqualTypeOf<"success">();
  expectTypeOf(client.v1.listTasks).returns.resolves.toHaveProperty("instanceId").toEqualTypeOf<string>();
  // @ts-expect-error the password grant needs a password
  void (() => createJourneyClient({ baseUrl, authUrl: baseUrl, auth: { ...credentials, username: "u" } }));
  // @ts-expect-error credentials need the address of the token service
  void (() => createJourneyClient({ baseUrl, auth: { clientId: "c", clientSecret: "s" } }));
});

test("types contain the values in the specification, and types of received values also allow other strings", () => {
  type Start = RequestOf<"v2.startJourney">["context"];
  type Identity = NonNullable<NonNullable<Start["subject"]>["identity"]>;
  expectTypeOf<Start["config"]["delivery"]>().toEqualTypeOf<"api" | "page">();
  expectTypeOf<RequestOf<"v1.updateTask">["intent"]>().toEqualTypeOf<"Complete">();
  expectTypeOf<Identity["firstName"]>().toEqualTypeOf<string | undefined>(); // a misspelt name would be `unknown`
  // A plain `string` has no literals, so an editor would suggest nothing.
  expectTypeOf<Status>().extract<"InProgress" | "Paused">().toEqualTypeOf<"InProgress" | "Paused">();
  expectTypeOf<ErrorEntry["name"]>().extract<ErrorName>().toEqualTypeOf<ErrorName>();
  expectTypeOf<Parameters<Collect>[0]>().extract<ElementName>().toEqualTypeOf<ElementName>();
  expectTypeOf<"Of-Another-Day">().toExtend<Status & ErrorEntry["name"] & Parameters<Collect>[0]>();
});
