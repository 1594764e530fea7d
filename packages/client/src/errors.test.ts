import { expect, test } from "vitest";
import { createTestClient, start } from "../test/journey.ts";
import { createRedact } from "./call/response.ts";
import { type ClientOptions, createJourneyClient } from "./client.ts";
import { createSimulatorControl } from "./control.ts";
import * as client from "./index.ts";
import { createValidate } from "./validate.ts";

const { ApiError, JourneyError } = client;

const clientAnswering = (response: Response) =>
  createJourneyClient({
    baseUrl: "https://eu.example",
    auth: () => "token",
    fetch: async () => response,
    maxRetries: 0,
  });

async function refusal(call: Promise<unknown>): Promise<client.ApiError> {
  const error: unknown = await call.catch((reason: unknown) => reason);
  if (error instanceof ApiError) return error;
  throw new Error("expected a refusal", { cause: error });
}

test("an ApiError contains the status, the request id and every error in the response body (spec 7)", async () => {
  const { v2 } = createTestClient();
  // @ts-expect-error a v2 start requires `delivery`
  const error = await refusal(v2.startJourney({ ...start, context: { config: {}, subject: {} } }));
  expect(error).toMatchObject({ route: "v2.startJourney", status: 400 });
  expect(error.errors).toEqual([
    {
      code: "4002",
      name: "MISSING_FIELD",
      problem: expect.stringContaining("context.config.delivery"),
      action: expect.any(String),
      location: "Body",
    },
  ]);
  expect(error.requestId).toMatch(/^[\w-]{36}$/);
  expect(error.message).toMatch(/^v2\.startJourney responded with 400 MISSING_FIELD: .*\(request [\w-]{36}\)$/);
});

test("reads an error body in the older v1 form (spec 9; gap v1-error-body)", async () => {
  const error = await refusal(createTestClient().v1.fetchState({ instanceId: "unknown" }));
  expect(error.status).toBe(404);
  expect(error.errors).toEqual([{ name: "UNKNOWN_INSTANCE", problem: expect.any(String) }]);
});

test("accepts error names and locations that the specification does not list (gap error-location-values)", async () => {
  const entry = { code: "9999", name: "NEVER_SEEN", problem: "Odd.", action: "Wait.", location: "Cupboard" };
  const client = clientAnswering(Response.json({ errors: [{ ...entry, more: 1 }] }, { status: 418 }));
  expect(await refusal(client.v2.startJourney(start))).toMatchObject({ status: 418, errors: [entry] });
});

test.each([
  ["empty", new Response(null, { status: 502 })],
  ["an HTML page", new Response("<h1>Bad gateway</h1>", { status: 502 })],
  ["null", Response.json(null, { status: 502 })],
  ["an object whose `errors` is a string", Response.json({ errors: "many" }, { status: 502 })],
])("an ApiError has an empty list of errors if the body is %s (spec 7)", async (_, response) => {
  const error = await refusal(clientAnswering(response).v2.fetchState({ instanceId: "i" }));
  expect(error).toMatchObject({ status: 502, errors: [], requestId: undefined });
  expect(error.message).toBe("v2.fetchState responded with 502");
});

test("reads the valid members of a malformed error", async () => {
  const errors = [null, { code: 4002, name: 1n.toString(), problem: ["x"] }];
  const error = await refusal(clientAnswering(Response.json({ errors }, { status: 400 })).v2.startJourney(start));
  expect(error.errors).toEqual([
    { name: "", problem: "" },
    { code: "4002", name: "1", problem: "" },
  ]);
});

test("throws an ApiError for a 2xx response that is not JSON", async () => {
  const error = await refusal(
    clientAnswering(new Response("fine", { status: 200 })).v2.fetchState({ instanceId: "i" }),
  );
  expect(error).toMatchObject({ status: 200, errors: [] });
});

const offline = new TypeError("fetch failed");
const common = { baseUrl: "https://eu.example", auth: () => "token", maxRetries: 0 };
const refuse = async () => Response.json({ error: "invalid_client" }, { status: 401 });
const state = { instanceId: "instance-00000001" };

const fail = () => Promise.reject(offline);
const secret = { authUrl: "https://auth.example", auth: { clientId: "c", clientSecret: "client-secret" } };
const fetchWith = (options: Partial<ClientOptions>) =>
  createJourneyClient({ ...common, ...options } as ClientOptions).v2.fetchState(state);

/** For each error class, a call that throws an error of this class. */
const thrown: Readonly<Record<string, () => Promise<unknown>>> = {
  ApiError: () => fetchWith({ fetch: refuse }),
  AuthError: () => fetchWith({ ...secret, fetch: refuse }),
  ConnectionError: () => fetchWith({ fetch: fail }),
  TimeoutError: () => fetchWith({ fetch: () => new Promise(() => {}), requestTimeoutMs: 1 }),
  UnknownOutcomeError: () => createJourneyClient({ ...common, fetch: fail }).v2.startJourney(start),
  ValidationError: () =>
    fetchWith({ fetch: async () => Response.json({ instanceId: 7 }), validate: createValidate("specified") }),
};

test.each(Object.entries(thrown))(
  "a thrown %s is a JourneyError and has its class name as its `name`",
  async (name, call) => {
    const error: unknown = await call().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(JourneyError);
    expect(error).toMatchObject({ name });
  },
);

test("a failed connection to the service or the control API throws a ConnectionError with fetch's error as the cause", async () => {
  const expected = { name: "ConnectionError", cause: offline };
  await expect(fetchWith({ fetch: fail })).rejects.toMatchObject({ ...expected, route: "v2.fetchState" });
  const control = createSimulatorControl({ baseUrl: "http://127.0.0.1:4010", fetch: fail });
  await expect(control.health()).rejects.toMatchObject({ ...expected, route: "readHealth" });
});

test("an invalid option throws a TypeError before anything is sent", async () => {
  let sent = 0;
  const fetch = async () => {
    sent += 1;
    return Response.json({});
  };
  const mistakes: readonly (() => Promise<unknown>)[] = [
    () => fetchWith({ baseUrl: "eu.example", fetch }),
    () => fetchWith({ headers: { "X-Name": "two\nlines" }, fetch }),
    () => fetchWith({ auth: () => "two\nlines", fetch }),
    () => client.waitForCompletion(createJourneyClient({ ...common, fetch }), "i", { intervalMs: 0 }),
  ];
  for (const mistake of mistakes) {
    const error: unknown = await Promise.resolve()
      .then(mistake)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).not.toBeInstanceOf(JourneyError);
  }
  expect(sent).toBe(0);
});

test("redacts secrets, raw and form-encoded, and words of more than 64 characters (spec 5)", () => {
  const redact = createRedact(["s+&", ""]);
  expect(redact("a s+& and s%2B%26")).toBe("a [redacted] and [redacted]");
  expect(redact(`${"a".repeat(64)} ${"b".repeat(65)}`)).toBe(`${"a".repeat(64)} [redacted]`);
});

test("reads the description of an error in the form of a token endpoint (RFC 6749 5.2; gap token-error-body)", async () => {
  const body = { error: "invalid_request", error_description: "Wrong scope." };
  const error = await refusal(clientAnswering(Response.json(body, { status: 400 })).v2.fetchState({ instanceId: "i" }));
  expect(error.errors).toEqual([{ name: "invalid_request", problem: "Wrong scope." }]);
});
