import { ErrorBody, TokenResponse, V1ErrorBody } from "@journey-kit/schemas";
import { expect, test } from "vitest";
import {
  address,
  enterService,
  form,
  image,
  isKnownBasis,
  openService,
  type Reply,
  sentSubject,
} from "../../test/service.ts";
import type { AnsweredRequest } from "../context/context.ts";
import { createMemoryStorage } from "../context/storage.ts";
import { UnavailableError } from "../database/database.ts";
import type { SimulatorOptions } from "../service.ts";
import { createSimulator } from "../simulator.ts";

const start = { resourceId: "identity-check@latest", context: { config: { delivery: "api" }, subject: {} } };
const json = (body: string): RequestInit => ({ method: "POST", headers: { "content-type": "application/json" }, body });

/** Asserts the status and the complete v2 error body of a refusal. Spec 7. */
function expectRefusal(reply: Reply, status: number, name: string): void {
  expect(reply.status).toBe(status);
  const [entry] = ErrorBody.parse(reply.body).errors;
  expect(entry).toMatchObject({ name, code: expect.stringMatching(/^\d{4}$/), action: expect.any(String) });
  expect(reply.headers.get("x-request-id")).toMatch(/\S/);
  expect(reply.basis.filter((basis) => !isKnownBasis(basis))).toEqual([]);
}

test.each([
  ["a missing resource id", { ...start, resourceId: undefined }, 400, "MISSING_FIELD"],
  ["a resource id without a version", { ...start, resourceId: "identity-check" }, 400, "INVALID_FIELD"],
  ["a malformed resource id", { ...start, resourceId: "a@b@c" }, 400, "INVALID_FIELD"],
  ["a journey that is not published", { ...start, resourceId: "nothing@latest" }, 404, "UNKNOWN_RESOURCE"],
  ["a version that is not published", { ...start, resourceId: "identity-check@9" }, 404, "UNKNOWN_RESOURCE"],
  ["a v1 journey", { ...start, resourceId: "identity-check-v1@latest" }, 400, "INCOMPATIBLE_JOURNEY"],
  ["a missing context", { resourceId: start.resourceId }, 400, "MISSING_FIELD"],
  ["a missing delivery", { ...start, context: { config: {}, subject: {} } }, 400, "MISSING_FIELD"],
  ["a missing config", { ...start, context: { subject: {} } }, 400, "MISSING_FIELD"],
  ["a missing subject", { ...start, context: { config: { delivery: "api" } } }, 400, "MISSING_FIELD"],
  ["an unknown delivery", { ...start, context: { config: { delivery: "post" }, subject: {} } }, 400, "INVALID_FIELD"],
  [
    "invalid prefill",
    { ...start, context: { ...start.context, subject: { identity: { dateOfBirth: "yesterday" } } } },
    400,
    "INVALID_FIELD",
  ],
  [
    "a ttlMinutes below 1",
    { ...start, context: { ...start.context, config: { delivery: "page", linkConfig: { ttlMinutes: 0 } } } },
    400,
    "INVALID_FIELD",
  ],
])("v2 start refuses %s (spec 2.7, 4.2)", async (_, body, status, name) => {
  const { v2 } = await openService();
  expectRefusal(await v2("journey/start", body), status, name);
});

test("refuses a start without a delivery with code 4002, name MISSING_FIELD and location Body (spec 7)", async () => {
  const { v2 } = await openService();
  const refused = await v2("journey/start", { ...start, context: { config: {}, subject: {} } });
  expect(refused.at("errors[0]")).toMatchObject({ code: "4002", name: "MISSING_FIELD", location: "Body" });
  expect(refused.at("errors[0].problem")).toContain("context.config.delivery");
  expect(refused.basis).toEqual(expect.arrayContaining(["start-delivery-required-v2", "error-missing-field"]));
});

const submission = (instanceId: string, interactionId: string, names: readonly string[], subject: unknown) => ({
  instanceId,
  interactionId,
  participants: names.map((domainElementId) => ({ domainElementId })),
  context: { subject },
});

