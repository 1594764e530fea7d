import { presets } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import type { ServiceSettings } from "../service/client-adapter.ts";
import { startRecording } from "./recording.ts";

const origin = "http://service.example";
const token = "/as/token.oauth2";
const state = "/eu/v2/captain/journey/state/fetch";
const start = "/eu/v2/captain/journey/start";

type Respond = (request: Request) => Response | Promise<Response>;

/** Records a client whose service responds as given. */
async function record(respond: Respond, tokens = new Map<string, string>(), usesFetch = true) {
  const polls: boolean[] = [];
  const settings: ServiceSettings = {
    ...{ baseUrl: `${origin}/eu`, authUrl: origin, clientId: "me", clientSecret: "secret" },
    ...{ pollIntervalMs: 10_000, profile: presets.specified },
    fetch: async (input, init) => respond(new Request(input, init)),
  };
  const before = async (isPoll: boolean) => void polls.push(isPoll);
  const recorder = await startRecording(settings, { before, tokens, connection: 3, usesFetch });
  const { fetch = globalThis.fetch } = recorder.settings;
  const post = (path: string, body: object = {}, bearer = "") =>
    fetch(`${origin}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify(body),
    });
  return { recorder, polls, post };
}

const json = (body: object, status = 200): Response => Response.json(body, { status });

/** Issues `t`, starts `one`, and refuses every other token than `good`. */
const service: Respond = (request) => {
  if (request.url.endsWith(token)) return json({ access_token: "t" });
  if (request.url.endsWith(start)) return json({ instanceId: "one" }, 201);
  return json({}, request.headers.get("authorization") === "Bearer good" ? 200 : 401);
};

test("records what a client sends, and the instance that it starts (spec 2.1)", async () => {
  const { recorder, polls, post } = await record(service);
  await post(token, { client_secret: "secret" });
  await post(start, { resourceId: "kit@latest" });
  await post(state, { instanceId: "one" }, "good");
  expect(recorder.sent).toMatchObject([
    { endpoint: "token.requestToken", body: undefined, status: 200, started: undefined },
    { endpoint: "v2.startJourney", body: { resourceId: "kit@latest" }, status: 201, started: "one" },
    { endpoint: "v2.fetchState", body: { instanceId: "one" }, status: 200, started: undefined },
  ]);
  expect(recorder.sent.every(({ connection }) => connection === 3)).toBe(true);
  expect(polls).toEqual([false, false, true]);
  expect([recorder.tokens(), recorder.issued, recorder.usesFetch()]).toEqual([1, ["t"], true]);
});

test("forwards a request to another path without recording it (spec 1)", async () => {
  const { recorder, post } = await record((request) => json({ path: new URL(request.url).pathname }));
  const response = await post("/v2/captain/journey/begin");
  expect(await response.json()).toEqual({ path: "/v2/captain/journey/begin" });
  expect(recorder.sent).toEqual([]);
});

test("records a request that drops the region of the base URL or adds a query string, unchanged (spec 1)", async () => {
  const { recorder, post } = await record((request) => json({ path: new URL(request.url).pathname }));
  const response = await post("/v2/captain/journey/start?trace=1");
  expect(await response.json()).toEqual({ path: "/v2/captain/journey/start" });
  expect(recorder.sent.map(({ endpoint }) => endpoint)).toEqual(["v2.startJourney"]);
});

test("notices the token of another client, and no other (spec 2.2)", async () => {
  const tokens = new Map([
    ["theirs", "other"],
    ["mine", "me"],
  ]);
  const { recorder, post } = await record(service, tokens);
  for (const bearer of ["theirs", "mine", "unknown"]) await post(state, {}, bearer);
  await post(token);
  await post(state, {}, "t");
  expect(recorder.sent.map(({ hasForeignToken }) => hasForeignToken)).toEqual([true, false, false, false, false]);
  expect(tokens.get("t")).toBe("me");
});

test("notices a refused token that is sent again, for the same instance (spec 5)", async () => {
  const { recorder, post } = await record(service);
  await post(state, { instanceId: "one" }, "bad");
  await post(state, { instanceId: "two" }, "bad");
  await post(state, { instanceId: "one" }, "good");
  await post(state, { instanceId: "one" }, "bad");
  expect(recorder.sent.map(({ repeatsRefusedToken }) => repeatsRefusedToken)).toEqual([false, false, false, true]);
});

test("a new token with the same text is not the refused one (spec 4.1)", async () => {
  const { recorder, post } = await record(service);
  await post(state, { instanceId: "one" }, "bad");
  await post(token);
  await post(state, { instanceId: "one" }, "bad");
  await post(state, { instanceId: "one" }, "bad");
  expect(recorder.sent.some(({ repeatsRefusedToken }) => repeatsRefusedToken)).toBe(false);
});

test("a client may give up after a second refusal, so only the first refused token counts (spec 5)", async () => {
  const { recorder, post } = await record(service);
  await post(state, { instanceId: "one" }, "bad");
  await post(state, { instanceId: "one" }, "worse");
  await post(state, { instanceId: "one" }, "worse");
  await post(state, { instanceId: "one" }, "bad");
  expect(recorder.sent.map(({ repeatsRefusedToken }) => repeatsRefusedToken)).toEqual([false, false, false, true]);
});

test("records a request without a response (spec 4.4)", async () => {
  const { recorder, post } = await record(() => Promise.reject(new TypeError("fetch failed")));
  await expect(post(start)).rejects.toThrow("fetch failed");
  expect(recorder.sent).toMatchObject([{ endpoint: "v2.startJourney", status: undefined, started: undefined }]);
});

test("a start whose response breaks off starts no known instance (spec 4.4)", async () => {
  const broken = () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new TypeError("terminated")) });
    return new Response(body, { status: 201 });
  };
  const { recorder, post } = await record(broken);
  await post(start);
  expect(recorder.sent).toMatchObject([{ status: 201, started: undefined }]);
});

test("records requests over HTTP, and knows that the client did not call fetch (spec 1)", async () => {
  const { recorder } = await record(service, new Map(), false);
  const { baseUrl, authUrl } = recorder.settings;
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/eu$/);
  expect(`${authUrl}/eu`).toBe(baseUrl);
  const response = await fetch(`${baseUrl}/v2/captain/journey/start`, { method: "POST", body: "{}" });
  expect(await response.json()).toEqual({ instanceId: "one" });
  expect(recorder.sent).toMatchObject([{ endpoint: "v2.startJourney", started: "one" }]);
  expect(recorder.usesFetch()).toBe(false);
  await recorder.settings.fetch?.(`${authUrl}${token}`, { method: "POST" });
  expect(recorder.sent).toMatchObject([{}, { endpoint: "token.requestToken" }]);
  await recorder.close();
});

test("records whether a request has a token that the service issued (spec 5)", async () => {
  const { recorder, post } = await record(service);
  await post(token);
  for (const bearer of ["t", "forged", ""]) await post(state, {}, bearer);
  expect(recorder.sent.slice(1).map(({ bearer }) => bearer)).toEqual(["issued", "other", "none"]);
});

test.each<[string, Record<string, string>, Record<string, string>, object]>([
  [
    "in the form",
    { grant_type: "client_credentials", scope: "s", client_id: "me", client_secret: "secret" },
    {},
    { grant: "client_credentials", hasScope: true, hasUser: false, hasCredentials: true },
  ],
  [
    "as Basic credentials",
    { grant_type: "password", username: "u", password: "p" },
    { authorization: `Basic ${btoa("me:secret")}` },
    { grant: "password", hasScope: false, hasUser: true, hasCredentials: true },
  ],
  [
    "nowhere",
    { client_id: "me", client_secret: "other" },
    {},
    { grant: "", hasScope: false, hasUser: false, hasCredentials: false },
  ],
])(
  "records a token request with its credentials %s, without the values (spec 4.1)",
  async (_, form, headers, expected) => {
    const { recorder } = await record(service);
    const body = new URLSearchParams(form);
    await recorder.settings.fetch?.(`${origin}${token}`, { method: "POST", headers, body });
    expect(recorder.sent).toMatchObject([{ form: expected, body: undefined }]);
  },
);
