import { expect, test } from "vitest";
import { createTestClient, start } from "../../test/journey.ts";
import { createJourneyClient } from "../client.ts";
import { ApiError } from "./api.ts";

const clientAnswering = (response: Response) =>
  createJourneyClient({
    baseUrl: "https://eu.example",
    auth: () => "token",
    fetch: async () => response,
    maxRetries: 0,
  });

async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.catch((reason: unknown) => reason);
  if (error instanceof ApiError) return error;
  throw new Error("expected a refusal", { cause: error });
}

test("reports every entry of a refusal, with status and request id (spec 7)", async () => {
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
  expect(error.message).toMatch(/^v2\.startJourney answered 400 MISSING_FIELD: .*\(request [\w-]{36}\)$/);
});

test("normalises the older v1 form (spec 9; gap v1-error-body)", async () => {
  const error = await refusal(createTestClient().v1.fetchState({ instanceId: "unknown" }));
  expect(error.status).toBe(404);
  expect(error.errors).toEqual([{ name: "UNKNOWN_INSTANCE", problem: expect.any(String) }]);
});

test("keeps words that the specification does not list (gap error-location-values)", async () => {
  const entry = { code: "9999", name: "NEVER_SEEN", problem: "Odd.", action: "Wait.", location: "Cupboard" };
  const client = clientAnswering(Response.json({ errors: [{ ...entry, more: 1 }] }, { status: 418 }));
  expect(await refusal(client.v2.startJourney(start))).toMatchObject({ status: 418, errors: [entry] });
});

test.each([
  ["an empty body", new Response(null, { status: 502 })],
  ["a page", new Response("<h1>Bad gateway</h1>", { status: 502 })],
  ["null", Response.json(null, { status: 502 })],
  ["entries that are not objects", Response.json({ errors: "many" }, { status: 502 })],
])("has no entries if the body is %s (spec 7)", async (_, response) => {
  const error = await refusal(clientAnswering(response).v2.fetchState({ instanceId: "i" }));
  expect(error).toMatchObject({ status: 502, errors: [], requestId: undefined });
  expect(error.message).toBe("v2.fetchState answered 502");
});

test("reads the valid parts of a malformed entry", async () => {
  const errors = [null, { code: 4002, name: 1n.toString(), problem: ["x"] }];
  const error = await refusal(clientAnswering(Response.json({ errors }, { status: 400 })).v2.startJourney(start));
  expect(error.errors).toEqual([
    { name: "", problem: "" },
    { code: "4002", name: "1", problem: "" },
  ]);
});

test("treats a success that is not JSON as an error with its status", async () => {
  const error = await refusal(
    clientAnswering(new Response("fine", { status: 200 })).v2.fetchState({ instanceId: "i" }),
  );
  expect(error).toMatchObject({ status: 200, errors: [] });
});
