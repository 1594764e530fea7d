import { Subject, schemaFor } from "@journey-kit/schemas";
import { presets } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { personal } from "../../../schemas/test/personal.ts";
import { imageOf } from "../arbitraries/person.ts";
import { placesOf, replaceAt } from "../arbitraries/schema.ts";
import { subject as anyPerson, anySubject } from "../arbitraries/subject.ts";
import { parse } from "../service/target.ts";
import { isBase64 } from "./images.ts";
import { createSanitiser } from "./sanitise.ts";
import type { TrafficExchange } from "./traffic.ts";

const at = Date.UTC(2026, 4, 17, 9, 30);
const instanceId = "4f9c2b7e1d3a4c58";

const exchangeOf = (more: Partial<TrafficExchange>): TrafficExchange => ({
  sequence: 1,
  startedAt: at,
  endedAt: at + 5,
  method: "POST",
  url: "https://service.test/eu/v2/captain/journey/start",
  requestHeaders: { "content-type": "application/json" },
  requestBody: undefined,
  status: 201,
  responseHeaders: {},
  responseBody: undefined,
  ...more,
});

const startBody = (subject: unknown) => ({
  resourceId: "age-check@latest",
  context: { config: { delivery: "api" }, subject },
});

/** Sanitises bodies with one sanitiser. */
function createBodies() {
  const sanitise = createSanitiser();
  return {
    sanitise,
    request: (body: unknown, more: Partial<TrafficExchange> = {}): unknown =>
      parse(sanitise(exchangeOf({ requestBody: JSON.stringify(body), ...more })).requestBody ?? ""),
    subject: (subject: unknown, startedAt = at): Subject & Readonly<Record<string, unknown>> => {
      const requestBody = JSON.stringify(startBody(subject));
      return Object(parse(sanitise(exchangeOf({ requestBody, startedAt })).requestBody ?? "")).context.subject;
    },
    state: (body: unknown, status = 200): Readonly<Record<string, unknown>> => {
      const url = "https://service.test/eu/v2/captain/journey/state/fetch";
      return Object(
        parse(sanitise(exchangeOf({ url, status, responseBody: JSON.stringify(body) })).responseBody ?? ""),
      );
    },
  };
}

/** The kinds of the values in a value, by path. */
const kindsOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(kindsOf);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, kindsOf(member)]));
  return typeof value === "boolean" || value === null || value === "" ? value : typeof value;
};

const strict = schemaFor({ ...presets.specified, "required-fields": "strict" }, Subject);
const problemsOf = (schema: typeof Subject, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, code }) => [path.join("."), code]) ?? [];

const otherValues = [
  ...["", " ", "10.12.1990", "1990-02-30", "1990-13-01", "1990-12-10", "2031-01-01", "Zoë", "GB", "gb", "GERMANY"],
  ...["ada@example.org", "ada@münchen.de", "ada@localhost", "o'neil+kyc@example.co.uk", "@", "٠١٢٣٤٥", "1".repeat(40)],
  ...[0, 7, -3.25, 1e30, null, true, [], {}, ["x"], { x: 1 }],
];

test("a subject keeps its form: types, empty values, and which values are valid", () => {
  const anyPlace = fc.tuple(anySubject(), fc.nat(), fc.constantFrom(...otherValues));
  const damaged = anyPlace.map(([subject, place, value]) => {
    const places = placesOf(subject);
    return replaceAt(subject, places[place % places.length] ?? "", value);
  });
  fc.assert(
    fc.property(fc.oneof(anySubject(), anyPerson(), damaged), (subject) => {
      const copy = createBodies().subject(subject);
      expect(kindsOf(copy)).toEqual(kindsOf(subject));
      for (const schema of [Subject, strict as typeof Subject])
        expect(problemsOf(schema, copy)).toEqual(problemsOf(schema, subject));
    }),
    { numRuns: runs(300, 3_000) },
  );
});

