import { createJourneyClient } from "@journey-kit/client";
import { createSimulatorControl } from "@journey-kit/client/control";
import { Subject, schemaFor } from "@journey-kit/schemas";
import { type ElementName, elements } from "@journey-kit/schemas/calls";
import { resolveProfile } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import { beforeAll, describe, expect, test } from "vitest";
import { offersAt } from "../../ui/json-editor/offers.ts";
import { validate } from "../../ui/json-editor/validate.ts";
import { toLabel } from "../../ui/schema-form/create-field.ts";
import type { Field } from "../../ui/schema-form/field.ts";
import { createElementForm, type ElementForm, readElement, writeElement } from "./element-form.ts";
import { parseRequestSchema, type RequestSchema, withExamples } from "./request-schema.ts";
import { sampleOf } from "./sample.ts";
import { emptyDraft, groupByPage, isSent, placeProblems, toDraft, toRequestSubject } from "./submission.ts";

/** The reading that demands most of the data, and the one with all elements. */
const readings = { "required-fields": "strict", "element-names": "extended" } as const;
const strict = resolveProfile({ readings });
const baseUrl = "http://simulator.localhost";
const { fetch } = createSimulator({ latency: 0, profile: { readings } });
const control = createSimulatorControl({ baseUrl, fetch });
const world = control.world("walk");
const { v2 } = createJourneyClient({
  baseUrl: `${baseUrl}/eu`,
  authUrl: baseUrl,
  fetch,
  auth: { clientId: "walk", clientSecret: "secret" },
});
const images = { front: "ZnJvbnQ=", back: "YmFjaw==", face: "ZmFjZQ==" };
const names = Object.keys(elements) as ElementName[]; // the keys of the table

let schema: RequestSchema;
beforeAll(async () => {
  schema = parseRequestSchema(await control.openApi("v2", { world: "walk" }), "InteractionSubmitRequest");
});

function formOf(element: string): ElementForm {
  const form = createElementForm(schema.root, schema.subject, element);
  if (form === undefined) throw new Error(`${element} has no form.`);
  return form;
}

const sample = (form: ElementForm) => sampleOf({ ...schema, images }, form);

const withSample = (subject: unknown, form: ElementForm) => writeElement(subject, form, sample(form));

const memberNames = (field: Field): readonly string[] =>
  field.kind === "group" ? field.fields.map(({ name }) => name) : field.kind === "list" ? memberNames(field.entry) : [];

describe("every domain element", () => {
  test.each(names)("%s: the sample passes the schemas", (element) => {
    const subject = withSample({}, formOf(element));
    expect(schemaFor(strict, Subject).safeParse(subject).error).toBeUndefined();
    expect(validate(schema.root, subject, schema.subject)).toEqual([]);
    expect(readElement(subject, formOf(element))).toBeDefined();
  });

  test.each(names)("%s: the simulator accepts the sample (spec 2.6)", async (element) => {
    await control.publish({ journey: journeyFor([element]) });
    const { instanceId } = await start([element]);
    const { interactionId } = await current(instanceId);
    const context = { subject: withSample({}, formOf(element)) as object }; // a subject is an object
    await v2.submitInteraction({ instanceId, interactionId, participants: [{ domainElementId: element }], context });
    const { steps } = await world.instance(instanceId).explain();
    expect(steps[0]?.provided).toEqual([{ element, by: "submit" }]);
  });

  test.each(names)("%s: removing its data removes nothing else", (element) => {
    const others = names.filter((name) => name !== element && name !== "PreviousAddresses");
    const rest = others.reduce<unknown>((subject, name) => withSample(subject, formOf(name)), { uid: "kept" });
    const removed = writeElement(withSample(rest, formOf(element)), formOf(element), undefined);
    for (const name of others) expect(readElement(removed, formOf(name))).toEqual(readElement(rest, formOf(name)));
    expect(removed).toMatchObject({ uid: "kept" });
    expect(readElement(removed, formOf(element))).toBeUndefined();
  });
});

