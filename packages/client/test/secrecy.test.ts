import { inspect } from "node:util";
import type { FaultAction } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../vitest.shared.ts";
import type { Fetch } from "../src/call/response.ts";
import { createJourneyClient } from "../src/client.ts";
import { toPlan } from "./fault.ts";
import { baseUrl, pixel, start } from "./journey.ts";

const secret = fc.string({ unit: "grapheme", minLength: 8, maxLength: 40 }).map((text) => `§${text}§`);
const token = fc.stringMatching(/^[!-~]{12,300}$/);

/** Formats a value in every way that a log may use. */
const written = (value: unknown): string =>
  [
    String(value),
    JSON.stringify(value),
    inspect(value, { depth: 9, showHidden: true }),
    value instanceof Error ? `${value.stack} ${inspect(value.cause)}` : "",
  ].join("\n");

/** Creates a service that quotes every request in each text field of the response. */
const quoting =
  (shape: "errors" | "v1" | "oauth" | "text", status: number): Fetch =>
  async (request) => {
    const text = `${await request.text()} ${request.headers.get("authorization")}`;
    const form = Object.fromEntries(new URLSearchParams(text));
    const all = `${text} ${Object.values(form).join(" ")}`;
    const entry = { code: all, name: all, problem: all, action: all, location: all };
    const bodies = {
      errors: { errors: [entry, entry] },
      v1: { status, message: all, error: all },
      oauth: { error: all, error_description: all },
      text: all,
    };
    const headers = { "x-request-id": request.headers.get("authorization") ?? "" };
    return Response.json(bodies[shape], { status, headers });
  };

const service = fc.tuple(fc.constantFrom("errors", "v1", "oauth", "text"), fc.constantFrom(200, 400, 401, 500));

test("no error contains a client secret or a password, whatever the token endpoint returns", async () => {
  await fc.assert(
    fc.asyncProperty(secret, secret, service, async (clientSecret, password, [shape, status]) => {
      const client = createJourneyClient({
        baseUrl: "https://eu.example",
        authUrl: "https://auth.example",
        auth: { clientId: "me", clientSecret, username: "u", password },
        fetch: quoting(shape, status),
        maxRetries: 0,
      });
      const error = await client.v2.startJourney(start).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: "AuthError" });
      for (const hidden of [clientSecret, password]) {
        expect(written(error)).not.toContain(hidden);
        expect(written(error)).not.toContain(`${new URLSearchParams({ "": hidden })}`.slice(1));
      }
    }),
    { numRuns: 200 },
  );
});

test("no error contains a token, whatever the service returns", async () => {
  await fc.assert(
    fc.asyncProperty(token, token, service, async (own, connectToken, [shape, status]) => {
      const fetch = quoting(shape, Math.max(status, 400));
      const client = createJourneyClient({ baseUrl: "https://eu.example", auth: () => own, fetch, maxRetries: 0 });
      const calls = [client.v1.listTasks({ instanceId: "i" }), client.v2.connectDevice({ connectToken })];
      for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
        expect(reason).toMatchObject({ name: "ApiError" });
        expect(written(reason)).not.toContain(own);
        expect(written(reason)).not.toContain(connectToken);
      }
    }),
    { numRuns: 200 },
  );
});

test("printing a client does not show its client secret", () => {
  const auth = { clientId: "me", clientSecret: "client-secret" };
  const client = createJourneyClient({ baseUrl: "https://eu.example", authUrl: "https://auth.example", auth });
  expect(written(client)).not.toContain("client-secret");
});

test.each(["two\nlines", "two words", "ümlaut", ""])(
  "rejects a token that is not a valid header value, without quoting it",
  async (own) => {
    const client = createJourneyClient({
      baseUrl: "https://eu.example",
      auth: () => own,
      fetch: quoting("errors", 400),
    });
    for (const call of [client.v2.startJourney(start), client.v2.startJourney(start, { token: own })]) {
      const error = await call.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(TypeError);
      if (own !== "") expect(written(error)).not.toContain(own);
    }
  },
);

const faults = fc.constantFrom<FaultAction>(
  { type: "dropResponse" },
  { type: "resetConnection" },
  { type: "truncate", characters: 9 },
  { type: "invalidJson" },
  { type: "status", status: 500 },
  { type: "status", status: 429, retryAfter: 1 },
  {
    type: "status",
    status: 400,
    body: { errors: [{ code: "4002", name: "MISSING_FIELD", problem: pixel, action: pixel }] },
  },
  { type: "revokeToken" },
);

test("errors and calls of onExchange contain no secret, token or image, whatever fault occurs", async () => {
  const endpoints = fc.constantFrom("token.requestToken", "v2.startJourney", "v2.submitInteraction", undefined);
  let errors = 0;
  await fc.assert(
    fc.asyncProperty(endpoints, faults, async (endpoint, action) => {
      const simulator = createSimulator({ latency: 0 });
      const hidden = ["client-test-secret", pixel];
      const told: unknown[] = [];
      const fetch: Fetch = async (request) => {
        const response = await simulator.fetch(request);
        const [, token] = /"access_token":"([^"]+)"/.exec(await response.clone().text()) ?? [];
        if (token !== undefined) hidden.push(token);
        return response;
      };
      const auth = { clientId: "client-test", clientSecret: "client-test-secret" };
      const common = { baseUrl, authUrl: baseUrl, auth, fetch, sleep: async () => {} };
      const { v2 } = createJourneyClient({ ...common, onExchange: (exchange) => void told.push(exchange) });
      await simulator.world("client-test").faults.set(toPlan(endpoint === undefined ? {} : { endpoint }, action));
      const note = (error: unknown) => void told.push(error);
      const subject = { documents: [{ type: "Primary", side1Image: pixel }] };
      const submit = { participants: [{ domainElementId: "PrimaryDocument" }], context: { subject } };
      const begun = await v2.startJourney({ ...start, context: { ...start.context, subject } }).catch(note);
      const ids = { instanceId: begun?.instanceId ?? "instance-00000001", interactionId: "any" };
      await v2.submitInteraction({ ...ids, ...submit }).catch(note);
      await v2.fetchInteraction({ instanceId: ids.instanceId }).catch(note);
      for (const one of told) for (const text of hidden) expect(written(one)).not.toContain(text);
      errors += told.filter((one) => one instanceof Error).length;
    }),
    { numRuns: runs(20, 500) },
  );
  expect(errors).toBeGreaterThan(runs(10, 50));
});