test("equal values get equal sample values in all bodies of a recording, in any case", () => {
  const { subject, state, request } = createBodies();
  const { identity, uid } = subject({ uid: "Customer 7", identity: { firstName: "Zoë", lastNames: ["Núñez"] } });
  const submitted = subject({ identity: { firstName: "Zoë", lastNames: ["NÚÑEZ"] }, uid: "Customer 7" });
  expect(submitted).toEqual({ uid, identity: { ...identity, lastNames: [identity?.lastNames?.[0]?.toUpperCase()] } });
  const value = "Zoë Núñez";
  const documents = [{ type: "Primary", extraction: { aggregatedFields: [{ value }] } }];
  const body = state({ instanceId, context: { subject: { documents, identity: { firstName: "Zoë" } } } });
  const name = `${identity?.firstName} ${identity?.lastNames?.[0]}`;
  expect(body).toMatchObject({
    context: {
      subject: {
        identity: { firstName: identity?.firstName },
        documents: [{ extraction: { aggregatedFields: [{ value: name }] } }],
      },
    },
  });
  expect(request({ unknown: "Zoë" })).toEqual({ unknown: identity?.firstName });
});

const adultOn = (born: string, instant: number): boolean =>
  new Date(instant).toISOString().slice(0, 10) >= `${Number(born.slice(0, 4)) + 18}${born.slice(4)}`;

test("a date of birth shows the same age of majority at the time of each exchange, and never the true date", () => {
  const day = 86_400_000;
  const dates = fc.date({ min: new Date("1930-01-01"), max: new Date("2026-05-01"), noInvalidDate: true });
  const edge = fc.integer({ min: -40, max: 40 }).map((days) => new Date(Date.UTC(2008, 4, 17) + days * day));
  fc.assert(
    fc.property(fc.oneof(dates, edge), fc.array(fc.nat(60), { minLength: 1, maxLength: 4 }), (date, days) => {
      const { subject } = createBodies();
      const dateOfBirth = date.toISOString().slice(0, 10);
      let now = at;
      for (const after of days) {
        now += after * day;
        const { identity } = subject({ identity: { dateOfBirth } }, now);
        const copy = identity?.dateOfBirth ?? "";
        expect(copy).not.toBe(dateOfBirth);
        expect(adultOn(copy, now)).toBe(adultOn(dateOfBirth, now));
      }
    }),
    { numRuns: runs(300, 3_000) },
  );
});

test("an image becomes a small image of the same kind and encoding, and different images become different ones", () => {
  const { subject } = createBodies();
  const png = imageOf(5_000);
  const jpeg = `/9j/4AAQ${png.slice(8)}`;
  const images = [png, `data:image/png;base64,${png}`, jpeg, imageOf(5_001), "not an image", "", btoa("any bytes")];
  const copies = subject({ documents: images.map((side1Image) => ({ side1Image })) }).documents ?? [];
  const [first = "", url, second = "", third, none = "x", empty, bytes = ""] = copies.map(
    ({ side1Image }) => side1Image,
  );
  expect([first, second, bytes].map(isBase64)).toEqual([true, true, true]);
  expect([first.slice(0, 10), second.slice(0, 4), url]).toEqual([
    "iVBORw0KGg",
    "/9j/",
    `data:image/png;base64,${first}`,
  ]);
  expect(isBase64(none)).toBe(false);
  expect(empty).toBe("");
  expect(new Set([first, second, third, none, bytes]).size).toBe(5);
  expect(JSON.stringify(copies).length).toBeLessThan(2_000);
  const { documents, biometrics } = subject({ biometrics: [{ face1Image: png }], documents: [{ photo: png }] });
  expect([biometrics?.[0]?.face1Image, documents?.[0]?.photo]).toEqual([first, first]);
});

test("names of test persons, types of entries and words at public places stay", () => {
  const { subject, request } = createBodies();
  const kept = {
    identity: { lastNames: ["Testreject", "TESTREFER"], idNumbers: [{ type: "SSN" }, { type: "tax-id" }] },
    documents: [{ type: "Primary" }, { type: "primary" }],
  };
  expect(subject(kept)).toEqual(kept);
  const submit = { instanceId, interactionId: "a:interaction:b@1", participants: [{ domainElementId: "FullName" }] };
  const url = "https://service.test/v2/captain/journey/interaction/submit";
  expect(request(submit, { url })).toEqual(submit);
  const config = { delivery: "page", assisted: true, linkConfig: { ttlMinutes: 0, resumeExpiryMinutes: 30 } };
  const started = { resourceId: "KYC_EU.v2@3", context: { config, subject: {} } };
  expect(request(started)).toEqual(started);
});

