import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { sendRequest, toDraft, toRequest } from "./attempt.ts";
import { type DocumentName, toOperations } from "./operations.ts";

const baseUrl = "http://simulator.localhost";
const { fetch, world } = createSimulator();

async function operationOf(name: DocumentName, id: string) {
  const response = await fetch(new Request(`${baseUrl}/_sim/openapi/${name}.json`));
  const operation = toOperations(name, await response.json()).find((one) => one.id === id);
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  return operation;
}

test("the token endpoint accepts its example as a form (spec 4.1)", async () => {
  const operation = await operationOf("token", "token.requestToken");
  const draft = toDraft(operation, { world: "acme" });
  const { status, body } = await sendRequest(fetch, toRequest(baseUrl, operation, draft));
  expect(status).toBe(200);
  expect(body).toMatchObject({ access_token: expect.any(String) });
});

test("the start endpoint accepts its example with a token and a resource id from the world (spec 4.2)", async () => {
  const token = await operationOf("token", "token.requestToken");
  const { body } = await sendRequest(fetch, toRequest(baseUrl, token, toDraft(token, { world: "acme" })));
  const { access_token: accessToken } = body as { access_token: string }; // the test above checks it
  const start = await operationOf("v2", "v2.startJourney");
  const draft = toDraft(start, { world: "acme", resourceIds: ["full-kyc@latest"] });
  const { status, requestId, headers } = await sendRequest(fetch, toRequest(baseUrl, start, draft, accessToken));
  expect(status).toBe(201);
  expect(new Headers(headers.map(([name, value]) => [name, value])).get("x-sim-basis")).toContain("v2-start-201");
  const { requests } = await world("acme").requests.list();
  expect(requests.map((exchange) => exchange.requestId)).toContain(requestId);
  expect((await world("acme").instances()).instances.map(({ journey }) => journey)).toEqual(["full-kyc"]);
});

test("sends a malformed body unchanged", async () => {
  const start = await operationOf("v2", "v2.startJourney");
  const { status } = await sendRequest(fetch, toRequest(baseUrl, start, { parameters: {}, body: "{" }, "token"));
  expect(status).toBe(401);
  expect(await toRequest(baseUrl, start, { parameters: {}, body: "{" }).text()).toBe("{");
});

test("fills in path parameters and omits empty query parameters", async () => {
  const list = await operationOf("control", "listRequests");
  const { parameters } = toDraft(list, { world: "a b" });
  const request = toRequest(baseUrl, list, { parameters: { ...parameters, limit: "5", status: "" }, body: "" });
  expect(request.url).toBe(`${baseUrl}/_sim/worlds/a%20b/requests?limit=5`);
});

test("replaces the ids in an example and adds no others", async () => {
  const fetchState = await operationOf("v2", "v2.fetchState");
  expect(toDraft(fetchState, { world: "acme", instanceId: "sim_1", taskId: "t" }).body).toBe(
    JSON.stringify({ instanceId: "sim_1" }, null, 2),
  );
});

test("keeps the journey in an example if that journey is published", async () => {
  const start = await operationOf("v2", "v2.startJourney");
  const resourceIds = ["full-kyc@latest", "document-and-selfie@latest"];
  expect(JSON.parse(toDraft(start, { world: "acme", resourceIds }).body).resourceId).toBe("document-and-selfie@latest");
});

test("if the connection breaks, reports that no complete response arrived", async () => {
  const failing = () => Promise.reject(new TypeError("Failed to fetch"));
  const request = new Request(baseUrl);
  await expect(sendRequest(failing, request)).rejects.toThrow("No complete response arrived.");
});