test("a form shows the members of its element and marks the required ones", () => {
  const { field } = formOf("FullName");
  expect(memberNames(field)).toEqual(["firstName", "middleNames", "lastNames"]);
  const required = field.kind === "group" ? field.fields.filter(({ isRequired }) => isRequired) : [];
  expect(required.map(({ name, kind }) => [name, kind])).toEqual([
    ["firstName", "text"],
    ["lastNames", "list"],
  ]);
});

test("a form uses a control that suits the type of the value", () => {
  expect(formOf("DateOfBirth").field.kind).toBe("date");
  expect(memberNames(formOf("SSN").field)).toEqual(["idNumber", "country"]);
  expect(formOf("PrimaryDocument").field).toMatchObject({ fields: [{ kind: "image" }, { kind: "image" }] });
  expect(formOf("PreviousAddresses").field).toMatchObject({ kind: "list", entry: { kind: "group" } });
});

test("an element declared by a journey has a form that writes to the declared path (spec 2.6)", () => {
  const declared = [{ name: "Employer", path: "employment.employer" }];
  const form = createElementForm(schema.root, schema.subject, "Employer", declared);
  expect(form && writeElement({}, form, "Analytical Engines")).toEqual({
    employment: { employer: "Analytical Engines" },
  });
  expect(createElementForm(schema.root, schema.subject, "Employer")).toBeUndefined();
});

test("a label is the name split into words", () => {
  expect(["lastNames", "side1Image", "SSN", "MothersMaidenName", "word_address"].map(toLabel)).toEqual([
    "Last names",
    "Side 1 image",
    "SSN",
    "Mothers maiden name",
    "Word address",
  ]);
});

test("a request contains the data of the elements to send, and data that belongs to no element", () => {
  const forms = ["FullName", "DateOfBirth", "SSN", "PrimaryDocument", "SecondaryDocument"].map(formOf);
  const subject = forms.reduce<unknown>(withSample, { uid: "kept" });
  expect(toRequestSubject(subject, forms, ["DateOfBirth"])).toEqual({
    uid: "kept",
    identity: { dateOfBirth: "1985-12-10" },
  });
  expect(toRequestSubject(subject, forms, ["SecondaryDocument"])).toMatchObject({
    documents: [{}, { side1Image: images.front }],
  });
  expect(
    toRequestSubject(
      subject,
      forms,
      forms.map(({ element }) => element),
    ),
  ).toEqual(subject);
});

test("a draft sends required elements and elements with data, unless the user chose otherwise", () => {
  const [name, birth] = [formOf("FullName"), formOf("DateOfBirth")];
  expect([isSent(emptyDraft, name, true), isSent(emptyDraft, name, false)]).toEqual([true, false]);
  const draft = { subject: withSample({}, birth), chosen: new Map() };
  expect([
    isSent(draft, birth, false),
    isSent({ ...draft, chosen: new Map([["DateOfBirth", false]]) }, birth, true),
  ]).toEqual([true, false]);
});

test("a body that was edited as JSON becomes the draft, and elements that the body does not send keep their data", () => {
  const forms = ["FullName", "DateOfBirth"].map(formOf);
  const subject = forms.reduce<unknown>(withSample, {});
  const body = {
    participants: [{ domainElementId: "FullName" }],
    context: { subject: { identity: { firstName: "Grace", lastNames: ["Hopper"] }, uid: "typed" } },
  };
  expect(toDraft(body, forms, { subject, chosen: new Map() })).toEqual({
    subject: { identity: { firstName: "Grace", lastNames: ["Hopper"], dateOfBirth: "1985-12-10" }, uid: "typed" },
    chosen: new Map([
      ["FullName", true],
      ["DateOfBirth", false],
    ]),
  });
});

