import { type Exchange, Har } from "@journey-kit/schemas/control";
import { endpointNames, endpointOf } from "@journey-kit/schemas/endpoints";
import { errorKinds } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { renderHar } from "./har.ts";

const exchange: Exchange = {
  sequence: 1,
  requestId: "r",
  at: "2026-01-01T12:00:00.000Z",
  startedAt: "2026-01-01T12:00:00.000Z",
  duration: 1,
  request: { method: "POST", path: "/", headers: {} },
  response: { status: 200, headers: {} },
  rules: [],
  readings: {},
};

test("an HTTP Archive names the status of each response, and shows a request without a duration as finished", async () => {
  const texts = { 200: "OK", 201: "Created", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden" };
  const others = { 404: "Not Found", 409: "Conflict", 413: "Content Too Large", 429: "Too Many Requests", 418: "" };
  const named = { ...texts, ...others };
  const statuses = Object.keys(named).map(Number);
  const { log } = await renderHar(
    statuses.map((status) => ({ ...exchange, duration: 0, response: { status, headers: {} } })),
    async () => undefined,
  );
  const { entries } = Har.parse({ log }).log;
  expect(entries.map(({ response }) => response.statusText)).toEqual(Object.values(named));
  expect(entries.map(({ time, timings }) => [time, timings.wait])).toEqual(statuses.map(() => [0.1, 0.1]));
});

test("every status of an endpoint or an error has a reason phrase", async () => {
  const toStatuses = (status: number | { readonly by: Readonly<Record<string, number>> }) =>
    typeof status === "number" ? [status] : Object.values(status.by);
  const statuses = [
    ...endpointNames.flatMap((name) => toStatuses(endpointOf(name).status)),
    ...Object.values(errorKinds).flatMap(({ status }) => toStatuses(status)),
  ];
  const exchanges = statuses.map((status) => ({ ...exchange, response: { status, headers: {} } }));
  const { log } = await renderHar(exchanges, async () => undefined);
  const unnamed = log.entries
    .filter(({ response }) => response.statusText === "")
    .map(({ response }) => response.status);
  expect(statuses.length).toBeGreaterThan(50);
  expect(unnamed).toEqual([]);
});
