import { type JourneyDefinition, NestedInteraction, type Step } from "@journey-kit/schemas";
import { endpointFor } from "@journey-kit/schemas/endpoints";
import { modules, presets, type Readings, resolveProfile } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { openInstance } from "../../../test/arbitraries.ts";
import {
  fetchInteraction,
  fetchState,
  longEnough,
  person,
  runThrough,
  runThroughV1,
} from "../../../test/readings/exchange.ts";
import { termsFor } from "../../../test/samples.ts";
import { image, openService, type Service, sentSubject } from "../../../test/service.ts";
import { type Basis, createCitations } from "../../engine/result.ts";
import { cacheText } from "./v2.ts";

const open = (readings: Readings): Promise<Service> => openService({ profile: { readings } });

/** Starts an instance of identity-check that waits for its second interaction. */
const startAtAddress = (service: Service): Promise<string> =>
  service.start("identity-check@latest", sentSubject("FullName", "DateOfBirth"));

const run = {
  startedAt: "2026-01-01T12:00:00.000Z",
  endedAt: "2026-01-01T12:00:02.000Z",
  durationMilliSec: 2_000,
  moduleName: "Data Verification",
};

test("under the reading `full`, a step contains a node id, the module's name and times, and the outcome (spec 4.2, gap step-shape)", async () => {
  const service = await open({ "step-shape": "full" });
  const state = await fetchState(service, await runThrough(service));
  expect(state.at("context.process.steps")).toEqual([
    {
      nodeId: "identity-check:1:data-verification-v2:1",
      name: "Data Verification",
      outcome: "Match",
      outcomeClassification: "positive",
      advice: expect.objectContaining({ outcome: "Match" }),
      result: { status: "complete", outcome: "Match" },
      process: { step: run },
    },
  ]);
});

test("under the reading `minimal`, a step contains only a name and advice (spec 4.2, gap step-shape)", async () => {
  const service = await open({ "step-shape": "minimal" });
  const state = await fetchState(service, await runThrough(service));
  expect(state.at("context.process.steps")).toEqual([
    { name: "Data Verification", advice: expect.objectContaining({ outcome: "Match" }) },
  ]);
});

test("the list of steps ends with the evaluation, and matches the schema of the state (spec 4.2, gap decision-step)", async () => {
  const profile = resolveProfile({ readings: { "step-shape": "minimal", "decision-step": "yes" } });
  const service = await open(profile);
  const { body, at } = await fetchState(service, await runThrough(service));
  expect(at("context.process.steps")).toMatchObject([
    { name: "Data Verification" },
    { outcome: "Accept", result: null },
  ]);
  const { response } = endpointFor("v2.fetchState", profile);
  expect(response.safeParse(body).error).toBeUndefined();
});

test("the step of a failed module has a node id and the times of the module (spec 4.2, gap failed-module-step)", async () => {
  const service = await open({ "failed-module-step": "listed", "step-shape": "full" });
  const state = await fetchState(service, await runThrough(service, "Testfail"));
  expect(state.at("context.process.steps")).toMatchObject([
    {
      nodeId: "identity-check:1:data-verification-v2:1",
      advice: {},
      process: { step: run },
      result: {
        error: { errors: [{ code: "5001" }], correlationId: expect.stringContaining(state.text("instanceId")) },
      },
    },
  ]);
});

test("the overall result is the same in `context.process.result` and `context.result` (spec 4.2, gap state-result-place)", async () => {
  const service = await open({ "state-result-place": "both" });
  const state = await fetchState(service, await runThrough(service));
  const result = { status: "completed", outcome: "Accept", advice: { outcome: "Accept" } };
  expect([state.at("context.process.result"), state.at("context.result")]).toEqual([result, result]);
});

test("a document in the state contains what the modules found (spec 2.8, gap state-subject)", async () => {
  const service = await open({ "state-subject": "with-documents" });
  const sent = sentSubject("FullName", "DateOfBirth", "PrimaryDocument", "Selfie");
  const instanceId = await service.start("document-and-selfie@latest", sent);
  await service.world.clock.advance({ ms: longEnough });
  expect((await fetchState(service, instanceId)).at("context.subject.documents[0]")).toMatchObject({
    type: "Primary",
    classification: { countryCode: "GBR", isDoubleSided: false },
    extraction: { aggregatedFields: [{ label: "First Name" }, { label: "Last Name" }, { label: "Date of Birth" }] },
  });
});

