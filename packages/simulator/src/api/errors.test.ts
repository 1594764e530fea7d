import { ErrorBody, TokenResponse, V1ErrorBody } from "@journey-kit/schemas";
import type { RuleId } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { submitElements } from "../../test/readings/exchange.ts";
import { ageJourney } from "../../test/samples.ts";
import { address, form, isKnownBasis, openService, type Reply, type Service, sentSubject } from "../../test/service.ts";
import type { AnsweredRequest } from "../context/context.ts";
import { createMemoryStorage } from "../context/storage.ts";
import { UnavailableError } from "../database/database.ts";
import { createSimulator } from "../simulator.ts";

const start = { resourceId: "identity-check@latest", context: { config: { delivery: "api" }, subject: {} } };

/** Asserts the status and the complete v2 error body of a refusal. Spec 7. */
function expectRefusal(reply: Reply, status: number, name: string): void {
  expect(reply.status).toBe(status);
  const [entry] = ErrorBody.parse(reply.body).errors;
  expect(entry).toMatchObject({ name, code: expect.stringMatching(/^\d{4}$/), action: expect.any(String) });
  expect(reply.headers.get("x-request-id")).toMatch(/\S/);
  expect(reply.basis.filter((basis) => !isKnownBasis(basis))).toEqual([]);
}

const path = "/v2/captain/journey/state/fetch";
const begin = (change: object) => (service: Service) => service.v2("journey/start", { ...start, ...change });
const fetchWith = (change: RequestInit & { readonly path?: string }) => (service: Service) => {
  const headers = { authorization: `Bearer ${service.token}`, "content-type": "application/json" };
  return service.send(change.path ?? path, { method: "POST", headers, body: "{}", ...change });
};
const bearing = (authorization: string) =>
  fetchWith({ headers: { authorization, "content-type": "application/json" } });
const submitTo = (instanceId: string) => (service: Service) =>
  service.v2("journey/interaction/submit", {
    instanceId,
    interactionId: "any",
    participants: [{ domainElementId: "FullName" }],
  });
const prefilled = (subject: object) => begin({ context: { config: { delivery: "api" }, subject } });

const odd = { length: { toString: 1 } };

type Refusal = [title: string, send: (service: Service) => Promise<Reply>, status: number, name: string, rule?: RuleId];

/** The contract cases check every rule, but not the names of errors, most of which are a choice of the simulator. */
const refusals: readonly Refusal[] = [
  ["a missing resource id", begin({ resourceId: undefined }), 400, "MISSING_FIELD", "start-resource-id-required"],
  ["a missing context", begin({ context: undefined }), 400, "MISSING_FIELD", "start-context-required"],
  ["a missing delivery", begin({ context: { config: {} } }), 400, "MISSING_FIELD", "start-delivery-required-v2"],
  ["a missing config", begin({ context: { subject: {} } }), 400, "MISSING_FIELD", "start-delivery-required-v2"],
  ["a missing member", begin({ context: { config: {} } }), 400, "MISSING_FIELD", "error-missing-field"],
  ["a short instance id", submitTo("short"), 400, "INVALID_FIELD", "submit-instance-id-form"],
  ["an instance id with blanks", submitTo("sixteen letters!"), 400, "INVALID_FIELD", "submit-instance-id-form"],
  ["a malformed resource id", begin({ resourceId: "a@b@c" }), 400, "INVALID_FIELD"],
  ["a journey that is not published", begin({ resourceId: "nothing@latest" }), 404, "UNKNOWN_RESOURCE"],
  ["a version that is not published", begin({ resourceId: "identity-check@9" }), 404, "UNKNOWN_RESOURCE"],
  ["a v1 journey", begin({ resourceId: "identity-check-v1@latest" }), 400, "INCOMPATIBLE_JOURNEY"],
  ["invalid prefill", prefilled({ identity: { dateOfBirth: "yesterday" } }), 400, "INVALID_FIELD"],
  ["an object with an odd `length` as an id", begin({ resourceId: odd }), 400, "INVALID_FIELD"],
  ["such an object as a name", prefilled({ identity: { firstName: odd } }), 400, "INVALID_FIELD"],
  ["an unknown instance", ({ v2 }) => v2("journey/state/fetch", { instanceId: "nobody" }), 404, "UNKNOWN_INSTANCE"],
  ["a request without a token", fetchWith({ headers: { "content-type": "application/json" } }), 401, "MISSING_TOKEN"],
  ["a token of another issuer", bearing("Bearer sim_e30.e30"), 401, "INVALID_TOKEN"],
  ["another authorization scheme", bearing("Basic YTpi"), 401, "INVALID_TOKEN"],
  ["malformed JSON", fetchWith({ body: "{" }), 400, "MALFORMED_JSON"],
  ["an array as the body", fetchWith({ body: "[]" }), 400, "MALFORMED_JSON"],
  ["deep nesting", fetchWith({ body: `${'{"a":'.repeat(99)}1${"}".repeat(99)}` }), 400, "BODY_TOO_COMPLEX"],
  ["a wrong method", fetchWith({ method: "PUT" }), 405, "METHOD_NOT_ALLOWED"],
  ["an unknown path", fetchWith({ path: "/v2/captain/journey/stop" }), 404, "UNKNOWN_PATH"],
];

test.each<Refusal>(refusals)("a refusal of %s has its own name (spec 7)", async (_, send, status, name, rule) => {
  const refused = await send(await openService());
  expectRefusal(refused, status, name);
  if (rule !== undefined) expect(refused.basis).toContain(rule);
});

test.each([
  [
    { permissions: ["journey:read" as const] },
    "MISSING_PERMISSION",
    ["permissions-required", "missing-permission=forbidden"],
  ],
  [{ v2: false }, "V2_NOT_ENABLED", ["v2-selected-customers"]],
])("a refusal of a client with %j has the name %s (spec 1, 5)", async (rights, name, basis) => {
  const service = await openService({ clients: [{ clientId: "tester", clientSecret: "secret", ...rights }] });
  const refused = await begin({})(service);
  expectRefusal(refused, 403, name);
  expect(refused.basis).toEqual(expect.arrayContaining(basis));
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
  const problemOf = async (subject: unknown) => {
    const refused = await submitElements(service, instanceId, ["FullName"], subject);
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

test.each(["documents", "biometrics"])("submit refuses %s outside context.subject (spec 4.2, rule 4)", async (name) => {
  const service = await openService();
  const instanceId = await service.start("identity-check@latest");
  const fetched = await service.v2("journey/interaction/fetch", { instanceId });
  const participant = { domainElementId: "FullName" };
  const context = { subject: sentSubject("FullName") };
  const body = { instanceId, interactionId: fetched.at("interactionId"), participants: [participant], context };
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

test("a journey starts only in the regions that it lists (spec 4.2)", async () => {
  const { post } = await openService({ journeys: [ageJourney("local", { regions: ["au"] })] });
  const body = { ...start, resourceId: "local@latest" };
  expectRefusal(await post("/v2/captain/journey/start", body), 404, "UNAVAILABLE_REGION");
  expectRefusal(await post("/us/v2/captain/journey/start", body), 404, "UNAVAILABLE_REGION");
  expect((await post("/au/v2/captain/journey/start", body)).status).toBe(201);
  expect((await post("/v2/captain/journey/start", body, { host: "au.localhost" })).status).toBe(201);
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