test("words that a schema lists under other readings, ids in other members and names of members stay", () => {
  const { sanitise, request, state } = createBodies();
  state({ instanceId: "Xy-1_Z" });
  const update = { intent: "Save", instanceId: "Xy-1_Z", taskId: "person", context: { subject: {} } };
  expect(request(update, { url: "https://service.test/captain/api/journey/task/update" })).toEqual(update);
  const schema = { instanceId: "Xy-1_Z", taskId: "age-check", instance: "Xy-1_Z" };
  const copy = request(schema, { url: "https://service.test/captain/api/journey/task/schema" });
  expect(copy).toEqual({ ...schema, instance: expect.not.stringMatching("Xy-1_Z") });
  const pages = [{ id: "p", cards: [{ id: "DocumentCard", config: { sides: ["side1Image", "Ada"] } }] }];
  const body = { instanceId: "Xy-1_Z", interaction: { resource: { data: { pages } } } };
  const url = "https://service.test/v2/captain/journey/interaction/fetch";
  const { responseBody = "" } = sanitise(exchangeOf({ url, status: 200, responseBody: JSON.stringify(body) }));
  expect(responseBody).toContain('"sides":["side1Image","');
  expect(responseBody).not.toContain("Ada");
});

test("an id that a client sends as a token stays an id elsewhere", () => {
  const { sanitise, state, request } = createBodies();
  state({ instanceId: "Xy-1_Z" });
  const requestHeaders = { authorization: "Bearer Xy-1_Z" };
  expect(sanitise(exchangeOf({ requestHeaders })).requestHeaders).toEqual({ authorization: "Bearer token-1" });
  expect(state({ instanceId: "Xy-1_Z" })).toEqual({ instanceId: "Xy-1_Z" });
  expect(request({ instanceId: "Xy-1_Z" })).toEqual({ instanceId: "Xy-1_Z" });
});

test("the message of a v1 error keeps the words of the specification", () => {
  const { subject, state } = createBodies();
  subject({ identity: { firstName: "Zebulon" } });
  const error = { status: 400, message: "intent: not allowed for this task.", error: "INVALID_FIELD" };
  expect(state(error, 400)).toEqual(error);
  expect(state({ ...error, message: "Zebulon is not allowed." }, 400).message).not.toMatch(/Zebulon/i);
});

test("a personal value with a single letter replaces no text that contains this letter as a word", () => {
  const { subject, state } = createBodies();
  subject({ identity: { firstName: "...A" } });
  const error = { status: 400, message: "intent: not allowed for a task.", error: "INVALID_FIELD" };
  expect(state(error, 400)).toEqual(error);
});

test("personal data in place of a name or an id is replaced, with the same result each time", () => {
  const { request } = createBodies();
  const body = { instanceId: "Ada Lovelace", "Ada Lovelace": 1, resourceId: "ada.lovelace@example.org" };
  const copy = request(body);
  expect(JSON.stringify(copy)).not.toMatch(/ada|lovelace/i);
  expect(Object.keys(Object(copy))[1]).toBe(Object(copy).instanceId);
  expect(request(body)).toEqual(copy);
});

