import { ErrorBody, TokenError, TokenResponse } from "@journey-kit/schemas";
import { WorldList } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { toPlan } from "../../../test/fault.ts";
import { address, enterService, form, openService, type Reply } from "../../../test/service.ts";
import type { SimulatorOptions } from "../../service.ts";
import { createSimulator } from "../../simulator.ts";

const path = "/as/token.oauth2";
const credentials = { client_id: "ada", client_secret: "secret" };
const byClient = { ...credentials, grant_type: "client_credentials", scope: "service.token" };
const byPassword = { ...credentials, grant_type: "password", username: "ada", password: "pass" };

async function request(init: RequestInit, options: SimulatorOptions = {}): Promise<Reply> {
  return (await openService(options, "other")).send(path, init);
}

test.each([
  ["the client-credentials grant", byClient],
  ["the password grant", byPassword],
  ["the password grant with an unknown scope", { ...byPassword, scope: "openid" }],
])("issues a token for %s (spec 4.1, 2.11)", async (_, fields) => {
  const { send } = await openService();
  const issued = await send(path, form(fields));
  expect(issued.status).toBe(200);
  expect(TokenResponse.parse(issued.body)).toMatchObject({ token_type: "Bearer", expires_in: 3600 });
  expect(issued.headers.get("cache-control")).toBe("no-store");
  const state = await send("/v2/captain/journey/state/fetch", {
    method: "POST",
    headers: { authorization: `Bearer ${issued.text("access_token")}`, "content-type": "application/json" },
    body: JSON.stringify({ instanceId: "nobody" }),
  });
  expect(state.status).toBe(404);
});

test.each([
  ["a missing client id", { ...byClient, client_id: "" }, 401, "invalid_client"],
  ["the client id `.`", { ...byClient, client_id: "." }, 401, "invalid_client"],
  ["the client id `..`", { ...byClient, client_id: ".." }, 401, "invalid_client"],
  ["a missing secret", { ...byClient, client_secret: "" }, 401, "invalid_client"],
  ["a missing grant type", credentials, 400, "invalid_request"],
  ["an unknown grant type", { ...credentials, grant_type: "implicit" }, 400, "unsupported_grant_type"],
  ["an unknown scope", { ...byClient, scope: "openid" }, 400, "invalid_scope"],
  ["a missing user name", { ...byPassword, username: "" }, 400, "invalid_request"],
])(
  "refuses a token request with %s, and sends an error code from RFC 6749 section 5.2 (spec 4.1)",
  async (_, fields, status, error) => {
    const refused = await request(form(fields));
    expect(refused.status).toBe(status);
    expect(TokenError.parse(refused.body).error).toBe(error);
    expect(refused.headers.get("x-request-id")).toMatch(/\S/);
    expect(refused.basis).toContain("token-error-body=oauth");
  },
);

test("refuses a token request with a repeated parameter (RFC 6749 3.2)", async () => {
  const { headers } = form(byClient);
  const body = `${new URLSearchParams(byClient)}&scope=service.token`;
  expect(await request({ method: "POST", headers: headers ?? {}, body })).toMatchObject({
    body: { error: "invalid_request" },
  });
});

const kibibyte = 1_024;
const post = (body: string): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body,
});
/** Creates a valid token request, padded to `count` parameters and `size` bytes. */
function padded({ count = 5, size = 0 }: { readonly count?: number; readonly size?: number }): string {
  const fields = new URLSearchParams({ ...byClient, client_id: "tester" });
  for (let i = fields.size; i < count; i += 1) fields.append(`p${i}`, "x");
  return fields.toString().padEnd(size, "x");
}

test.each([
  ["100 parameters", padded({ count: 100 })],
  ["64 KiB", padded({ size: 64 * kibibyte })],
])("accepts a token request with %s (spec 4.1)", async (_, body) => {
  expect((await request(post(body))).status).toBe(200);
});

test.each([
  ["101 parameters", padded({ count: 101 }), 400, "BODY_TOO_COMPLEX"],
  ["64 KiB and one byte", padded({ size: 64 * kibibyte + 1 }), 413, "BODY_TOO_LARGE"],
])("refuses a token request with %s before a planned fault applies (spec 4.1)", async (_, body, status, name) => {
  const { send, world } = await openService();
  expect(await send(path, post(body))).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  await world.faults.set(toPlan({ endpoint: "token.requestToken" }, { type: "status", status: 503 }));
  expect(await send(path, post(body))).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  expect(await world.faults.hits()).toEqual({ hits: [] });
  const other = await openService({ profile: { readings: { "token-error-body": "errors" } } });
  const refused = await other.send(path, post(body));
  expect(refused.status).toBe(status);
  expect(ErrorBody.parse(refused.body).errors[0]?.name).toBe(name);
});

