import { ErrorBody } from "@journey-kit/schemas";
import { expect, it } from "vitest";
import type { AnsweredRequest } from "../../context/context.ts";
import { UnavailableError } from "../../database/database.ts";
import { createSimulator } from "../../simulator.ts";
import { createLazyApp } from "./lazy-app.ts";

/** A lazy app, how often it loaded the service, and what it reported. */
function open() {
  const reported: AnsweredRequest[] = [];
  const onRequest = (request: AnsweredRequest) => void reported.push(request);
  const { app: service } = createSimulator({ onRequest });
  let loads = 0;
  const app = createLazyApp(
    async () => {
      loads += 1;
      await Promise.resolve();
      return service;
    },
    { onRequest },
  );
  const send = async (path: string, method = "GET") => app.fetch(new Request(`http://localhost${path}`, { method }));
  return { send, load: app.load, service, reported, loads: () => loads };
}

const immediate = () => new Promise((resolve) => setImmediate(resolve));

it("responds to a health check before the service is loaded, and then loads the service", async () => {
  const { send, loads } = open();
  const response = await send("/_sim/health");
  expect(await response.json()).toEqual({ status: "alive" });
  expect(loads()).toBe(0);
  await immediate();
  expect(loads()).toBe(1);
});

it("refuses a readiness check while the service is not loaded, and then loads the service", async () => {
  const { send, load, loads, reported } = open();
  const early = await send("/_sim/ready");
  expect([early.status, early.headers.get("retry-after"), loads()]).toEqual([503, "1", 0]);
  expect(ErrorBody.parse(await early.json()).errors[0]?.name).toBe("NOT_READY");
  expect(reported).toMatchObject([{ endpoint: "readReadiness", status: 503, error: "NOT_READY" }]);
  expect(reported[0]?.id).toBe(early.headers.get("x-request-id"));
  await immediate();
  expect(loads()).toBe(1);
  await load();
  const late = await send("/_sim/ready");
  expect([late.status, await late.json()]).toEqual([200, { status: "ready" }]);
});

it.each(["GET", "HEAD"])(
  "sends and reports the same response to a %s health check before and after the service is loaded",
  async (method) => {
    const { send, reported } = open();
    const early = await send("/_sim/health", method);
    await send("/_sim/worlds");
    const late = await send("/_sim/health", method);
    const toHeaders = ({ headers }: Response) =>
      Object.fromEntries([...headers].map(([name, value]) => [name, name === "x-request-id" ? value.length : value]));
    expect([early.status, await early.text(), toHeaders(early)]).toEqual([
      late.status,
      await late.text(),
      toHeaders(late),
    ]);
    const [first, , last] = reported.map((request) => ({ ...request, id: "", duration: 0 }));
    expect(first).toEqual(last);
  },
);

it.each([
  ["/_sim/health", "POST"],
  ["/eu/_sim/health", "GET"],
  ["/_sim/ready", "POST"],
  ["/_sim/worlds", "GET"],
  ["/v2/captain/journey/start", "POST"],
])(
  "loads the service for a request to %s with the method %s, and returns the service's response",
  async (path, method) => {
    const { send, service, loads } = open();
    const response = await send(path, method);
    expect(loads()).toBe(1);
    const expected = await service.request(`http://localhost${path}`, { method });
    expect([response.status, await response.text()]).toEqual([expected.status, await expected.text()]);
  },
);

it("loads the service only once if `load` is called before any request", async () => {
  const { send, load, loads } = open();
  await Promise.all([load(), load()]);
  await send("/_sim/worlds");
  expect(loads()).toBe(1);
});

it.each([
  [new UnavailableError("PostgreSQL cannot be reached."), 503, "STORE_UNAVAILABLE", "1"],
  [new TypeError("Ada"), 500, "INTERNAL_ERROR", null],
] as const)(
  "refuses requests while the service cannot be loaded (%s), and responds to them once it is loaded",
  async (failure, status, name, retryAfter) => {
    const reported: AnsweredRequest[] = [];
    const errors: unknown[] = [];
    const { app: service } = createSimulator();
    let isDown = true;
    const app = createLazyApp(async () => (isDown ? Promise.reject(failure) : service), {
      onRequest: (request) => reported.push(request),
      onError: (error) => errors.push(error),
    });
    const ask = async (path: string) => app.fetch(new Request(`http://localhost${path}`));
    await app.load();
    const refused = await ask("/_sim/worlds");
    const body = ErrorBody.parse(await refused.json());
    expect([refused.status, body.errors[0]?.name, refused.headers.get("retry-after")]).toEqual([
      status,
      name,
      retryAfter,
    ]);
    expect(reported).toMatchObject([{ method: "GET", status, error: name }]);
    expect(errors).toEqual([failure, failure]);
    expect((await ask("/_sim/ready")).status).toBe(503);
    await immediate();
    isDown = false;
    expect((await ask("/_sim/worlds")).status).toBe(200);
    expect((await ask("/_sim/ready")).status).toBe(200);
  },
);

it("loads the service once for several waiting requests, and responds to all of them", async () => {
  const { send, loads } = open();
  const done: string[] = [];
  const paths = ["/_sim/worlds", "/_sim/gaps", "/_sim/journeys"];
  await Promise.all(paths.map((path) => send(path).then(() => done.push(path))));
  expect(loads()).toBe(1);
  expect(done.toSorted()).toEqual(paths.toSorted());
});