test.each([
  ["a required element without data (rule 1)", ["FullName"], {}, 400, "MISSING_FIELD"],
  ["a name without a last name (rule 1)", ["FullName"], { identity: { firstName: "Ada" } }, 400, "MISSING_FIELD"],
  ["an invalid required element", ["DateOfBirth"], { identity: { dateOfBirth: "1.1." } }, 400, "INVALID_FIELD"],
  [
    "an element that is listed twice (rule 3)",
    ["FullName", "FullName"],
    sentSubject("FullName"),
    409,
    "DUPLICATE_ELEMENT",
  ],
  ["an element of another interaction", ["Selfie"], sentSubject("Selfie"), 400, "FOREIGN_ELEMENT"],
  ["no participants", [], {}, 400, "MISSING_FIELD"],
])("submit refuses %s and stores nothing (spec 4.2)", async (_, names, subject, status, name) => {
  const service = await openService();
  const instanceId = await service.start("identity-check@latest");
  const before = await service.v2("journey/interaction/fetch", { instanceId });
  const body = submission(instanceId, before.text("interactionId"), names, subject);
  expectRefusal(await service.v2("journey/interaction/submit", body), status, name);
  expect((await service.v2("journey/interaction/fetch", { instanceId })).body).toEqual(before.body);
});

test.each([
  ["linkConfig", { delivery: "api", linkConfig: { ttlMinutes: 5, theme: "dark" } }],
  ["linkConfig (a resume mode)", { delivery: "api", linkConfig: { resumeMode: "off", resumeExpiryMinutes: 5 } }],
  ["config (a resume mode)", { delivery: "api", resumeMode: "off", linkConfig: { resumeExpiryMinutes: 5 } }],
  ["config (`async`, which v2 does not have)", { delivery: "api", async: "no" }],
])(
  "depending on the reading, an unknown member of %s is ignored or refused (spec 2.7, gap extra-members)",
  async (_, config) => {
    const { v2, world } = await openService();
    const begin = () => v2("journey/start", { ...start, context: { config, subject: {} } });
    const ignored = await begin();
    expect(ignored.status).toBe(201);
    expect(ignored.basis).toContain("extra-members=ignored");
    await world.profile.set({ readings: { "extra-members": "refused" } });
    const refused = await begin();
    expectRefusal(refused, 400, "UNEXPECTED_FIELD");
    expect(refused.basis).toContain("extra-members=refused");
  },
);

test("refuses query parameters and reports their location, but accepts an empty query (spec 7)", async () => {
  const readings = { "query-parameters": "refused", "error-location-values": "extended" } as const;
  const { post } = await openService({ profile: { readings } });
  const refused = await post("/v2/captain/journey/state/fetch?view=slim", { instanceId: "x" });
  expectRefusal(refused, 400, "UNEXPECTED_PARAMETER");
  expect(refused.at("errors[0].location")).toBe("Query String");
  expect((await post("/v2/captain/journey/state/fetch?", { instanceId: "x" })).status).toBe(404);
});

test("suggests the right name for a misspelt member, and never quotes what the caller sent (spec 7)", async () => {
  const service = await openService();
  const instanceId = await service.start("identity-check@latest");
  const { text } = await service.v2("journey/interaction/fetch", { instanceId });
  const problemOf = async (subject: unknown) => {
    const body = submission(instanceId, text("interactionId"), ["FullName"], subject);
    const refused = await service.v2("journey/interaction/submit", body);
    expectRefusal(refused, 400, "MISSING_FIELD");
    return refused.text("errors[0].problem");
  };
  const misspelt = await problemOf({ identity: { firstName: "Ada", lastName: "Lovelace" } });
  expect(misspelt).toMatch(/ The body has an unknown member\. Did you mean `context\.subject\.identity\.lastNames`\?$/);
  expect(misspelt).not.toMatch(/lastName\b|Lovelace/);
  expect(await problemOf({ identity: { firstName: "Ada", nickname: "Countess" } })).not.toContain("Did you mean");
  const { world, v2 } = service;
  await world.profile.set({ readings: { "extra-members": "refused" } });
  const refused = await v2("journey/start", { ...start, contxt: {} });
  expectRefusal(refused, 400, "UNEXPECTED_FIELD");
  expect(refused.at("errors[0].problem")).toBe("The body has unknown members.");
  const nested = { config: { delivery: "api", linkConfig: { ttlMinute: 1 } }, subject: {} };
  expect((await v2("journey/start", { ...start, context: nested })).at("errors[0].problem")).toBe(
    "The body has unknown members. Did you mean `context.config.linkConfig.ttlMinutes`?",
  );
});

