import { presets } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../../vitest.shared.ts";
import { createAjv } from "../../../../schemas/test/validator.ts";
import { image, openService, sentSubject } from "../../../test/service.ts";

test("a state and a task schema contain elements inside array entries at their paths (spec 2.6)", async () => {
  const elements = [
    { name: "TaxNumber", path: "identity.idNumbers[type=tax].idNumber" },
    { name: "CompanyTax", path: "entities[0].taxIdentifiers" },
  ];
  const collects = { id: "tax", required: elements.map(({ name }) => name) };
  const journeys = (["v1", "v2"] as const).map((apiVersion) => ({
    id: `tax-${apiVersion}`,
    name: "Tax",
    apiVersion,
    elements,
    segments: [
      {
        id: "only",
        ...(apiVersion === "v2"
          ? { interactions: [{ ...collects, pages: [] }] }
          : { tasks: [{ ...collects, variantId: "tax", feeds: "Data Verification" }] }),
        modules: [{ module: "Data Verification", variant: `data-verification-${apiVersion}` }],
      },
    ],
  }));
  const service = await openService({ journeys, latency: 0, profile: { readings: { "task-schema-root": "subject" } } });
  const subject = {
    identity: { idNumbers: [{ type: "tax", idNumber: "1" }] },
    entities: [{ taxIdentifiers: [{ value: "2" }] }],
  };
  const instanceId = await service.start("tax-v2@latest", subject);
  const state = await service.v2("journey/state/fetch", { instanceId });
  expect(state.at("context.subject")).toMatchObject(subject);
  const context = { config: { async: true } };
  const started = await service.v1("journey/start", { resourceId: "tax-v1@latest", context });
  const schema = await service.v1("journey/task/schema", { taskId: `${started.text("instanceId")}.1` });
  expect(schema.at("properties")).toMatchObject({
    identity: { properties: { idNumbers: { type: "array", items: { properties: { idNumber: { type: "string" } } } } } },
    entities: { type: "array", items: { properties: { taxIdentifiers: { type: "array" } } } },
  });
});

test("a synchronous start without prefill for a later task returns before any module finishes (spec 4.3, gap v1-sync-open-tasks)", async () => {
  const { v1 } = await openService();
  const context = { subject: sentSubject("FullName", "DateOfBirth", "CurrentAddress") };
  const started = await v1("journey/start", { resourceId: "full-kyc-v1@latest", context });
  const state = await v1("journey/state/fetch", { instanceId: started.text("instanceId") });
  expect([started.status, state.at("status"), state.at("data.process.flow")]).toEqual([201, "InProgress", {}]);
});

test("a refused synchronous start creates no instance and leaves the scenario armed (spec 4.3, gap v1-sync-open-tasks)", async () => {
  const service = await openService({ profile: { readings: { "v1-sync-open-tasks": "refused" } } });
  await service.world.scenarios.arm({ scenario: "rejected", times: 1 });
  const context = { config: { async: false }, subject: { documents: [], biometrics: [] } };
  const refused = await service.v1("journey/start", { resourceId: "age-check-v1@latest", context });
  expect(refused).toMatchObject({ status: 400, basis: expect.arrayContaining(["v1-sync-open-tasks=refused"]) });
  expect((await service.world.scenarios.list()).armed).toHaveLength(1);
  expect((await service.world.instances()).instances).toEqual([]);
  const started = await service.v1("journey/start", {
    resourceId: "age-check-v1@latest",
    context: { ...context, config: { async: true } },
  });
  const { ordinal } = (await service.world.instance(started.text("instanceId")).read()).instance;
  expect(ordinal).toBe(1);
});

test.each(["/.*/", [1], null])(
  "state/fetch ignores the malformed `filterKeys` %j unless they decide about `data` (spec 4.3; gap `v1-state-data`)",
  async (filterKeys) => {
    const { v1, v2, start, world } = await openService();
    const begun = await v1("journey/start", {
      resourceId: "age-check-v1@latest",
      context: { config: { async: true } },
    });
    const fetch = () => v1("journey/state/fetch", { instanceId: begun.text("instanceId"), filterKeys });
    expect(await fetch()).toMatchObject({ status: 200, body: { data: {} } });
    const instanceId = await start("age-check@latest");
    expect(await v2("journey/state/fetch", { instanceId, filterKeys })).toMatchObject({ status: 200 });
    await world.profile.set({ readings: { "v1-state-data": "by-filter-keys" } });
    const refused = await fetch();
    expect(refused).toMatchObject({ status: 400, body: { message: "filterKeys: expected a list of strings." } });
    expect(refused.basis).toContain("v1-state-data=by-filter-keys");
  },
);

