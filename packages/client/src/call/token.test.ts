import { createSimulator } from "@journey-kit/simulator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { baseUrl, start } from "../../test/journey.ts";
import { createJourneyClient } from "../client.ts";
import { AuthError } from "../errors.ts";
import { createExchange } from "./exchange.ts";
import type { Fetch } from "./response.ts";
import { createRetry } from "./retry.ts";
import { type Credentials, createTokens, type TokenOptions } from "./token.ts";

const credentials = { clientId: "token", clientSecret: "token-secret" };

const tokens = (fetch: Fetch, options: Partial<TokenOptions> & { readonly maxRetries?: number } = {}) => {
  const { now = () => 0, maxRetries = 0, ...more } = options;
  const exchange = createExchange({ fetch, now });
  const retry = createRetry({ now, sleep: async () => {}, random: () => 0, maxRetries });
  return createTokens({ authUrl: "https://auth.example", credentials, exchange, retry, now, readings: {}, ...more });
};

/** Creates a token endpoint that issues `t1`, `t2`, … */
function createEndpoint(more: object) {
  let issued = 0;
  const fetch: Fetch = async () => {
    issued += 1;
    return Response.json({ access_token: `t${issued}`, ...more });
  };
  return { fetch, issued: () => issued };
}

test.each<[string, Credentials, Record<string, string>]>([
  [
    "client credentials",
    { clientId: "me", clientSecret: "s+&=" },
    { grant_type: "client_credentials", client_id: "me", client_secret: "s+&=", scope: "service.token" },
  ],
  [
    "client credentials and an undefined user",
    { clientId: "me", clientSecret: "s", username: undefined, password: undefined },
    { grant_type: "client_credentials", client_id: "me", client_secret: "s", scope: "service.token" },
  ],
  [
    "client and user credentials",
    { clientId: "me", clientSecret: "s", username: "u", password: "p ü" },
    { grant_type: "password", client_id: "me", client_secret: "s", username: "u", password: "p ü" },
  ],
  [
    "a custom scope",
    { clientId: "me", clientSecret: "s", username: "u", password: "p", scope: "openid" },
    { grant_type: "password", client_id: "me", client_secret: "s", username: "u", password: "p", scope: "openid" },
  ],
])("requests a token with %s, form-encoded (spec 4.1)", async (_, sent, form) => {
  const received: Request[] = [];
  const fetch: Fetch = async (request) => {
    received.push(request);
    return Response.json({ access_token: "t", expires_in: 60, token_type: "Bearer" });
  };
  expect(await tokens(fetch, { credentials: sent })()).toBe("t");
  expect(received[0]?.url).toBe("https://auth.example/as/token.oauth2");
  expect(received[0]?.headers.get("content-type")).toBe("application/x-www-form-urlencoded");
  expect(Object.fromEntries(new URLSearchParams(await received[0]?.text()))).toEqual(form);
});

test.each<Credentials>([credentials, { ...credentials, username: "user", password: "user-password" }])(
  "gets tokens from a simulator with either grant (spec 4.1)",
  async (sent) => {
    const { fetch } = createSimulator();
    expect(await tokens(fetch, { credentials: sent, authUrl: baseUrl })()).toMatch(/^eyJ/);
  },
);

test.each([
  ["seconds", 3_600, 3_570_000],
  ["milliseconds", 3_600_000, 3_570_000],
  ["minutes", 60, 3_570_000],
  ["seconds", 40, 20_000],
] as const)(
  "if expires_in is in %s and has the value %i, caches the token for %i ms (gap expires-in-unit)",
  async (unit, expires_in, age) => {
    let at = 0;
    const endpoint = createEndpoint({ expires_in });
    const token = tokens(endpoint.fetch, { now: () => at, readings: { "expires-in-unit": unit } });
    expect(await token()).toBe("t1");
    at = age - 1;
    expect(await token()).toBe("t1");
    at = age;
    expect(await token()).toBe("t2");
    at = 0; // the clock was set back
    expect(await token()).toBe("t3");
  },
);