test("personal data and tokens in place of any name, id or header occur in no sanitised exchange", () => {
  const paths = [
    "/v2/captain/journey/start",
    "/captain/api/journey/start",
    "/v2/captain/journey/interaction/submit",
    "/captain/api/journey/task/update",
    "/v2/captain/device/connect",
    "/v2/other",
  ];
  fc.assert(
    fc.property(
      personal,
      fc.constantFrom(...paths),
      fc.constantFrom(200, 201, 400),
      fc.boolean(),
      (text, path, status, isToken) => {
        const config = { delivery: text, [text]: text, linkConfig: { ttlMinutes: text } };
        const body = {
          ...{
            resourceId: text,
            instanceId: text,
            interactionId: text,
            taskId: text,
            intent: text,
            connectToken: text,
          },
          participants: [{ domainElementId: text, instructions: [text] }, text],
          context: { config, subject: { [text]: text, uid: text, documents: text, entities: [{ type: text }] } },
        };
        const error = { code: text, name: text, problem: text, action: text, location: text };
        const states = { status: text, result: text, context: { process: { journey: { name: text }, [text]: text } } };
        const headers = {
          "x-request-id": text,
          ...(isToken && { authorization: `Bearer ${text}` }),
          location: text,
          "content-type": text,
        };
        const copy = createSanitiser()(
          exchangeOf({
            url: `https://${encodeURIComponent(text)}@service.test/${encodeURIComponent(text)}${path}?${encodeURIComponent(text)}=${encodeURIComponent(text)}`,
            requestHeaders: headers,
            requestBody: JSON.stringify(body),
            status,
            responseHeaders: headers,
            responseBody: JSON.stringify({ ...states, errors: [error], error: text, message: text }),
          }),
        );
        expect(`${decodeURIComponent(copy.url)} ${JSON.stringify(copy)}`).not.toContain(text);
      },
    ),
    { numRuns: runs(300, 5_000) },
  );
});

test("tokens, client ids and secrets are numbered, in headers, forms and bodies", () => {
  const { sanitise } = createBodies();
  const form = (fields: Readonly<Record<string, string>>, authorization?: string) => {
    const { requestBody, requestHeaders } = sanitise(
      exchangeOf({
        url: "https://service.test/as/token.oauth2",
        requestHeaders: {
          "content-type": "application/x-www-form-urlencoded",
          ...(authorization && { authorization }),
        },
        requestBody: new URLSearchParams(fields).toString(),
        status: 200,
        responseBody: JSON.stringify({
          access_token: "opaque",
          refresh_token: "other",
          expires_in: 60,
          token_type: "Bearer",
        }),
      }),
    );
    return [Object.fromEntries(new URLSearchParams(requestBody)), requestHeaders.authorization];
  };
  const grant = { grant_type: "client_credentials", scope: "service.token" };
  const own = { client_id: "client-1", client_secret: "secret-1" };
  expect(form({ ...grant, client_id: "acme", client_secret: "a:b %" })).toEqual([{ ...grant, ...own }, undefined]);
  const basic = `Basic ${btoa("acme:a%3Ab%20%25")}`;
  expect(form(grant, basic)).toEqual([grant, `Basic ${btoa("client-1:secret-1")}`]);
  expect(form(grant, "Basic ???")[1]).toBe("Basic !");
  expect(form(grant, `Basic ${btoa("acme")}`)[1]).toBe(`Basic ${btoa("client")}`);
  const { username, password } = Object(form({ grant_type: "password", username: "ada", password: "hush" })[0]);
  expect([username, password]).toEqual([expect.not.stringMatching(/ada/), "secret-2"]);
  const { requestHeaders, requestBody } = sanitise(
    exchangeOf({
      requestHeaders: { authorization: "bearer opaque" },
      requestBody: '{"connectToken":"third","x":"other"}',
    }),
  );
  expect([requestHeaders, requestBody]).toEqual([
    { authorization: "bearer token-1" },
    '{"connectToken":"token-3","x":"token-2"}',
  ]);
});

test("a response keeps public values and ids; unknown values and what the client sent as personal are replaced", () => {
  const { subject, state } = createBodies();
  const { identity } = subject({ identity: { firstName: "mercury" } });
  const journey = {
    name: "Document and selfie",
    id: "document-and-selfie",
    version: "3",
    startedAt: "2026-05-17T09:30:00Z",
  };
  const result = {
    status: "completed",
    outcome: "Medium Risk",
    advice: { outcome: "mercury", score: 8_871, note: "Mr X" },
  };
  const body = {
    instanceId: "01J9ZQ4M8X",
    status: "Completed",
    context: { process: { journey, result } },
    data: { "Ada Byron": "x" },
  };
  const copy = state(body);
  expect(copy).toMatchObject({
    instanceId: "01J9ZQ4M8X",
    status: "Completed",
    context: {
      process: {
        journey,
        result: { status: "completed", outcome: "Medium Risk", advice: { outcome: identity?.firstName } },
      },
    },
  });
  const { score, note } = Object(copy).context.process.result.advice;
  expect([score, note]).toEqual([expect.any(Number), expect.any(String)]);
  expect([score, note]).not.toContain(8_871);
  expect(JSON.stringify(copy)).not.toMatch(/Mr X|Byron|mercury/);
});