test("submit refuses an element that was already accepted (spec 4.2, rule 3)", async () => {
  const service = await openService();
  const instanceId = await service.start("identity-check@latest");
  await service.submit(instanceId, "FullName");
  const refused = await service.submit(instanceId, "FullName");
  expectRefusal(refused, 409, "DUPLICATE_ELEMENT");
  expect(refused.basis).toEqual(expect.arrayContaining(["submit-duplicate-refused", "duplicate-element=refused"]));
});

test("submit drops an invalid optional element and succeeds (spec 4.2, rule 2)", async () => {
  const service = await openService();
  const instanceId = await service.start("identity-check@latest", sentSubject("FullName", "DateOfBirth"));
  const fetched = await service.v2("journey/interaction/fetch", { instanceId });
  const subject = { identity: { currentAddress: { postBox: "1" }, idNumbers: [{ type: "ssn", idNumber: 5 }] } };
  const body = submission(instanceId, fetched.text("interactionId"), ["CurrentAddress", "SSN"], subject);
  const taken = await service.v2("journey/interaction/submit", body);
  expect(taken).toMatchObject({ status: 200, body: { status: "success" } });
  expect(taken.basis).toContain("submit-invalid-optional-stripped");
});

test.each(["documents", "biometrics"])("submit refuses %s outside context.subject (spec 4.2, rule 4)", async (name) => {
  const service = await openService();
  const instanceId = await service.start("identity-check@latest");
  const fetched = await service.v2("journey/interaction/fetch", { instanceId });
  const body = submission(instanceId, fetched.text("interactionId"), ["FullName"], sentSubject("FullName"));
  const [participant] = body.participants;
  for (const [place, misplaced] of [
    [name, { ...body, [name]: [] }],
    [`context.${name}`, { ...body, context: { ...body.context, [name]: [] } }],
    [`participants[0].${name}`, { ...body, participants: [{ ...participant, [name]: null }] }],
    ["body", { ...body, subject: { [name]: [] } }],
    ["context", { ...body, context: { ...body.context, Ada: [{ Lovelace: { [name]: [] } }] } }],
  ] as const) {
    const refused = await service.v2("journey/interaction/submit", misplaced);
    expectRefusal(refused, 400, "UNEXPECTED_FIELD");
    const problem = place.endsWith(name)
      ? `${place}: Belongs in \`context.subject\`.`
      : `${place}: Contains \`${name}\`, which belongs in \`context.subject\`.`;
    expect(refused.text("errors[0].problem")).toBe(problem);
    expect(refused.basis).toContain("submit-documents-inside-subject");
  }
  const inside = { ...body, context: { subject: { ...sentSubject("FullName"), sessions: [{ [name]: [] }] } } };
  expect(await service.v2("journey/interaction/submit", inside)).toMatchObject({ status: 200 });
});

test.each([
  ["not-found", 404],
  ["bad-request", 400],
] as const)("an unknown task is refused under %s with %i (gap `unknown-task`)", async (reading, status) => {
  const { v1 } = await openService({ profile: { readings: { "unknown-task": reading } } });
  const begun = await v1("journey/start", { resourceId: "age-check-v1@latest", context: { config: { async: true } } });
  const instanceId = begun.text("instanceId");
  const body = { intent: "Complete", instanceId, taskId: `${instanceId}.9`, context: { subject: {} } };
  for (const path of ["task/update", "task/schema"]) {
    const refused = await v1(`journey/${path}`, body);
    expect(refused).toMatchObject({ status, body: { status, error: "UNKNOWN_TASK" } });
    expect(refused.basis).toContain(`unknown-task=${reading}`);
  }
});

test.each([
  ["forbidden", 403],
  ["unauthorized", 401],
] as const)(
  "a token of the wrong kind is refused under %s with %i (spec 5; gap `wrong-token`)",
  async (reading, status) => {
    const { v2, start, post } = await openService({ profile: { readings: { "wrong-token": reading } } });
    const [instanceId, other] = [await start("age-check@latest"), await start("age-check@latest")];
    const { text } = await v2("device/start", { instanceId });
    const token = (await v2("device/connect", { connectToken: text("connectToken") })).text("endUserToken");
    const headers = { authorization: `Bearer ${token}` };
    for (const [path, id] of [
      ["state/fetch", instanceId],
      ["interaction/fetch", other],
    ]) {
      const refused = await post(`/v2/captain/journey/${path}`, { instanceId: id }, headers);
      expectRefusal(refused, status, "TOKEN_NOT_ACCEPTED");
      expect(refused.basis).toContain(`wrong-token=${reading}`);
    }
  },
);