test.each(["conventional", "extended"] as const)(
  "under the reading %s, the advice of every step contains a score and an outcome (spec 4.2, gap advice-members)",
  async (reading) => {
    const service = await open({ "advice-members": reading });
    const subject = sentSubject("FullName", "DateOfBirth", "CurrentAddress", "PrimaryDocument", "Selfie");
    const instanceId = await service.start("full-kyc@latest", subject);
    await service.world.clock.advance({ ms: longEnough });
    const steps = Object((await fetchState(service, instanceId)).at("context.process.steps"));
    expect(steps.map(({ name }: Step) => name).toSorted()).toEqual(Object.keys(modules).toSorted());
    for (const { name, advice } of steps) {
      const { score, matchScore, livenessScore, authenticityScore, confidence, contains } = advice;
      const found = score ?? matchScore ?? livenessScore ?? authenticityScore ?? confidence ?? contains?.score;
      expect([name, typeof found, typeof advice.outcome]).toEqual([name, "number", "string"]);
    }
  },
);

const twoDocuments: JourneyDefinition = {
  id: "two-documents",
  name: "Two documents",
  apiVersion: "v2",
  regions: ["eu"],
  elements: [{ name: "UtilityBill", path: "documents[type=secondary]" }],
  segments: [
    {
      id: "only",
      interactions: [
        { id: "bill", pages: [], required: ["UtilityBill"], optional: [] },
        { id: "document", pages: [], required: [], optional: ["PrimaryDocument"] },
      ],
      modules: [
        { module: "Document Classification", variant: "document-classification-v2" },
        { module: "Document Extraction", variant: "document-extraction-v2" },
      ],
    },
  ],
};
const bill = { type: "secondary", documentNumber: "SECOND", documentClassName: "Utility Bill" };
const passport = { documentNumber: "FIRST", documentClassName: "Passport", side1Image: image };

test.each([
  ["the document of type Primary", [bill, { ...passport, type: "Primary" }], {}, "Passport", "FIRST"],
  ["a main document without a type", [bill], { documents: [passport] }, "Passport", "FIRST"],
  ["the only document", [bill], {}, "Utility Bill", "SECOND"],
])(
  "the document modules examine %s, also if another document came first (spec 2.8, 4.2)",
  async (_, documents, later, type, number) => {
    const readings = { "state-subject": "with-documents", "document-type-case": "first-untyped" } as const;
    const service = await openService({ profile: { readings }, journeys: [twoDocuments] });
    const instanceId = await service.start("two-documents@latest", { documents });
    const fetched = await fetchInteraction(service, instanceId);
    if (fetched.at("interactionId") !== undefined) {
      await service.v2("journey/interaction/submit", {
        instanceId,
        interactionId: fetched.at("interactionId"),
        participants: [{ domainElementId: "PrimaryDocument" }],
        context: { subject: later },
      });
    }
    await service.world.clock.advance({ ms: longEnough });
    const state = await fetchState(service, instanceId);
    const advice = [0, 1].map((i) => state.at(`context.process.steps[${i}].advice`));
    expect(Object.assign({}, ...advice)).toMatchObject({
      classification: { type },
      extractedFields: [{ label: "Document Number", value: number }],
    });
    const found = Object(state.at("context.subject.documents")).filter((one: object) => "extraction" in one);
    expect(found).toMatchObject([{ documentNumber: number, classification: { type } }]);
  },
);

test("under the reading `flat`, an interaction fetch returns `layout.pages` at the top level (spec 2.5, gap interaction-fetch-layout)", async () => {
  const service = await open({ "interaction-fetch-layout": "flat" });
  const fetched = await fetchInteraction(service, await startAtAddress(service));
  expect(fetched.at("layout.pages")).toMatchObject([
    { id: "address_details", cards: [{ id: "AddressCard" }, { id: "IdentifierCardSSN" }] },
  ]);
});

test("under the reading `nested`, an interaction fetch returns a resource with an id and an empty `consumes` (spec 2.5, gap interaction-fetch-layout)", async () => {
  const service = await open({ "interaction-fetch-layout": "nested" });
  const fetched = await fetchInteraction(service, await startAtAddress(service));
  expect(fetched.at("interaction")).toMatchObject({
    grId: fetched.at("interactionId"),
    resource: { type: "interaction", data: { pages: [{ id: "address_details" }] } },
    consumes: [],
  });
});