const text = fc.constantFrom("", "A", "GB");
const photo = fc.constantFrom("", image);
const record = (members: Readonly<Record<string, fc.Arbitrary<unknown>>>) => fc.record(members, { requiredKeys: [] });
const listOf = (entry: fc.Arbitrary<unknown>) => fc.array(entry, { maxLength: 3 });
const typed = (types: readonly string[], members: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  listOf(record({ type: fc.constantFrom("", ...types), ...members }));
const address = record({ lines: listOf(text), postalCode: text, country: text, location: record({ latitude: text }) });

/** A subject whose elements are complete, incomplete, empty or malformed. */
const subjects = record({
  identity: record({
    firstName: text,
    middleNames: listOf(text),
    lastNames: listOf(text),
    dateOfBirth: fc.constantFrom("", "1990-12-10", "2023-02-29"),
    gender: text,
    mothersMaidenName: text,
    currentAddress: address,
    previousAddresses: listOf(address),
    idNumbers: typed(["ssn", "SSN", "nino", "tax"], { idNumber: text, country: text }),
    phones: typed(["mobile", "landline"], { number: text }),
    emails: typed(["personal", "work", "other"], { email: fc.constantFrom("", "A", "a@b.example") }),
  }),
  documents: typed(["Primary", "primary", "passport"], { side1Image: photo, side2Image: photo, number: text }),
  biometrics: listOf(record({ selfieImage: photo, face1Image: photo, id: text })),
  consent: listOf(record({ url: text })),
});

/** A v1 journey with one task. */
const taskJourney = (required: readonly string[], i: number) => ({
  id: `task-${i}`,
  name: "Task",
  apiVersion: "v1",
  elements: [
    { name: "Passport", path: "documents[type=passport]" },
    { name: "TaxNumber", path: "identity.idNumbers[type=tax].idNumber" },
    { name: "SecondCountry", path: "identity.idNumbers[1].country" },
  ],
  segments: [
    {
      id: "only",
      tasks: [{ id: "task", variantId: "task", feeds: "Data Verification", required, optional: [] }],
      modules: [{ module: "Data Verification", variant: "data-verification-v1" }],
    },
  ],
});

/** The tasks of the test below. Together they have every form of path and every form of minimum. */
const tasks: readonly (readonly string[])[] = [
  ["FullName", "DateOfBirth"],
  ["CurrentAddress"],
  ["PreviousAddresses"],
  ["SSN"],
  ["OtherEmails"],
  ["Selfie"],
  ["PrimaryDocument"],
  ["PrimaryDocument", "SecondaryDocument", "Passport"],
  ["TaxNumber"],
  ["TaxNumber", "SecondCountry"],
];

test.each([
  ["specified", {}],
  ["specified", { "document-type-case": "exact" }],
  ["observed", { "rate-limit": "none" }],
] as const)(
  "under %s with %j, the update of a task accepts what the schema of the task accepts (spec 2.4, 2.10, gap element-minimum)",
  async (preset, more) => {
    const readings = {
      ...presets[preset],
      "element-names": "extended",
      "subject-validation": "elements",
      ...more,
    } as const;
    const service = await openService({ profile: { readings }, journeys: tasks.map(taskJourney) });
    const start = async (i: number) => {
      const context = { config: { async: true }, subject: {} };
      return (await service.v1("journey/start", { resourceId: `task-${i}@latest`, context })).text("instanceId");
    };
    const ajv = createAjv({ strictTuples: false });
    for (const i of tasks.keys()) {
      const schema = await service.v1("journey/task/schema", { taskId: `${await start(i)}.1` });
      const accepts = ajv.compile(Object(schema.body));
      const property = fc.asyncProperty(subjects, async (subject) => {
        if (!accepts({ context: { subject } })) return;
        const instanceId = await start(i);
        const body = { intent: "Complete", instanceId, taskId: `${instanceId}.1`, context: { subject } };
        const updated = await service.v1("journey/task/update", body);
        expect(updated.body).toEqual({ instanceId, taskId: body.taskId });
      });
      await fc.assert(property, { numRuns: runs(10, 1_000) });
    }
  },
);

test("the schema of a task accepts complete data, but no empty text, no other type and no missing member (spec 2.4, gap element-minimum)", async () => {
  const service = await openService({
    journeys: [taskJourney(["FullName", "DateOfBirth", "CurrentAddress", "PrimaryDocument", "Selfie", "SSN"], 0)],
  });
  const context = { config: { async: true }, subject: {} };
  const started = await service.v1("journey/start", { resourceId: "task-0@latest", context });
  const schema = await service.v1("journey/task/schema", { taskId: `${started.text("instanceId")}.1` });
  const accepts = createAjv().compile(Object(schema.body));
  const complete = sentSubject("FullName", "DateOfBirth", "CurrentAddress", "PrimaryDocument", "Selfie", "SSN");
  const identity = Object(complete.identity);
  const changed = (change: object) => ({ ...complete, identity: { ...identity, ...change } });
  const other = { type: "passport", side1Image: image };
  const good = [
    complete,
    changed({ middleNames: [], currentAddress: { lines: ["", "1 High Street"] } }),
    changed({ idNumbers: [{ type: "tax" }, { type: "SSN", idNumber: "1" }] }),
    { ...complete, documents: [{ side1Image: image }], biometrics: [{ id: "1" }, { face1Image: image }] },
    { ...complete, documents: [other, { type: "primary", side1Image: image }] },
  ];
  const bad = [
    {},
    ...["firstName", "lastNames", "dateOfBirth", "currentAddress", "idNumbers"].map((name) =>
      changed({ [name]: undefined }),
    ),
    changed({ firstName: "" }),
    changed({ lastNames: [""] }),
    changed({ dateOfBirth: "" }),
    changed({ currentAddress: {} }),
    changed({ currentAddress: { lines: [], location: { latitude: "" } } }),
    changed({ idNumbers: [{ idNumber: "1" }] }),
    changed({ idNumbers: [{ type: "ssn" }] }),
    { ...complete, documents: [other] },
    { ...complete, documents: [{ type: "Primary" }] },
    { ...complete, documents: [{ side1Image: image }, other] },
    { ...complete, biometrics: [{ id: "1" }] },
  ].map((subject) => JSON.parse(JSON.stringify(subject)));
  expect([...good, ...bad].map((subject) => accepts({ context: { subject } }))).toEqual([
    ...good.map(() => true),
    ...bad.map(() => false),
  ]);
});