test("an unknown word of the service stays only if its parts are words of the specification or of programs", () => {
  const { state } = createBodies();
  const outcomeOf = (outcome: string) => Object(state({ result: outcome })).result;
  for (const kept of ["not-found-2", "Decision: Accept", "MISSING_FIELD", "Document expired", "Manual review"])
    expect(outcomeOf(kept)).toBe(kept);
  for (const replaced of ["Lovelace", "ada@example.org", "19851210", "Approved by Byron"])
    expect(outcomeOf(replaced)).not.toContain(replaced.split(" ").at(-1));
});

test("an id that the service issued stays, in any form; another one is replaced with the same one each time", () => {
  const { state, request, sanitise } = createBodies();
  const fetchOf = (id: string) =>
    request({ instanceId: id }, { url: "https://service.test/v2/captain/journey/state/fetch" });
  const foreign = fetchOf("01J9ZQ4M8Y");
  expect(JSON.stringify(foreign)).not.toContain("01J9ZQ4M8Y");
  expect(fetchOf("01J9ZQ4M8Y")).toEqual(foreign);
  for (const issued of ["01J9ZQ4M8X", "AbCdEfGhIjKlMnOp", "4815162342", "a1b2c3d4-0000-4000-8000-000000000000"]) {
    expect(state({ instanceId: issued, status: "InProgress" })).toEqual({ instanceId: issued, status: "InProgress" });
    expect(fetchOf(issued)).toEqual({ instanceId: issued });
    const url = `https://service.test/journey/${issued}`;
    expect(sanitise(exchangeOf({ method: "GET", url })).url).toBe(url);
  }
  const once = {
    url: "https://service.test/v2/captain/journey/state/fetch",
    requestBody: '{"instanceId":"01J9ZQ4M8Z"}',
  };
  const answered = sanitise(exchangeOf({ ...once, responseBody: once.requestBody }));
  expect(answered).toMatchObject({ requestBody: once.requestBody, responseBody: once.requestBody });
});

test("an error keeps its code and name, and no text that can quote the request", () => {
  const { state } = createBodies();
  const error = {
    code: "4003",
    name: "INVALID_FIELD",
    problem: "Ada is no date.",
    action: "Correct the field.",
    location: "Body",
  };
  const { errors } = Object(state({ errors: [error] }, 400));
  expect(errors).toEqual([{ ...error, problem: expect.not.stringMatching(/Ada/) }]);
});

test.each(["{", '{"a": "Ada', "{'a': 1}", '{"name": "Ada",}', '{"a": tru}', "NaN", '{"a":"\\q"}', "Ada"])(
  "malformed JSON stays malformed, without its texts: %s",
  (text) => {
    const { requestBody = "" } = createSanitiser()(exchangeOf({ requestBody: text }));
    expect(() => JSON.parse(requestBody)).toThrow();
    expect(requestBody).not.toMatch(/Ada|name|tru|NaN/);
  },
);

test("a body that is deeply nested, a page, and an upload are replaced", () => {
  const sanitise = createSanitiser();
  const deep = sanitise(exchangeOf({ requestBody: `${"[".repeat(50_000)}"Ada"${"]".repeat(50_000)}` }));
  expect(deep.requestBody).toMatch(/^\[{200,250}\]+$/);
  const url = `https://service.test/journey/${instanceId}`;
  const page = sanitise(exchangeOf({ method: "GET", url, responseBody: "<h1>Ada</h1>" }));
  expect([page.url, page.responseBody]).toEqual([url, "not JSON"]);
  const requestHeaders = { "content-type": "multipart/form-data; boundary=Ada" };
  const upload = sanitise(exchangeOf({ url, requestHeaders, requestBody: "--Ada\r\n" }));
  expect([upload.requestBody, upload.requestHeaders]).toEqual(["", { "content-type": "multipart/form-data" }]);
});