test.each(["short", "x".repeat(65), "sixteen.letters!"])(
  "submit refuses the malformed instance id %s (spec 2.9, 8)",
  async (id) => {
    const { v2 } = await openService();
    const refused = await v2("journey/interaction/submit", submission(id, "any", ["FullName"], {}));
    expectRefusal(refused, 400, "INVALID_FIELD");
    expect(refused.basis).toContain("submit-instance-id-form");
  },
);

test("refuses a submit to an earlier interaction (gap stale-interaction)", async () => {
  const service = await openService();
  const instanceId = await service.start("identity-check@latest");
  const past = (await service.v2("journey/interaction/fetch", { instanceId })).text("interactionId");
  await service.submit(instanceId, "FullName", "DateOfBirth");
  const body = submission(instanceId, past, ["FullName"], sentSubject("FullName"));
  expectRefusal(await service.v2("journey/interaction/submit", body), 409, "INTERACTION_NOT_CURRENT");
});

test("refuses a submit to a finished journey with code 4009 (gap inactive-instance)", async () => {
  const service = await openService();
  const instanceId = await service.start("age-check@latest", sentSubject("DateOfBirth"));
  await service.world.clock.advance({ ms: 1_000 });
  const body = submission(instanceId, "any", ["DateOfBirth"], sentSubject("DateOfBirth"));
  const refused = await service.v2("journey/interaction/submit", body);
  expectRefusal(refused, 409, "JOURNEY_NOT_ACTIVE");
  expect(refused.at("errors[0].code")).toBe("4009");
});

test.each([
  ["a request without a token", {}, "MISSING_TOKEN"],
  ["a request with a token from another issuer", { authorization: "Bearer sim_e30.e30" }, "INVALID_TOKEN"],
  ["a request with another authorization scheme", { authorization: "Basic YTpi" }, "INVALID_TOKEN"],
])("responds with 401 to %s (spec 5)", async (_, headers, name) => {
  const { send } = await openService();
  const init = { ...json("{}"), headers: { "content-type": "application/json", ...headers } };
  expectRefusal(await send("/v2/captain/journey/state/fetch", init), 401, name);
});

const limited = (limits: object): SimulatorOptions => ({
  clients: [{ clientId: "tester", clientSecret: "secret", ...limits }],
});

test.each([
  ["journey/start", start, ["journey:read", "journey:submit"]],
  ["journey/state/fetch", { instanceId: "nobody" }, ["journey:start"]],
  ["journey/interaction/fetch", { instanceId: "nobody" }, ["journey:start"]],
  ["journey/interaction/submit", {}, ["journey:read"]],
] as const)("%s is refused without the permission that it requires (spec 5)", async (path, body, permissions) => {
  const { v2 } = await openService(limited({ permissions }));
  const refused = await v2(path, body);
  expectRefusal(refused, 403, "MISSING_PERMISSION");
  expect(refused.basis).toEqual(expect.arrayContaining(["permissions-required", "missing-permission=forbidden"]));
});

test("a client without v2 access can use only v1 (spec 1)", async () => {
  const { v1, v2 } = await openService(limited({ v2: false }));
  expectRefusal(await v2("journey/state/fetch", { instanceId: "nobody" }), 403, "V2_NOT_ENABLED");
  expect((await v1("journey/state/fetch", { instanceId: "nobody" })).status).toBe(404);
});

test("a journey starts only in the regions that it lists (spec 4.2)", async () => {
  const segments = [
    {
      id: "one",
      interactions: [{ id: "birth", pages: [], required: ["DateOfBirth"] }],
      modules: [{ module: "Age Verification", variant: "age-verification-v2" }],
    },
  ];
  const { post } = await openService({
    journeys: [{ id: "local", name: "Local", apiVersion: "v2", regions: ["au"], segments }],
  });
  const body = { ...start, resourceId: "local@latest" };
  expectRefusal(await post("/v2/captain/journey/start", body), 404, "UNAVAILABLE_REGION");
  expectRefusal(await post("/us/v2/captain/journey/start", body), 404, "UNAVAILABLE_REGION");
  expect((await post("/au/v2/captain/journey/start", body)).status).toBe(201);
  expect((await post("/v2/captain/journey/start", body, { host: "au.localhost" })).status).toBe(201);
});