test("finds the element and the value of each problem in the journal (spec 7)", async () => {
  await control.publish({ journey: journeyFor(["FullName", "PrimaryDocument"]) });
  const { instanceId } = await start(["FullName", "PrimaryDocument"]);
  const { interactionId } = await current(instanceId);
  const refused = async (element: string, subject: object) => {
    const body = { instanceId, interactionId, participants: [{ domainElementId: element }], context: { subject } };
    const error = await v2.submitInteraction(body).catch((reason) => reason);
    const { requests } = await world.requests.list();
    const refusal = requests.find((one) => one.requestId === error.requestId)?.refusal;
    return refusal && placeProblems(refusal)[0];
  };
  expect(await refused("FullName", { identity: { firstName: 1 } })).toMatchObject({
    element: "FullName",
    path: ["identity", "firstName"],
  });
  expect(await refused("PrimaryDocument", { documents: [{ type: "Primary", side1Image: "&" }] })).toMatchObject({
    element: "PrimaryDocument",
    path: ["documents", 0, "side1Image"],
  });
  const missing = await refused("FullName", {});
  expect([missing?.element, missing?.path]).toEqual(["FullName", undefined]);
});

test("offers the task intents that the world's readings allow (spec 2.10)", async () => {
  const intents = async (reading: "complete-only" | "save-and-validate") => {
    await world.profile.set({ readings: { ...readings, "v1-intent-values": reading } });
    return parseRequestSchema(await control.openApi("v1", { world: "walk" }), "TaskUpdateRequest").intents;
  };
  expect(await intents("save-and-validate")).toEqual(["Complete", "Save", "Validate"]);
  expect(await intents("complete-only")).toEqual(["Complete"]);
});

test("the JSON editor offers the ids and elements of the current step", () => {
  const body = withExamples(schema, { instanceId: "sim_1", interactionId: "person" }, ["FullName", "SSN"]);
  const labels = (text: string) => offersAt(text, text.length, body).offers.map(({ label }) => label);
  expect(labels('{ "instanceId": ')).toContain("sim_1");
  expect(labels('{ "participants": [{ "domainElementId": ')).toEqual(expect.arrayContaining(["FullName", "SSN"]));
  expect(
    validate(body, {
      instanceId: "sim_0123456789abcdef",
      interactionId: "y",
      participants: [{ domainElementId: "z" }],
    }),
  ).toEqual([]);
});

function journeyFor(required: readonly ElementName[]) {
  const id = required.join("-").toLowerCase();
  const interaction = { id: "data", pages: [], required: [...required] };
  const module = { module: "Data Verification", variant: "data-verification-v2" };
  return {
    id,
    name: id,
    apiVersion: "v2" as const,
    segments: [{ id: "data", interactions: [interaction], modules: [module] }],
  };
}

const start = (required: readonly ElementName[]) =>
  v2.startJourney({
    resourceId: `${required.join("-").toLowerCase()}@latest`,
    context: { config: { delivery: "api" }, subject: {} },
  });

async function current(instanceId: string): Promise<{ readonly interactionId: string }> {
  const fetched = await v2.fetchInteraction({ instanceId });
  if (!("interactionId" in fetched)) throw new Error("No interaction is current.");
  return { interactionId: String(fetched.interactionId) };
}

test("an element called `constructor` is sent only if the user chose it or it has data", () => {
  const form = { ...formOf("DateOfBirth"), element: "constructor" };
  expect(isSent({ subject: {}, chosen: new Map() }, form, false)).toBe(false);
  expect(isSent({ subject: {}, chosen: new Map([["constructor", true]]) }, form, false)).toBe(true);
});

const states = ["FullName", "SSN", "Selfie"].map((element) => ({ element }));

test("lists each element once, grouped by page in page order", () => {
  const pages = [
    { label: "Numbers", elements: ["SSN"] },
    { label: "You", elements: ["FullName", "SSN"] },
    { label: "Nothing", elements: [] },
  ];
  const [name, ssn, selfie] = states;
  expect(groupByPage(states, pages)).toEqual([
    { label: "Numbers", states: [ssn] },
    { label: "You", states: [name] },
    { label: "Other data", states: [selfie] },
  ]);
});

test("gives a single group no heading", () => {
  expect(groupByPage(states, [{ label: "You", elements: ["FullName", "SSN", "Selfie"] }])).toEqual([
    { label: "", states },
  ]);
  expect(groupByPage(states, [])).toEqual([{ label: "", states }]);
});
