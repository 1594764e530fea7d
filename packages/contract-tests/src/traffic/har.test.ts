import { StartResponse, Subject, schemaFor } from "@journey-kit/schemas";
import { endpointFor } from "@journey-kit/schemas/endpoints";
import { presets } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { imageOf } from "../arbitraries/person.ts";
import { person } from "../service/sample.ts";
import { createCaller, parse } from "../service/target.ts";
import { HarError, readHar } from "./har.ts";

const state = "https://service.test/eu/v2/captain/journey/state/fetch";

/** An entry as Chromium exports it, with HTTP/2. */
const ofChromium = {
  _initiator: { type: "script", stack: { callFrames: [] } },
  _priority: "High",
  _resourceType: "fetch",
  cache: {},
  connection: "443",
  pageref: "page_1",
  request: {
    method: "POST",
    url: state,
    httpVersion: "http/2.0",
    headers: [
      { name: ":authority", value: "service.test" },
      { name: ":method", value: "POST" },
      { name: "Authorization", value: "Bearer abc" },
      { name: "content-type", value: "application/json" },
      { name: "Accept", value: "application/json" },
      { name: "accept", value: "text/plain" },
    ],
    queryString: [],
    cookies: [],
    headersSize: -1,
    bodySize: 17,
    postData: { mimeType: "application/json", text: '{"instanceId":"i"}' },
  },
  response: {
    status: 200,
    statusText: "",
    httpVersion: "http/2.0",
    headers: [{ name: "content-type", value: "application/json" }],
    cookies: [],
    content: { size: 24, mimeType: "application/json", text: btoa('{"name":"Zo\u00c3\u00ab"}'), encoding: "base64" },
    redirectURL: "",
    headersSize: -1,
    bodySize: -1,
    _transferSize: 120,
    _error: null,
    _fetchedViaServiceWorker: false,
  },
  serverIPAddress: "203.0.113.7",
  startedDateTime: "2026-05-17T11:30:00.250+02:00",
  time: 12.5,
  timings: { blocked: 1, dns: -1, ssl: -1, connect: -1, send: 0.2, wait: 10, receive: 1.3, _blocked_queueing: 0.5 },
};

/** An entry that a proxy writes: a sum of timings, of which some are null, and parameters for every POST. */
const ofProxy = {
  startedDateTime: "2026-05-17T09:29:59.123456+00:00",
  time: 51.25,
  request: {
    method: "POST",
    url: "https://service.test/as/token.oauth2",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: [{ name: "Content-Type", value: "application/x-www-form-urlencoded" }],
    queryString: [],
    headersSize: 300,
    bodySize: 40,
    postData: {
      mimeType: "application/x-www-form-urlencoded",
      text: "grant_type=client_credentials&client_id=a%26b",
      params: [
        { name: "grant_type", value: "client_credentials" },
        { name: "client_id", value: "a&b" },
      ],
    },
  },
  response: {
    status: 200,
    statusText: "OK",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: [{ name: "Content-Type", value: "application/json" }],
    content: { size: 22, compression: 0, mimeType: "application/json", text: '{"access_token":"abc"}' },
    redirectURL: "",
    headersSize: 200,
    bodySize: 22,
  },
  cache: {},
  timings: { connect: null, ssl: null, send: 1.25, receive: 10, wait: 40 },
  serverIPAddress: "203.0.113.7",
};

const har = (...entries: readonly unknown[]): string =>
  JSON.stringify({ log: { version: "1.2", creator: { name: "any", version: "1" }, pages: [], entries } });

test("reads an archive of Chromium: headers without those of HTTP/2, base64 text, and a time with a zone", () => {
  const startedAt = Date.UTC(2026, 4, 17, 9, 30, 0, 250);
  expect(readHar(har(ofChromium)).exchanges).toEqual([
    {
      sequence: 1,
      startedAt,
      endedAt: startedAt + 12.5,
      method: "POST",
      url: state,
      requestHeaders: {
        authorization: "Bearer abc",
        "content-type": "application/json",
        accept: "application/json, text/plain",
      },
      requestBody: '{"instanceId":"i"}',
      status: 200,
      responseHeaders: { "content-type": "application/json" },
      responseBody: '{"name":"Zoë"}',
    },
  ]);
});

test("reads an archive of a proxy, with times in microseconds and the parameters of forms", () => {
  const [exchange] = readHar(har(ofProxy)).exchanges;
  const startedAt = Date.UTC(2026, 4, 17, 9, 29, 59, 123);
  expect(exchange).toMatchObject({ startedAt, endedAt: startedAt + 51.25, status: 200 });
  expect(exchange?.requestBody).toBe("grant_type=client_credentials&client_id=a%26b");
  const { text: _, ...withoutText } = ofProxy.request.postData;
  const request = { ...ofProxy.request, postData: withoutText };
  expect(readHar(har({ ...ofProxy, request })).exchanges[0]?.requestBody).toBe(exchange?.requestBody);
});

