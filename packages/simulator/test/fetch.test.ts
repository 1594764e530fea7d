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
])("`fetch` accepts an address as %s, together with request options", async (_, url) => {
  const response = await createSimulator().fetch(url, { method: "POST", body: form });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ token_type: "Bearer" });
});

test("`fetch` sends a GET request if it gets only an address", async () => {
  expect((await createSimulator().fetch(`${address}/_sim/health`)).status).toBe(200);
});

test("`fetch` applies options to a Request, as the global fetch does", async () => {
  const request = new Request(`${address}/as/token.oauth2`);
  expect((await createSimulator().fetch(request, { method: "POST", body: form })).status).toBe(200);
});

test("`fetch` accepts a request that is not an instance of the global Request", async () => {
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

test("`fetch` ignores the bindings that a server passes after the request", async () => {
  const request = new Request(`${address}/as/token.oauth2`, { method: "POST", body: form });
  expect((await createSimulator().fetch(request, { incoming: {}, outgoing: {} })).status).toBe(200);
  expect(request.bodyUsed).toBe(true);
});

test("`fetch` rejects a relative address", async () => {
  await expect(createSimulator().fetch("/_sim/health")).rejects.toThrow("Failed to parse URL");
});

test("`fetch` has a type that fits both the global fetch and a function that takes a Request", () => {
  expectTypeOf<Simulator["fetch"]>().toExtend<typeof globalThis.fetch>();
  expectTypeOf<Simulator["fetch"]>().toExtend<(request: Request) => Promise<Response>>();
  expectTypeOf<Simulator["fetch"]>().toExtend<
    (request: Request, bindings: { incoming: object }) => Promise<Response>
  >();
});

test.each([
  [
    "the signal of the request",
    (url: string, signal: AbortSignal) => new Request(url, { method: "POST", body: form, signal }),
  ],
  ["the signal in the options", (url: string) => new Request(url, { method: "POST", body: form })],
])("`fetch` rejects with the abort reason when %s aborts during a delay", async (_, toRequest) => {
  const simulator = createSimulator();
  await simulator
    .world("me")
    .faults.set({ rules: [{ when: { endpoint: "token.requestToken" }, then: { type: "delay", ms: 60_000 } }] });
  const controller = new AbortController();
  const { signal } = controller;
  const response = simulator.fetch(toRequest(`${address}/as/token.oauth2`, signal), { signal });
  simulator.events(({ event }) => event === "exchange" && controller.abort(new RangeError("enough")));
  await expect(response).rejects.toThrow(new RangeError("enough"));
  await expect(simulator.fetch(`${address}/_sim/health`, { signal })).rejects.toThrow(new RangeError("enough"));
});
