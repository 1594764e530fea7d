import type { Permission } from "@journey-kit/schemas/routes";
import { expect } from "vitest";
import { enterService, form, type Reply, type Service } from "../service.ts";
import { type Check, gives, type Open, type SomeChecks } from "./check.ts";
import { toStart } from "./exchange.ts";

const client = { client_id: "tester", client_secret: "secret" };
const credentials = { ...client, grant_type: "client_credentials", scope: "service.token" };
const password = { ...client, grant_type: "password", username: "ada", password: "enchantress" };

/** Requests a token with form fields. */
const ask = ({ send }: Service, fields: Readonly<Record<string, string>>): Promise<Reply> =>
  send("/as/token.oauth2", form(fields));

/** Requests a token with the client id and the secret in a header. */
const askByHeader = ({ send }: Service): Promise<Reply> => {
  const { headers, ...init } = form({ grant_type: "client_credentials", scope: "service.token" });
  return send("/as/token.oauth2", {
    ...init,
    headers: { ...headers, authorization: `Basic ${btoa("tester:secret")}` },
  });
};

/** Checks the statuses of the password grant and the client-credentials grant. */
const grants =
  (byPassword: number, byCredentials: number): Check =>
  async (open) => {
    const service = await open();
    const replies = [await ask(service, password), await ask(service, credentials)];
    expect(replies.map(({ status }) => status)).toEqual([byPassword, byCredentials]);
    for (const reply of replies) if (reply.status === 400) expect(reply.at("error")).toBe("unauthorized_client");
    return replies;
  };

/** Checks that a token works until its lifetime in milliseconds has passed. */
const lives =
  (lifetime: number, seconds: number): Check =>
  async (open) => {
    const service = await open();
    const issued = await ask(service, credentials);
    expect(issued.at("expires_in")).toBe(seconds);
    const headers = { authorization: `Bearer ${issued.text("access_token")}` };
    const start = () => service.post("/v2/captain/journey/start", toStart("age-check@latest"), headers);
    await service.world.clock.advance({ ms: lifetime - 1 });
    expect(await start()).toMatchObject({ status: 201 });
    await service.world.clock.advance({ ms: 1 });
    expect(await start()).toMatchObject({ status: 401 });
    return issued;
  };

/** Checks the statuses of interaction/fetch and device/start for a client with some permissions. */
async function refusedWith(
  open: Open,
  permissions: Permission[],
  statuses: readonly [number, number],
): Promise<readonly Reply[]> {
  const { v2 } = await open({ clients: [{ clientId: "limited", clientSecret: "secret", permissions }] }, "limited");
  const instanceId = "there-is-no-such-instance";
  const replies = [await v2("journey/interaction/fetch", { instanceId }), await v2("device/start", { instanceId })];
  expect(replies.map(({ status }) => status)).toEqual(statuses);
  return replies.filter(({ status }) => status === 403);
}

const powerless = { clientId: "powerless", clientSecret: "secret", permissions: [] };

/** Sends a v1 start from a client without permissions. */
const startPowerless =
  (status: number): Check =>
  async (open) => {
    const { v1 } = await open({ clients: [powerless] }, "powerless");
    const started = await v1("journey/start", toStart("age-check-v1@latest", {}, { async: true }));
    expect(started.status).toBe(status);
    return started;
  };

/** Sends a v2 start from a client without permissions. */
const startUnpermitted =
  (status: number): Check =>
  async (open) => {
    const { v2 } = await open({ clients: [powerless] }, "powerless");
    const refused = await v2("journey/start", toStart("age-check@latest"));
    expect(refused).toMatchObject({ status, body: { errors: [{ name: "MISSING_PERMISSION" }] } });
    return refused;
  };

/** Fetches an unknown instance, an instance of another client and an instance of the other generation. */
const findsNone =
  (status: number): Check =>
  async (open) => {
    const service = await open();
    const stranger = await enterService(service.simulator, "stranger");
    const old = await service.v1("journey/start", toStart("age-check-v1@latest", {}, { async: true }));
    const ids = ["never-was", await stranger.start("age-check@latest"), old.at("instanceId")];
    const replies: Reply[] = [];
    for (const instanceId of ids) replies.push(await service.v2("journey/state/fetch", { instanceId }));
    replies.push(await service.v1("journey/state/fetch", { instanceId: "never-was" }));
    expect(replies.map((reply) => reply.status)).toEqual([status, status, status, status]);
    return replies;
  };

/** Checks for the gaps about tokens and permissions. */
export const tokenChecks = {
  "grant-by-client": {
    either: grants(200, 200),
    password: grants(200, 400),
    "client-credentials": grants(400, 200),
  },
  "client-authentication": {
    "form-or-basic": gives(200, askByHeader, { token_type: "Bearer" }),
    form: gives(401, askByHeader, { error: "invalid_client" }),
  },
  "token-scope": {
    exact: gives(400, (service) => ask(service, { ...credentials, scope: "openid" }), { error: "invalid_scope" }),
    any: async (open) => {
      const service = await open();
      const { scope: _, ...without } = credentials;
      const replies = [await ask(service, { ...credentials, scope: "openid" }), await ask(service, without)];
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      return replies;
    },
  },
  "token-error-body": {
    oauth: async (open) => {
      const refused = await ask(await open(), { ...credentials, grant_type: "implicit" });
      expect(refused.status).toBe(400);
      expect(refused.body).toEqual({ error: "unsupported_grant_type", error_description: expect.any(String) });
      return refused;
    },
    errors: gives(400, (service) => ask(service, { ...credentials, grant_type: "implicit" }), {
      errors: [{ code: "4013", name: "INVALID_TOKEN_REQUEST" }],
    }),
  },
  "expires-in-unit": {
    seconds: gives(200, (service) => ask(service, credentials), { expires_in: 3_600 }),
    milliseconds: gives(200, (service) => ask(service, credentials), { expires_in: 3_600_000 }),
    minutes: gives(200, (service) => ask(service, credentials), { expires_in: 60 }),
  },
  "token-lifetime": {
    "3600s": lives(3_600_000, 3_600),
    "300s": lives(300_000, 300),
    "60s": lives(60_000, 60),
  },
  "endpoint-permissions": {
    "read-and-start": async (open) => [
      ...(await refusedWith(open, ["journey:start", "journey:submit"], [403, 404])),
      ...(await refusedWith(open, ["journey:read", "journey:submit"], [404, 403])),
    ],
    submit: async (open) => [
      ...(await refusedWith(open, ["journey:start", "journey:read"], [403, 403])),
      ...(await refusedWith(open, ["journey:submit"], [404, 404])),
    ],
  },
  "v1-permissions": { enforced: startPowerless(403), "not-enforced": startPowerless(201) },
  "missing-permission": { forbidden: startUnpermitted(403), unauthorized: startUnpermitted(401) },
  "unknown-instance": {
    "not-found": findsNone(404),
    forbidden: findsNone(403),
    "bad-request": findsNone(400),
  },
} as const satisfies SomeChecks;