test("reads a request that received no response, of a browser and of a proxy", () => {
  const { status: _, ...ofFailed } = {
    ...ofChromium.response,
    headers: [],
    content: { size: 0, mimeType: "x-unknown" },
  };
  const inBrowser = { ...ofChromium, response: { ...ofFailed, status: 0, _error: "net::ERR_FAILED" } };
  const failed = { status: 0, statusText: "", httpVersion: "", headers: [], cookies: [], content: {}, _error: "reset" };
  const request = { ...ofProxy.request, postData: { mimeType: "", text: "", params: [] } };
  const { exchanges } = readHar(har(inBrowser, { ...ofProxy, request, response: failed }));
  expect(exchanges.map(({ status, requestBody, responseBody }) => [status, requestBody, responseBody])).toEqual([
    [0, "", undefined],
    [0, '{"instanceId":"i"}', undefined],
  ]);
});

test("sorts exchanges by time, numbers them, and counts the requests that are none of the service", () => {
  const asset = { ...ofChromium, request: { ...ofChromium.request, method: "GET", url: "https://cdn.test/logo.png" } };
  const blob = { ...asset, request: { ...asset.request, url: "blob:null/1" } };
  const preflight = { ...asset, request: { ...asset.request, method: "OPTIONS", url: state } };
  const attached = { ...asset, response: { ...asset.response, content: { _file: "a.png" } } };
  const { exchanges, ignored } = readHar(har(asset, ofChromium, blob, ofProxy, preflight, attached));
  expect(exchanges.map(({ sequence, url }) => [sequence, url])).toEqual([
    [1, "https://service.test/as/token.oauth2"],
    [2, state],
  ]);
  expect(ignored).toBe(4);
});

test.each([
  ["{", "it is not JSON"],
  ["\n", "The file is empty."],
  [
    har({ ...ofProxy, request: { ...ofProxy.request, postData: undefined } }),
    "No body of the requests is in the file. Export it again, with content.",
  ],
  [
    har({ ...ofProxy, response: { ...ofProxy.response, content: {} } }),
    "No body of the responses is in the file. Export it again, with content.",
  ],
  ["[]", "it: Invalid input"],
  ['{"log":{}}', "log.entries: Invalid input"],
  [har(ofProxy, {}), "log.entries[1].startedDateTime: Invalid input"],
  [har({ ...ofChromium, startedDateTime: "yesterday" }), "log.entries[0].startedDateTime: Invalid"],
  [har({ ...ofChromium, response: { headers: [] } }), "log.entries[0].response.status: Invalid input"],
  [
    har({ ...ofProxy, request: { ...ofProxy.request, headers: [{ value: "x" }] } }),
    "log.entries[0].request.headers[0].name: Invalid input",
  ],
  [
    har({ ...ofChromium, response: { ...ofChromium.response, content: { text: "é", encoding: "base64" } } }),
    "log.entries[0].response.content.text: Invalid base64",
  ],
  [
    har({ ...ofChromium, request: { ...ofChromium.request, postData: { mimeType: "", _file: "b.json" } } }),
    'log.entries[0].request.postData: the body is in another file. Record the HTTP Archive with `content: "embed"`.',
  ],
])("refuses a malformed or incomplete archive and names the problem: %#", (text, problem) => {
  expect(() => readHar(text)).toThrow(HarError);
  expect(() => readHar(text)).toThrow(problem);
});

test("fills the placeholders of a simulator's archive with values that the service accepts", async () => {
  const simulator = createSimulator({ latency: 0 });
  const baseUrl = "http://simulator.localhost";
  const caller = createCaller({ baseUrl, clientId: "acme", clientSecret: "hush", fetch: simulator.fetch });
  const emails = [{ type: "personal", email: "ada@example.org" }];
  const documents = [{ type: "Primary", side1Image: imageOf(3_000), expiryDate: "2031-02-03", country: "GBR" }];
  const subject = { ...person, identity: { ...person.identity, emails }, documents };
  const body = { resourceId: "full-kyc@latest", context: { config: { delivery: "api" }, subject } };
  await caller.post("v2.startJourney", body);
  const { status } = await caller.post("v2.startJourney", { ...body, resourceId: 7 });
  const { exchanges } = readHar(await (await simulator.fetch(`${baseUrl}/_sim/worlds/acme/requests.har`)).text());
  const [token, started, refused] = exchanges;
  expect(JSON.stringify(exchanges)).not.toContain("‹");
  expect(Object.fromEntries(new URLSearchParams(token?.requestBody))).toMatchObject({
    client_id: "acme",
    client_secret: "samp",
    scope: "service.token",
  });
  const filled: { readonly context?: { readonly subject?: Subject } } = Object(parse(started?.requestBody ?? ""));
  const strict = { ...presets.specified, "required-fields": "strict" } as const;
  expect(endpointFor("v2.startJourney", strict).request.safeParse(filled).error).toBeUndefined();
  expect(schemaFor(strict, Subject).safeParse(filled.context?.subject).error).toBeUndefined();
  expect(StartResponse.safeParse(parse(started?.responseBody ?? "")).error).toBeUndefined();
  const again = await createCaller({ baseUrl, clientId: "other", clientSecret: "x", fetch: simulator.fetch });
  const { instanceId }: { readonly instanceId?: string } = Object((await again.post("v2.startJourney", filled)).body);
  const { instance } = await simulator.world("other").instance(String(instanceId)).read();
  expect(Object.keys(instance.provided)).toHaveLength(6);
  expect([refused?.status, (await again.post("v2.startJourney", parse(refused?.requestBody ?? ""))).status]).toEqual([
    status,
    status,
  ]);
});