test.each([
  ["malformed JSON", "{", 400, "MALFORMED_JSON"],
  ["no content", "", 400, "MALFORMED_JSON"],
  ["an array instead of an object", "[]", 400, "MALFORMED_JSON"],
  ["null instead of an object", "null", 400, "MALFORMED_JSON"],
  ["deep nesting", `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`, 400, "BODY_TOO_COMPLEX"],
  ["a million zeros", `{"a":[${"0,".repeat(1_000_000)}0]}`, 400, "BODY_TOO_COMPLEX"],
  ["more than 20 MiB", `{"a":"${"x".repeat(20 * 1024 ** 2)}"}`, 413, "BODY_TOO_LARGE"],
  ["a key called __proto__", '{"__proto__":{"instanceId":"polluted"}}', 400, "MISSING_FIELD"],
])("refuses a body with %s (spec 7)", async (_, body, status, name) => {
  const { send, token } = await openService();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  expectRefusal(await send("/v2/captain/journey/state/fetch", { method: "POST", headers, body }), status, name);
});

test("refuses an object whose `length` is not a number, both as an id and as a name (spec 7)", async () => {
  const { v2, start } = await openService();
  const odd = { length: { toString: 1 } };
  expectRefusal(await v2("journey/state/fetch", { instanceId: odd }), 400, "INVALID_FIELD");
  const instanceId = await start("identity-check@latest");
  const sent = {
    instanceId,
    interactionId: "identity-check:interaction:person@latest",
    participants: [{ domainElementId: "FullName" }],
    context: { subject: { identity: { firstName: odd, lastNames: ["Lovelace"] } } },
  };
  expectRefusal(await v2("journey/interaction/submit", sent), 400, "INVALID_FIELD");
});

test("refuses a body of 10 million zeros as too complex (spec 7)", async () => {
  const { send, token } = await openService();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = `{"context":{"subject":[${"0,".repeat(10 * 1024 ** 2 - 100)}0]}}`;
  expectRefusal(await send("/v2/captain/journey/start", { method: "POST", headers, body }), 400, "BODY_TOO_COMPLEX");
});

test("refuses a wrong content type, a wrong method and an unknown path (spec 4, 7)", async () => {
  const { send, token } = await openService();
  const headers = { authorization: `Bearer ${token}`, "content-type": "text/plain" };
  const path = "/v2/captain/journey/state/fetch";
  expectRefusal(await send(path, { method: "POST", headers, body: "{}" }), 415, "WRONG_CONTENT_TYPE");
  const wrong = await send(path, { method: "PUT", headers, body: "{}" });
  expectRefusal(wrong, 405, "METHOD_NOT_ALLOWED");
  expect(wrong.headers.get("allow")).toBe("POST");
  expectRefusal(await send("/v2/captain/journey/stop", { method: "POST", headers, body: "{}" }), 404, "UNKNOWN_PATH");
});

test("a client cannot find the instances of another client (gap unknown-instance)", async () => {
  const one = await openService();
  const other = await enterService(one.simulator, "neighbour");
  const instanceId = await one.start("identity-check@latest");
  expectRefusal(await other.v2("journey/state/fetch", { instanceId }), 404, "UNKNOWN_INSTANCE");
  expectRefusal(await other.v2("journey/interaction/fetch", { instanceId }), 404, "UNKNOWN_INSTANCE");
});

test("a refusal does not quote an unknown participant (spec 7)", async () => {
  const { start: begin, v2 } = await openService();
  const instanceId = await begin("document-and-selfie@latest");
  const submit = (...names: readonly string[]) =>
    v2("journey/interaction/submit", {
      instanceId,
      interactionId: "document-and-selfie:interaction:person@latest",
      participants: names.map((domainElementId) => ({ domainElementId })),
    });
  const foreign = await submit("4929000000006");
  expect(foreign.text("errors[0].problem")).toBe("A participant is not collected by this interaction.");
  const twice = await submit("Ada", "Ada");
  expect(twice.text("errors[0].problem")).toBe("A participant was already submitted.");
  const known = await submit("Selfie");
  expect(known.text("errors[0].problem")).toBe("Selfie is not collected by this interaction.");
});

