import { presets, resolveLimits } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { createCitations } from "../../engine/result.ts";
import { createMemoryJournals } from "../../journal/memory.ts";
import type { Settings } from "../../store/store.ts";
import { noFaults } from "../../world/fault.ts";
import { testPeople } from "../../world/people.ts";
import { type ApiRequest, toRecordedResponse } from "../request.ts";
import { recordExchange } from "./record.ts";

const settings: Settings = {
  clock: { mode: "frozen", at: 0 },
  profile: presets.specified,
  scenario: testPeople,
  scenarios: [],
  faults: noFaults,
  callsPerMinute: 60,
  permissions: [],
  epoch: 1,
};

/** Records a request and returns its journal entry as JSON text. */
async function kept(
  { name, received, body = {} }: { name: ApiRequest["name"]; received: unknown; body?: object },
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const journals = createMemoryJournals({ size: 10, limits: resolveLimits() });
  const citations = createCitations(presets.specified);
  const request: ApiRequest = {
    name,
    pattern: undefined,
    gap: undefined,
    apiVersion: "v2",
    method: "POST",
    path: "/as/token.oauth2",
    region: "eu",
    hasRegionPrefix: false,
    origin: "http://localhost",
    header: (header) => headers[header],
    text: async () => "",
    json: async () => ({ kind: "too-large" }),
    form: async () => undefined,
    signal: () => new AbortController().signal,
    id: "r",
    begunAt: 0,
    startedAt: 0,
    profile: presets.specified,
    world: "tester",
    settings,
    claims: undefined,
    citations,
    received,
    outcome: toRecordedResponse({ id: "r", citations }, { body }),
  };
  recordExchange({ journals, system: () => 1 }, request);
  return JSON.stringify(await journals.find("tester", { after: 0, limit: 1 }));
}

test("the journal never stores the credentials of a token request or the issued token", async () => {
  const sent = {
    grant_type: "password",
    client_id: "tester",
    client_secret: "s3cret",
    username: "ada",
    password: "pa55",
  };
  const answer = { access_token: "t0ken", expires_in: 3_600, token_type: "Bearer" };
  const text = await kept(
    { name: "token.requestToken", received: sent, body: answer },
    { authorization: "Basic czNjcmV0" },
  );
  for (const raw of ["s3cret", "ada", "pa55", "t0ken", "czNjcmV0"]) expect(text).not.toContain(raw);
  expect(text).toContain('"client_id":"tester"');
  expect(text).toContain('"authorization":"Basic ‹string 8›"');
});

test("the journal never stores a connect token, an end-user token or image bytes", async () => {
  const connect = {
    name: "v2.connectDevice",
    received: { connectToken: "c0nnect" },
    body: { endUserToken: "u5er" },
  } as const;
  const device = { name: "v2.startDevice", received: { instanceId: "i" }, body: { connectToken: "c0nnect" } } as const;
  const image = { context: { subject: { documents: [{ side1Image: "aW1hZ2U=" }] } }, resourceId: "a@1" };
  const texts = await Promise.all([kept(connect), kept(device), kept({ name: "v2.startJourney", received: image })]);
  for (const raw of ["c0nnect", "u5er", "aW1hZ2U"]) expect(texts.join()).not.toContain(raw);
});

test("the journal records the headers of each request, also if only one of them differs from the last request", async () => {
  const first = {
    "content-type": "application/json",
    "content-length": "2",
    accept: "*/*",
    "x-request-id": "one",
    "x-sim-scenario": "happy",
    authorization: "Bearer abc",
  };
  const changes = {
    "content-type": "text/plain",
    "content-length": "3",
    accept: "application/json",
    "x-request-id": "two",
    "x-sim-scenario": "sad",
    authorization: "Basic abcd",
  };
  const record = async (headers: Readonly<Record<string, string>>) =>
    JSON.parse(await kept({ name: "v2.fetchState", received: {} }, headers)).entries[0].entry.requestHeaders;
  const recorded = { ...first, authorization: "Bearer ‹string 3›" };
  for (const [name, value] of Object.entries(changes)) {
    expect(await record(first)).toEqual(recorded);
    const shown = name === "authorization" ? "Basic ‹string 4›" : value;
    expect(await record({ ...first, [name]: value })).toEqual({ ...recorded, [name]: shown });
    const without = (headers: object) => Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name));
    expect(await record(without(first))).toEqual(without(recorded));
  }
});