test("while modules run, an interaction fetch returns no interaction and no outstanding elements (spec 4.4, gap interaction-while-running)", async () => {
  const service = await open({ "interaction-while-running": "processing" });
  const instanceId = await service.start("identity-check@latest", person());
  expect((await fetchInteraction(service, instanceId)).body).toEqual({
    instanceId,
    journey: { status: "InProgress" },
    processing: true,
    outstanding: [],
  });
});

test("under the reading `empty-interaction`, a fetch while modules run has every member of an interaction, and collects nothing (spec 4.4, gap interaction-while-running)", async () => {
  const service = await open({
    "interaction-while-running": "empty-interaction",
    "interaction-fetch-layout": "nested",
  });
  const instanceId = await service.start("identity-check@latest", person());
  const { body } = await fetchInteraction(service, instanceId);
  expect(NestedInteraction.parse(body)).toMatchObject({
    processing: true,
    interactionId: "identity-check:interaction:processing@latest",
    interaction: { collects: [], consumes: [], resource: { data: { pages: [] } } },
    outstanding: [],
  });
});

test("under the reading `as-ended`, a fetch during a review returns the end interaction, and the status stays open (spec 3.2, gap interaction-in-review)", async () => {
  const service = await openService({
    profile: { preset: "observed", readings: { "interaction-in-review": "as-ended" } },
  });
  const instanceId = await runThrough(service, "Testrefer");
  expect((await fetchInteraction(service, instanceId)).body).toMatchObject({
    journey: { status: "InProgress" },
    interaction: { collects: [] },
    outstanding: [],
    result: { status: "pending", outcome: "Decision: Manual review" },
  });
});

test.each([
  ["in-review", "by-tester", "Paused"],
  ["by-tester", "in-review", "InProgress"],
] as const)(
  "an instance that started under the reading %s keeps its status in review under %s (spec 3.2, gap paused)",
  async (first, later, status) => {
    const service = await open({ paused: first, "refer-ends-journey": "no" });
    const instanceId = await runThrough(service, "Testrefer");
    await service.world.profile.set({ readings: { paused: later, "refer-ends-journey": "no" } });
    expect((await fetchState(service, instanceId)).at("status")).toBe(status);
  },
);

const { specified } = presets;
const record = openInstance(termsFor("full-kyc"), {});

test("renders the text of a record at most twice for each profile, but cites the rules and readings behind the text every time", () => {
  let count = 0;
  const fetchText = cacheText((citations) => {
    count += 1;
    return { retention: citations.choose("retention"), count };
  });
  const fetch = (profile: typeof specified, of = record, initial: readonly Basis[] = ["request-id-always"]) => {
    const citations = createCitations(profile, initial);
    return { text: fetchText({ profile, citations }, of), basis: citations.basis().ids };
  };
  const cites = (profile: typeof specified) => ["request-id-always", `retention=${profile.retention}`];
  const rendered = (n: number) => ({
    text: `{"retention":"${specified.retention}","count":${n}}`,
    basis: cites(specified),
  });
  expect([1, 2, 3, 4].map(() => fetch(specified))).toEqual([1, 2, 2, 2].map(rendered));
  expect(fetch({ ...specified, retention: "never" })).toEqual({
    text: '{"retention":"never","count":3}',
    basis: cites({ ...specified, retention: "never" }),
  });
  expect(fetch(specified, { ...record }).text).toContain('"count":4');
  const other = ["request-id-always", "regions-shared"] as const;
  expect(fetch(specified, record, other).basis).toEqual([...other, `retention=${specified.retention}`]);
});

test("keeps the texts of a thousand records while each of them is fetched again", () => {
  let count = 0;
  const fetchText = cacheText(() => ({ count: ++count }));
  const records = Array.from({ length: 1_000 }, () => ({ ...record }));
  const fetchAll = () => {
    for (const each of records) fetchText({ profile: specified, citations: createCitations(specified) }, each);
    return count;
  };
  expect([fetchAll(), fetchAll(), fetchAll()]).toEqual([1_000, 2_000, 2_000]);
});

test("under the reading `error-in-state`, every task list of a failed instance has the status Failed (spec 3.1, gap failure-status)", async () => {
  const service = await open({ "failure-status": "error-in-state" });
  const [instanceId, old] = [await runThrough(service, "Testfail"), await runThroughV1(service, "Testfail")];
  const lists = [
    await service.v2("journey/task/list/schema", { instanceId }),
    await service.v1("journey/task/list", { instanceId: old }),
    await service.v1("journey/task/list/schema", { instanceId: old }),
  ];
  expect(lists.map(({ at }) => at("status"))).toEqual(["Failed", "Failed", "Failed"]);
});