test("counts the lifetime of a token from the time of the request (spec 5)", async () => {
  let at = 0;
  const endpoint = createEndpoint({ expires_in: 100 });
  const slow: Fetch = (request) => {
    at += 69_000;
    return endpoint.fetch(request);
  };
  const token = tokens(slow, { now: () => at });
  expect(await token()).toBe("t1");
  at = 70_000;
  expect(await token()).toBe("t2");
});

test.each([{}, { expires_in: null }, { expires_in: -5 }])(
  "does not cache a token without a positive lifetime",
  async (more) => {
    const endpoint = createEndpoint(more);
    const token = tokens(endpoint.fetch);
    expect([await token(), await token()]).toEqual(["t1", "t2"]);
  },
);

test("sends one token request for 100 concurrent calls, and another after a failure", async () => {
  let asked = 0;
  const fetch: Fetch = async () => {
    asked += 1;
    return asked === 1 ? new Response(null, { status: 503 }) : Response.json({ access_token: "t", expires_in: 60 });
  };
  const token = tokens(fetch);
  const burst = () => Promise.allSettled(Array.from({ length: 100 }, token));
  expect(new Set((await burst()).map(({ status }) => status))).toEqual(new Set(["rejected"]));
  expect(asked).toBe(1);
  expect(new Set((await burst()).map(({ status }) => status))).toEqual(new Set(["fulfilled"]));
  expect(asked).toBe(2);
});

test("has at most one pending token request and never returns an expired token, in any order of calls", async () => {
  const lifetime = 100_000;
  const freshFor = 70_000;
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.integer({ min: 0, max: lifetime }), { minLength: 1, maxLength: 12 }),
      async (s, waits) => {
        let at = 0;
        let underWay = 0;
        const bornAt: number[] = [];
        const fetch: Fetch = async () => {
          underWay += 1;
          expect(underWay).toBe(1);
          const body = { access_token: `${bornAt.push(at)}`, expires_in: lifetime / 1_000 };
          await s.schedule(Promise.resolve(), "answer");
          underWay -= 1;
          return Response.json(body);
        };
        const token = tokens(fetch, { now: () => at });
        const calls = waits.map(async (wait) => {
          await s.schedule(Promise.resolve(), `call after ${wait} ms`);
          at += wait;
          const isHeld = underWay === 0;
          const asked = at;
          const born = bornAt[Number(await token()) - 1] ?? Number.NEGATIVE_INFINITY;
          return !isHeld || asked - born < freshFor;
        });
        await s.waitFor(Promise.all(calls));
        expect(await Promise.all(calls)).not.toContain(false);
        expect(bornAt.length).toBeLessThanOrEqual(waits.length);
      },
    ),
    { numRuns: 150 },
  );
});

test.each([
  ["RFC 6749", "oauth"],
  ["spec 7", "errors"],
] as const)(
  "reads an error from the token endpoint in the form of %s (spec 4.1; gap token-error-body)",
  async (_, form) => {
    const profile = { readings: { "token-error-body": form } };
    const { fetch } = createSimulator({ profile, clients: [{ clientId: "token", clientSecret: "another" }] });
    const error = await tokens(fetch, { authUrl: baseUrl })().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AuthError);
    expect(error).toMatchObject({ status: 401, error: expect.stringMatching(/invalid_client/i) });
    expect(error).toHaveProperty("requestId", expect.any(String));
  },
);

test.each([
  ["no token", { expires_in: 60 }],
  ["a token that is not a valid header value", { access_token: "two\nlines" }],
  ["a token of another type", { access_token: "t", token_type: "DPoP" }],
  ["an empty body", undefined],
])("rejects a token response with %s (spec 2.11)", async (_, body) => {
  const answer = () => (body === undefined ? new Response("") : Response.json(body));
  const error = await tokens(async () => answer())().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: "AuthError", status: 200, error: undefined });
});