test("the response to refused Basic credentials contains a challenge with a realm (RFC 7617 2)", async () => {
  const { headers, body } = form({ grant_type: "client_credentials", scope: "service.token" });
  const init = { method: "POST", headers: { ...headers, authorization: `Basic ${btoa(":")}` }, body: body ?? "" };
  const refused = await request(init);
  expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, 'Basic realm="journey service"']);
});

test("decodes + in Basic credentials as a space, and accepts a client id but no secret beside them (RFC 6749 2.3.1)", async () => {
  const clients = [{ clientId: "a b", clientSecret: "s+s" }];
  const authorization = `Basic ${btoa("a+b:s%2Bs")}`;
  const ask = (fields: Readonly<Record<string, string>>) => {
    const { headers, body } = form({ grant_type: "client_credentials", scope: "service.token", ...fields });
    return request({ method: "POST", headers: { ...headers, authorization }, body: body ?? "" }, { clients });
  };
  expect((await ask({ client_id: "a b" })).status).toBe(200);
  const refused = [await ask({ client_secret: "s+s" }), await ask({ grant_type: "none" })];
  expect(refused.map(({ at }) => at("error"))).toEqual(["invalid_request", "unsupported_grant_type"]);
  for (const { status, headers } of refused) expect([status, headers.get("www-authenticate")]).toEqual([400, null]);
});

const listed: SimulatorOptions = {
  clients: [
    { clientId: "other", clientSecret: "secret" },
    {
      clientId: "ada",
      clientSecret: "secret",
      grants: ["password"],
      users: [{ username: "ada", password: "pass" }],
    },
  ],
};

test.each([
  ["a client that is not listed", { ...byClient, client_id: "bob" }, "invalid_client"],
  ["a wrong secret", { ...byPassword, client_secret: "guess" }, "invalid_client"],
  ["a grant that the client lacks", byClient, "unauthorized_client"],
  ["a wrong password", { ...byPassword, password: "guess" }, "invalid_grant"],
  ["nothing if the client, grant and user match", byPassword, undefined],
])("if clients are listed, refuses %s (spec 5)", async (_, fields, error) => {
  expect((await request(form(fields), listed)).at("error")).toBe(error);
});

test("a token expires according to the clock of its world (spec 5)", async () => {
  const { v2, world } = await openService();
  await world.clock.advance({ ms: 3_600_000 - 1 });
  expect((await v2("journey/state/fetch", { instanceId: "nobody" })).status).toBe(404);
  await world.clock.advance({ ms: 1 });
  const expired = await v2("journey/state/fetch", { instanceId: "nobody" });
  expect(expired).toMatchObject({
    status: 401,
    body: { errors: [{ name: "EXPIRED_TOKEN", location: "Authorization" }] },
  });
  expect(expired.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
});

test("a reset revokes only the tokens of its own world (spec 5)", async () => {
  const one = await openService();
  const other = await enterService(one.simulator, "neighbour");
  await one.world.reset();
  expect((await one.v2("journey/state/fetch", { instanceId: "nobody" })).at("errors[0].name")).toBe("INVALID_TOKEN");
  expect((await other.v2("journey/state/fetch", { instanceId: "nobody" })).status).toBe(404);
});

test("a token is valid only for simulators with the same key (spec 5)", async () => {
  const key = new Uint8Array(32).fill(7);
  const { token } = await openService({ key });
  const statusAt = async (options: SimulatorOptions) => {
    const fetched = await createSimulator(options).fetch(
      new Request("http://127.0.0.1/v2/captain/journey/state/fetch", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ instanceId: "nobody" }),
      }),
    );
    return fetched.status;
  };
  const clock = { mode: "frozen", at: Date.UTC(2026, 0, 1, 12) } as const;
  expect(await statusAt({ key, clock })).toBe(404);
  expect(await statusAt({ clock })).toBe(401);
});

test.each(["Bearer ", "Bearer   ", "bearer ", "BEARER  ", "Bearer \t"])(
  "accepts a token after the authorization scheme %j (RFC 9110 11.4)",
  async (scheme) => {
    const { post, token } = await openService();
    const sent = { authorization: `${scheme}${token}` };
    expect((await post("/v2/captain/journey/state/fetch", { instanceId: "nobody" }, sent)).status).toBe(404);
  },
);

test("refuses a client id of more than 256 characters, and creates no world (spec 5)", async () => {
  const { simulator, send } = await openService();
  const withId = (length: number) => form({ ...byClient, client_id: "x".repeat(length) });
  expect(await send(path, withId(257))).toMatchObject({ status: 401, body: { error: "invalid_client" } });
  expect((await send(path, withId(256))).status).toBe(200);
  const listed = await simulator.fetch(new Request(`${address}/_sim/worlds`));
  const { worlds } = WorldList.parse(await listed.json());
  expect(worlds.map(({ world }) => world.length)).toEqual(["tester".length, 256]);
});