test.each([
  ["different", 40_000, 400, "FOREIGN_ELEMENT"],
  ["repeated", 20_000, 409, "DUPLICATE_ELEMENT"],
])(
  "refuses a submit with 40,000 %s participants, and lists only 20 problems (spec 7)",
  async (_, names, status, name) => {
    const { start: begin, v2 } = await openService();
    const instanceId = await begin("document-and-selfie@latest");
    const refused = await v2("journey/interaction/submit", {
      instanceId,
      interactionId: "document-and-selfie:interaction:person@latest",
      participants: Array.from({ length: 40_000 }, (_, i) => ({ domainElementId: `element-${i % names}` })),
    });
    expectRefusal(refused, status, name);
    expect(ErrorBody.parse(refused.body).errors).toHaveLength(20);
    expect(JSON.stringify(refused.body).length).toBeLessThan(6_144);
  },
);

test("a refusal lists at most 20 malformed members (spec 7)", async () => {
  const { v2 } = await openService();
  const refused = await v2("journey/interaction/submit", {
    instanceId: "nobody-nobody-16",
    interactionId: "any",
    participants: Array.from({ length: 30 }, () => ({ domainElementId: 7 })),
  });
  expectRefusal(refused, 400, "INVALID_FIELD");
  expect(ErrorBody.parse(refused.body).errors).toHaveLength(20);
});

test("a refused v1 request gets the older error body (spec 9)", async () => {
  const { v1 } = await openService();
  const refused = await v1("journey/task/update", { intent: "Complete" });
  expect(refused.status).toBe(400);
  expect(V1ErrorBody.parse(refused.body)).toMatchObject({ status: 400, error: "MISSING_FIELD" });
});

test("a synchronous v1 start responds with a 5xx status if a module fails (spec 4.3)", async () => {
  const { v1 } = await openService();
  const identity = {
    firstName: "Ada",
    lastNames: ["Testfail"],
    dateOfBirth: "1990-12-10",
    currentAddress: { postBox: "1" },
  };
  const refused = await v1("journey/start", {
    resourceId: "identity-check-v1@latest",
    context: { subject: { identity } },
  });
  expect(refused.status).toBe(500);
  expect(V1ErrorBody.parse(refused.body).error).toBe("MODULE_FAILED");
});