test("requests one new token if 100 concurrent calls get a 401, and every call succeeds (spec 5)", async () => {
  const simulator = createSimulator({ latency: 0 });
  let asked = 0;
  const fetch: Fetch = (request) => {
    if (request.url.includes("/as/")) asked += 1;
    return simulator.fetch(request);
  };
  const { v2 } = createJourneyClient({ baseUrl, authUrl: baseUrl, auth: credentials, fetch });
  const { instanceId } = await v2.startJourney(start);
  await simulator.world("token").clock.advance({ ms: 3_600_000 }); // the client's clock does not move
  const calls = Array.from({ length: 100 }, () => v2.fetchState({ instanceId }));
  expect(new Set((await Promise.all(calls)).map((state) => state.instanceId))).toEqual(new Set([instanceId]));
  expect(asked).toBe(2);
});

test("after a 401, calls the token function once more, with the rejected token (spec 5)", async () => {
  const hints: unknown[] = [];
  const bearers: (string | null)[] = [];
  const client = createJourneyClient({
    baseUrl,
    auth: (hint) => `t${hints.push(hint)}`,
    fetch: async ({ headers }) => {
      bearers.push(headers.get("authorization"));
      return Response.json({}, { status: 401 });
    },
  });
  await expect(client.v2.startJourney(start)).rejects.toMatchObject({ name: "ApiError", status: 401 });
  expect(hints).toEqual([undefined, { rejected: "t1" }]);
  expect(bearers).toEqual(["Bearer t1", "Bearer t2"]);
  await expect(client.v2.startJourney(start, { token: "own" })).rejects.toMatchObject({ status: 401 });
  expect(bearers).toHaveLength(3);
});

test("a late 401 of an old token does not discard the token that has replaced it (spec 5)", async () => {
  const endpoint = createEndpoint({ expires_in: 3_600 });
  const token = tokens(endpoint.fetch);
  const rejected = await token();
  expect([await token({ rejected }), await token({ rejected }), await token()]).toEqual(["t2", "t2", "t2"]);
  expect(await token({ rejected: "t2" })).toBe("t3");
  expect(endpoint.issued()).toBe(3);
});

test("has at most one pending token request and never reuses a rejected token, in any order of calls", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 12 }), async (s, callers) => {
      let valid = 0;
      let underWay = 0;
      const fetch: Fetch = async () => {
        underWay += 1;
        expect(underWay).toBe(1);
        await s.schedule(Promise.resolve(), "answer");
        underWay -= 1;
        valid += 1;
        return Response.json({ access_token: `t${valid}`, expires_in: 3_600 });
      };
      const token = tokens(fetch);
      const calls = Array.from({ length: callers }, async (_, i) => {
        await s.schedule(Promise.resolve(), `call ${i}`);
        const rejected = await token();
        await s.schedule(Promise.resolve(), `refusal of ${i}`);
        return rejected !== (await token({ rejected }));
      });
      await s.waitFor(Promise.all(calls));
      expect(await Promise.all(calls)).not.toContain(false);
      expect(valid).toBeLessThanOrEqual(callers + 1);
    }),
    { numRuns: 150 },
  );
});

test("retries a token request after a server error, but not after a client error (spec 4.1)", async () => {
  let asked = 0;
  const fetch: Fetch = async () => {
    asked += 1;
    return asked < 3 ? Response.json({}, { status: 503 }) : Response.json({ access_token: "t", expires_in: 60 });
  };
  expect(await tokens(fetch, { maxRetries: 3 })()).toBe("t");
  const refusing = createEndpoint({});
  const refusal: Fetch = async (request) =>
    Response.json(await (await refusing.fetch(request)).json(), { status: 401 });
  await expect(tokens(refusal, { maxRetries: 3 })()).rejects.toMatchObject({ name: "AuthError", status: 401 });
  expect([asked, refusing.issued()]).toEqual([3, 1]);
});
