import { inspect } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createJourneyClient } from "../src/client.ts";
import type { Fetch } from "../src/post.ts";
import { start } from "./journey.ts";

const secret = fc.string({ unit: "grapheme", minLength: 8, maxLength: 40 }).map((text) => `§${text}§`);
const token = fc.stringMatching(/^[!-~]{12,300}$/);

/** Every way in which a log may write a value. */
const written = (value: unknown): string =>
  [
    String(value),
    JSON.stringify(value),
    inspect(value, { depth: 9, showHidden: true }),
    value instanceof Error ? `${value.stack} ${inspect(value.cause)}` : "",
  ].join("\n");

/** A service that refuses everything and quotes all it was told, wherever an answer has room for text. */
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
    const headers = { "x-request-id": encodeURIComponent(request.headers.get("authorization") ?? "") };
    return Response.json(bodies[shape], { status, headers });
  };

const service = fc.tuple(fc.constantFrom("errors", "v1", "oauth", "text"), fc.constantFrom(200, 400, 401, 500));

test("no error shows a secret of the credentials, whatever a token endpoint answers", async () => {
  await fc.assert(
    fc.asyncProperty(secret, secret, service, async (clientSecret, password, [shape, status]) => {
      const client = createJourneyClient({
        baseUrl: "https://eu.example",
        authUrl: "https://auth.example",
        auth: { clientId: "me", clientSecret, username: "u", password },
        fetch: quoting(shape, status),
        retries: 0,
      });
      const error = await client.v2.startJourney(start).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: "AuthError" });
      for (const hidden of [clientSecret, password]) {
        expect(written(error)).not.toContain(hidden);
        expect(written(error)).not.toContain(encodeURIComponent(hidden));
      }
    }),
    { numRuns: 200 },
  );
});

test("no error shows a token, whatever the service answers", async () => {
  await fc.assert(
    fc.asyncProperty(token, token, service, async (own, connectToken, [shape, status]) => {
      const fetch = quoting(shape, Math.max(status, 400));
      const client = createJourneyClient({ baseUrl: "https://eu.example", auth: () => own, fetch, retries: 0 });
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

test("a client shows nothing of its credentials", () => {
  const auth = { clientId: "me", clientSecret: "client-secret" };
  const client = createJourneyClient({ baseUrl: "https://eu.example", authUrl: "https://auth.example", auth });
  expect(written(client)).not.toContain("client-secret");
});

test.each(["two\nlines", "ümlaut", ""])("refuses a token that no header can carry without quoting it", async (own) => {
  const client = createJourneyClient({ baseUrl: "https://eu.example", auth: () => own, fetch: quoting("errors", 400) });
  for (const call of [client.v2.startJourney(start), client.v2.startJourney(start, { token: own })]) {
    const error = await call.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    if (own !== "") expect(written(error)).not.toContain(own);
  }
});
