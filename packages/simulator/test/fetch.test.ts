import { expect, expectTypeOf, test } from "vitest";
import { createSimulator, type Simulator } from "../src/index.ts";

const address = "http://eu.localhost";
const form = new URLSearchParams({
  grant_type: "client_credentials",
  scope: "service.token",
  client_id: "me",
  client_secret: "any",
});

test.each<[string, string | URL]>([
  ["text", `${address}/as/token.oauth2`],
  ["a URL", new URL(`${address}/as/token.oauth2`)],
])("accepts an address as %s, with the options of the request", async (_, url) => {
  const response = await createSimulator().fetch(url, { method: "POST", body: form });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ token_type: "Bearer" });
});

test("sends a GET request to an address without options", async () => {
  expect((await createSimulator().fetch(`${address}/_sim/health`)).status).toBe(200);
});

test("applies options to a Request, as the global fetch does", async () => {
  const request = new Request(`${address}/as/token.oauth2`);
  expect((await createSimulator().fetch(request, { method: "POST", body: form })).status).toBe(200);
});

test("accepts a request that is not an instance of the global Request", async () => {
  const request = new Request(`${address}/as/token.oauth2`, { method: "POST", body: form });
  const other: Request = new Proxy(request, {
    getPrototypeOf: () => Object.prototype,
    get: (_, name) => {
      const value: unknown = Reflect.get(request, name, request);
      return typeof value === "function" ? value.bind(request) : value;
    },
  });
  expect(other).not.toBeInstanceOf(Request);
  expect((await createSimulator().fetch(other)).status).toBe(200);
});

test("ignores the bindings that a server passes after the request", async () => {
  const request = new Request(`${address}/as/token.oauth2`, { method: "POST", body: form });
  expect((await createSimulator().fetch(request, { incoming: {}, outgoing: {} })).status).toBe(200);
  expect(request.bodyUsed).toBe(true);
});

test("rejects a relative address", async () => {
  await expect(createSimulator().fetch("/_sim/health")).rejects.toThrow("Failed to parse URL");
});

test("has the type of the global fetch, and of a function that takes a Request", () => {
  expectTypeOf<Simulator["fetch"]>().toExtend<typeof globalThis.fetch>();
  expectTypeOf<Simulator["fetch"]>().toExtend<(request: Request) => Promise<Response>>();
  expectTypeOf<Simulator["fetch"]>().toExtend<
    (request: Request, bindings: { incoming: object }) => Promise<Response>
  >();
});

test.each([
  [
    "a signal of the request",
    (url: string, signal: AbortSignal) => new Request(url, { method: "POST", body: form, signal }),
  ],
  ["a signal of a call", (url: string) => new Request(url, { method: "POST", body: form })],
])("rejects with the reason when %s aborts during a delay, as the global fetch does", async (_, toRequest) => {
  const simulator = createSimulator();
  await simulator
    .world("me")
    .faults.set({ rules: [{ when: { endpoint: "token.requestToken" }, then: { delay: 60_000 } }] });
  const controller = new AbortController();
  const { signal } = controller;
  const response = simulator.fetch(toRequest(`${address}/as/token.oauth2`, signal), { signal });
  simulator.events(({ event }) => event === "exchange" && controller.abort(new RangeError("enough")));
  await expect(response).rejects.toThrow(new RangeError("enough"));
  await expect(simulator.fetch(`${address}/_sim/health`, { signal })).rejects.toThrow(new RangeError("enough"));
});
