import { expect } from "vitest";
import { image } from "../samples.ts";
import { type Reply, type Service, sentSubject } from "../service.ts";
import { type Check, gives, type Open, type SomeChecks } from "./check.ts";
import { submitElements, toStart } from "./exchange.ts";
import { paper } from "./journeys.ts";

const ageCheck = toStart("age-check@latest");
const startPath = "/v2/captain/journey/start";

/** Sends a start with a changed method, body or header. */
const send = (service: Service, init: RequestInit, headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
  service.send(startPath, {
    method: "POST",
    ...init,
    headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json", ...headers },
  });

const goAstray = ({ v2 }: Service) => v2("journey/nowhere", {});
const getStart = (service: Service) => send(service, { method: "GET" });
const startAsText = (service: Service) =>
  send(service, { body: JSON.stringify(ageCheck) }, { "content-type": "text/plain" });
const breakV1 = ({ v1 }: Service) => v1("journey/state/fetch", { instanceId: "never-was" });

/** Submits documents to a journey that collects only a primary document. */
const submitDocuments =
  (documents: readonly unknown[]) =>
  async (open: Open): Promise<Reply> => {
    const service = await open({ journeys: [paper] });
    return submitElements(service, await service.start("paper@latest"), ["PrimaryDocument"], { documents });
  };

const submitsDocuments =
  (status: number, ...documents: readonly unknown[]): Check =>
  async (open) => {
    const submitted = await submitDocuments(documents)(open);
    expect(submitted.status).toBe(status);
    return submitted;
  };

/** Starts with a member of a wrong type that no element of the journey uses. */
const startWithAccount = ({ v2 }: Service) =>
  v2("journey/start", toStart("age-check@latest", { accounts: [{ iban: 7 }] }));
const startWithNull = ({ v2 }: Service) =>
  v2("journey/start", toStart("age-check@latest", { identity: { title: null } }));

/** Submits an address with a lower-case country. */
async function submitCountry(service: Service): Promise<Reply> {
  const instanceId = await service.start("identity-check@latest", sentSubject("FullName", "DateOfBirth"));
  const currentAddress = { postalCode: "SW1Y 4JH", country: "gb" };
  return submitElements(service, instanceId, ["CurrentAddress"], { identity: { currentAddress } });
}

/** Starts an instance with the given number of documents. */
const startWith =
  (count: number) =>
  ({ v2 }: Service) =>
    v2("journey/start", toStart("age-check@latest", { documents: Array.from({ length: count }, () => ({})) }));

/** Starts an instance of each generation with a query parameter. */
const startsWithQuery =
  (statuses: readonly number[]): Check =>
  async (open) => {
    const { post } = await open();
    const config = { async: true };
    const replies = [
      await post(`${startPath}?view=slim`, ageCheck),
      await post("/captain/api/journey/start?view=bogus", toStart("age-check-v1@latest", {}, config)),
    ];
    expect(replies.map(({ status }) => status)).toEqual(statuses);
    return replies;
  };

const mebibyte = 1024 ** 2;

/** Sends a start with a body of the given size. */
const startOfSize =
  (bytes: number) =>
  (service: Service): Promise<Reply> => {
    const body = JSON.stringify(ageCheck);
    return send(service, { body: body + " ".repeat(bytes - body.length) });
  };

/** Checks that a body of the given size is accepted and that one more byte is refused. */
const takes =
  (bytes: number): Check =>
  async (open) => {
    const service = await open();
    expect(await startOfSize(bytes)(service)).toMatchObject({ status: 201 });
    const refused = await startOfSize(bytes + 1)(service);
    expect(refused).toMatchObject({ status: 413, body: { errors: [{ name: "BODY_TOO_LARGE" }] } });
    return refused;
  };

/** Starts 60 instances within a minute, submits, and then starts one more. */
async function hurry(open: Open): Promise<readonly [Reply, Reply, Service]> {
  const service = await open();
  let instanceId = "";
  for (let calls = 0; calls < 60; calls += 1) instanceId = await service.start("age-check@latest");
  const submitted = await service.v2("journey/interaction/submit", {
    instanceId,
    interactionId: "age-check:interaction:birth@latest",
    participants: [{ domainElementId: "DateOfBirth" }],
    context: { subject: sentSubject("DateOfBirth") },
  });
  return [await service.v2("journey/start", ageCheck), submitted, service];
}

/** Submits documents outside the subject, and then unknown members at two depths. */
async function sendMore(open: Open): Promise<readonly [Reply, Reply]> {
  const service = await open();
  const instanceId = await service.start("identity-check@latest");
  const submit = (more: object, context: object) =>
    service.v2("journey/interaction/submit", {
      instanceId,
      interactionId: "identity-check:interaction:person@latest",
      participants: [{ domainElementId: "FullName" }],
      context: { subject: sentSubject("FullName"), ...context },
      ...more,
    });
  const misplaced = await submit({ documents: [] }, {});
  expect(misplaced).toMatchObject({ status: 400, body: { errors: [{ name: "UNEXPECTED_FIELD" }] } });
  return [await submit({ mood: "sunny" }, { weather: "fair" }), misplaced];
}

/** Lists the tasks of a v2 instance, which only an extension can do. */
const listTasksOnV2 = async (service: Service): Promise<Reply> =>
  service.v2("journey/task/list", { instanceId: await service.start("age-check@latest") });

/** Checks for the gaps about errors, forms and limits. */
export const accessChecks = {
  "unknown-path": {
    "not-found": gives(404, goAstray, { errors: [{ name: "UNKNOWN_PATH" }] }),
    unauthorized: gives(401, goAstray, { errors: [{ name: "UNKNOWN_PATH" }] }),
  },
  "extension-endpoints": {
    absent: gives(404, listTasksOnV2, { errors: [{ name: "UNKNOWN_PATH" }] }),
    present: gives(200, listTasksOnV2, { status: "InProgress", tasks: [{ taskId: expect.any(String) }] }),
  },
  "wrong-method": {
    "not-allowed": gives(405, getStart, { errors: [{ name: "METHOD_NOT_ALLOWED" }] }),
    "not-found": gives(404, getStart, { errors: [{ name: "METHOD_NOT_ALLOWED" }] }),
  },
  "wrong-content-type": {
    unsupported: gives(415, startAsText, { errors: [{ name: "WRONG_CONTENT_TYPE" }] }),
    "bad-request": gives(400, startAsText, { errors: [{ name: "WRONG_CONTENT_TYPE" }] }),
  },
  "v1-error-body": {
    older: async (open) => {
      const refused = await breakV1(await open());
      expect(refused.body).toEqual({ status: 404, message: expect.any(String), error: "UNKNOWN_INSTANCE" });
      return refused;
    },
    errors: gives(404, breakV1, { errors: [{ code: "4042", name: "UNKNOWN_INSTANCE", location: "Body" }] }),
  },
  "error-location-values": {
    four: gives(415, startAsText, { errors: [{ location: "Body" }] }),
    extended: gives(415, startAsText, { errors: [{ location: "Header" }] }),
  },
  "x-request-id-echo": {
    "new-one": async (open) => {
      const started = await send(await open(), { body: JSON.stringify(ageCheck) }, { "x-request-id": "mine-1" });
      expect(started.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      return started;
    },
    echoed: async (open) => {
      const service = await open();
      const started = await send(service, { body: JSON.stringify(ageCheck) }, { "x-request-id": "mine-1" });
      expect(started.headers.get("x-request-id")).toBe("mine-1");
      const odd = await send(service, { body: JSON.stringify(ageCheck) }, { "x-request-id": "mine 1" });
      expect(odd.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      return [started, odd];
    },
  },
  "extra-members": {
    ignored: async (open) => {
      const replies = await sendMore(open);
      expect(replies[0].status).toBe(200);
      return replies;
    },
    refused: async (open) => {
      const replies = await sendMore(open);
      expect(replies[0]).toMatchObject({ status: 400, body: { errors: [{ name: "UNEXPECTED_FIELD" }] } });
      return replies;
    },
  },
  "query-parameters": {
    ignored: startsWithQuery([201, 201]),
    refused: startsWithQuery([400, 400]),
  },
  "required-fields": {
    "element-minimum": gives(200, submitCountry),
    strict: gives(400, submitCountry, { errors: [{ name: "INVALID_FIELD" }] }),
  },
  "subject-validation": {
    whole: gives(400, startWithAccount, { errors: [{ code: "4003" }] }),
    elements: gives(201, startWithAccount),
  },
  "null-values": {
    refused: gives(400, startWithNull, {
      errors: [{ problem: expect.stringContaining("context.subject.identity.title: ") }],
    }),
    absent: gives(201, startWithNull),
  },
  "wrong-value-code": {
    "invalid-field": gives(400, startWithAccount, { errors: [{ code: "4003", name: "INVALID_FIELD" }] }),
    "by-endpoint": gives(400, startWithAccount, { errors: [{ code: "4002", name: "MISSING_FIELD" }] }),
  },
  "document-type-case": {
    "first-untyped": async (open) => {
      const sides = await submitDocuments([{ side1Image: image }, { side2Image: image }])(open);
      const other = await submitDocuments([{ side1Image: image }, { type: "Visa", side1Image: image }])(open);
      expect([sides.status, other.status]).toEqual([200, 400]);
      return [sides, other];
    },
    lenient: async (open) => {
      const small = await submitDocuments([{ side1Image: image }, { type: "primary", side1Image: image }])(open);
      const alone = await submitDocuments([{ side1Image: image }])(open);
      const sides = await submitDocuments([{ side1Image: image }, { side2Image: image }])(open);
      expect([small.status, alone.status, sides.status]).toEqual([200, 200, 400]);
      return [small, alone];
    },
    exact: async (open) => {
      const small = await submitDocuments([{ type: "primary", side1Image: image }])(open);
      const alone = await submitDocuments([{ side1Image: image }])(open);
      expect([small.status, alone.status]).toEqual([400, 400]);
      expect(await submitDocuments([{ type: "Primary", side1Image: image }])(open)).toMatchObject({ status: 200 });
      return [small, alone];
    },
  },
  "empty-image": {
    "no-such-side": submitsDocuments(200, { type: "Primary", side1Image: image, side2Image: "" }),
    rejected: submitsDocuments(400, { type: "Primary", side1Image: image, side2Image: "" }),
  },
  "image-encoding": {
    "bare-base64": submitsDocuments(400, { type: "Primary", side1Image: `data:image/png;base64,${image}` }),
    "data-url": submitsDocuments(200, { type: "Primary", side1Image: `data:image/png;base64,${image}` }),
  },
  "array-limits": {
    none: gives(201, startWith(51)),
    fifty: async (open) => {
      const service = await open();
      expect(await startWith(50)(service)).toMatchObject({ status: 201 });
      const refused = await startWith(51)(service);
      expect(refused.status).toBe(400);
      return refused;
    },
  },
  "request-size-limit": { "20MiB": takes(20 * mebibyte), "1MiB": takes(mebibyte) },
  "rate-limit": {
    none: async (open) => {
      const [started, submitted] = await hurry(open);
      expect([started.status, submitted.status]).toEqual([201, 200]);
      return [started, submitted];
    },
    limited: async (open) => {
      const [started, submitted, service] = await hurry(open);
      expect([started.status, submitted.status]).toEqual([429, 429]);
      expect(started.headers.get("retry-after")).toBe("60");
      await service.world.clock.advance({ ms: 60_000 });
      await service.world.rate.set({ callsPerMinute: 1 });
      expect(await service.v2("journey/start", ageCheck)).toMatchObject({ status: 201 });
      expect(await service.v2("journey/start", ageCheck)).toMatchObject({ status: 429 });
      return [started, submitted];
    },
  },
} as const satisfies SomeChecks;