test("stores only the digest and the length of an image (spec 2.8)", async () => {
  const { start: begin, world, submit } = await openService();
  const instanceId = await begin("document-and-selfie@latest", sentSubject("FullName", "DateOfBirth"));
  await world.clock.advance({ ms: 2_000 });
  await submit(instanceId, "PrimaryDocument");
  const kept = JSON.stringify([await world.instance(instanceId).read(), await world.instance(instanceId).log()]);
  expect(kept).not.toContain(image);
  expect(kept).toMatch(/base64:[0-9a-f]{64}:5"/);
});

test.each([
  { failure: new Error("The store is down."), status: 500, name: "INTERNAL_ERROR", retryAfter: null, isReported: true },
  {
    failure: new UnavailableError("PostgreSQL cannot be reached."),
    status: 503,
    name: "STORE_UNAVAILABLE",
    retryAfter: "1",
    isReported: false,
  },
])(
  "responds with status $status and a request id if the world's settings cannot be read ($failure) (spec 7)",
  async ({ failure, status, name, retryAfter, isReported }) => {
    const failing = createMemoryStorage((store) => ({ ...store, settings: () => Promise.reject(failure) }));
    const errors: unknown[] = [];
    const onError = (error: unknown, requestId?: string) => errors.push(error, requestId);
    const reported: unknown[] = [];
    const onRequest = ({ id, path, status: sent, error }: AnsweredRequest) => reported.push([id, path, sent, error]);
    const { fetch } = createSimulator({ storage: failing, key: new Uint8Array(32), onError, onRequest });
    const own = await createSimulator({ key: new Uint8Array(32) }).fetch(
      new Request(
        `${address}/as/token.oauth2`,
        form({
          grant_type: "client_credentials",
          client_id: "tester",
          client_secret: "secret",
          scope: "service.token",
        }),
      ),
    );
    const { access_token } = TokenResponse.parse(await own.json());
    const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
    const response = await fetch(
      new Request(`${address}/v2/captain/journey/state/fetch`, { method: "POST", headers, body: "{}" }),
    );
    expect([response.status, response.headers.get("retry-after")]).toEqual([status, retryAfter]);
    expect(ErrorBody.parse(await response.json()).errors[0]?.name).toBe(name);
    expect(response.headers.get("x-request-id")).toMatch(/\S/);
    const id = response.headers.get("x-request-id");
    expect(errors).toEqual(isReported ? [failure, id] : []);
    expect(reported).toEqual([[id, "/v2/captain/journey/state/fetch", status, name]]);
    const old = await fetch(new Request(`${address}/captain/api/journey/state/fetch`, { method: "POST", headers }));
    expect(V1ErrorBody.parse(await old.json()).error).toBe(name);
  },
);

test.each([
  ["fields", ["FullName/firstName", "FullName/lastNames", "DateOfBirth"], 200],
  ["fields", ["FullName", "DateOfBirth"], 200],
  ["fields", ["FullName", "FullName/lastNames", "DateOfBirth"], 200],
  ["fields", ["FullName/age", "DateOfBirth"], 400],
  ["elements", ["FullName/firstName", "DateOfBirth"], 400],
] as const)(
  "if an interaction fetch lists outstanding %s, a submit of %j returns %i (spec 2.9; gap `outstanding-granularity`)",
  async (granularity, names, status) => {
    const { v2, start: begin } = await openService({
      profile: { readings: { "outstanding-granularity": granularity } },
    });
    const submitted = await v2("journey/interaction/submit", {
      instanceId: await begin("identity-check@latest"),
      interactionId: "identity-check:interaction:person@latest",
      participants: names.map((domainElementId) => ({ domainElementId })),
      context: { subject: sentSubject("FullName", "DateOfBirth") },
    });
    expect(submitted.status).toBe(status);
  },
);

test("a task update strips an invalid optional element, as a submit does (spec 2.10; gap `task-optional-invalid`)", async () => {
  const { v1, world } = await openService();
  const context = { config: { async: true }, subject: sentSubject("FullName", "DateOfBirth") };
  const started = await v1("journey/start", { resourceId: "identity-check-v1@latest", context });
  const instanceId = started.text("instanceId");
  const taskId = (await v1("journey/task/list", { instanceId })).text("tasks[0].taskId");
  const subject = {
    identity: { currentAddress: { postalCode: "SW1Y 4JH" }, idNumbers: [{ type: "ssn", idNumber: 7 }] },
  };
  const updated = await v1("journey/task/update", { intent: "Complete", instanceId, taskId, context: { subject } });
  expect(updated.status).toBe(200);
  expect(updated.basis).toContain("task-optional-invalid=stripped");
  const { instance } = await world.instance(instanceId).read();
  expect(Object.keys(instance.provided)).toEqual(["FullName", "DateOfBirth", "CurrentAddress"]);
});

test("under the strict reading, an email address without a type is refused with MISSING_FIELD (spec 7; gap `required-fields`)", async () => {
  const readings = { "required-fields": "strict" } as const;
  const { v2 } = await openService({ profile: { readings } });
  const subject = { identity: { dateOfBirth: "1990-12-10", emails: [{ email: "ada@example.com" }] } };
  const refused = await v2("journey/start", {
    resourceId: "age-check@latest",
    context: { config: { delivery: "api" }, subject },
  });
  expectRefusal(refused, 400, "MISSING_FIELD");
  expect(refused.at("errors[0]")).toMatchObject({
    problem: expect.stringContaining("context.subject.identity.emails[0].type: "),
    action: "Add the field and send the request again.",
  });
});

test("a refused call of a deprecated endpoint has the header `Deprecation`, like a successful one (spec 4.2, 4.3)", async () => {
  const readings = { "v1-task-schema-deprecated": "no" } as const;
  const service = await openService({ profile: { readings } });
  const { post, send } = service;
  const refused = async (path: string) => {
    const replies = [await post(path, {}), await send(path, { method: "POST" }), await send(path, { method: "GET" })];
    expect(replies.map(({ status }) => status)).toEqual([400, 401, 405]);
    return replies.map(({ headers }) => headers.get("deprecation"));
  };
  const since = "@1735689600";
  for (const path of ["journey/task/list", "journey/task/list/schema", "journey/task/update"]) {
    expect(await refused(`/captain/api/${path}`)).toEqual([since, since, since]);
  }
  expect(await refused("/v2/captain/journey/task/list/schema")).toEqual([since, since, since]);
  expect(await refused("/captain/api/journey/task/schema")).toEqual([null, null, null]);
  expect(await refused("/captain/api/journey/state/fetch")).toEqual([null, null, null]);
  const basis = (await post("/captain/api/journey/task/list", {})).basis;
  expect(basis).toContain("v1-task-endpoints-deprecated");
});
