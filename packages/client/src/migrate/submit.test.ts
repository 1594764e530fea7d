import { InteractionSubmitRequest } from "@journey-kit/schemas";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { pixel } from "../../test/journey.ts";
import { anySubject } from "../../test/subject.ts";
import type { SubjectInput } from "../types/subject.ts";
import type { SubmitInteractionRequest } from "../types/v2.ts";
import { type TaskUpdate, toInteractionSubmit } from "./submit.ts";

const target = { instanceId: "instance-00000001", interactionId: "person" };
const updateOf = (subject: SubjectInput): TaskUpdate => ({
  intent: "Complete",
  instanceId: "one",
  taskId: "one.1",
  context: { subject },
});
const namesIn = (body: SubmitInteractionRequest | undefined) =>
  body?.participants.map(({ domainElementId }) => domainElementId);

test("converts a task update to an interaction submit (spec 9)", () => {
  const subject = { identity: { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1815-12-10" } };
  expect(toInteractionSubmit(updateOf(subject), target)).toEqual({
    body: {
      ...target,
      participants: [{ domainElementId: "FullName" }, { domainElementId: "DateOfBirth" }],
      context: { subject },
    },
    notes: [],
  });
});

test.each([
  ["PrimaryDocument", { documents: [{ side1Image: pixel }] }],
  ["Selfie", { biometrics: [{ id: "1" }, { face1Image: pixel }] }],
  ["SSN", { identity: { idNumbers: [{ type: "nino" }, { type: "SSN", idNumber: "1" }] } }],
  ["CurrentAddress", { identity: { currentAddress: { postalCode: "1" } } }],
  ["Consent", { consent: [{ id: "1" }] }],
] as const)("finds the data of %s in the subject (spec 2.6)", (name, subject) => {
  const { body } = toInteractionSubmit(updateOf(JSON.parse(JSON.stringify(subject))), { ...target, collects: [name] });
  expect(namesIn(body)).toEqual([name]);
});

test("sets the type of the main document to Primary, but does not choose between several documents (spec 2.8)", () => {
  const documentsOf = (...documents: NonNullable<SubjectInput["documents"]>) =>
    toInteractionSubmit(updateOf({ documents }), target).body?.context?.subject?.documents?.map(({ type }) => type);
  expect(documentsOf({ side1Image: pixel })).toEqual(["Primary"]);
  expect(documentsOf({ type: "", side1Image: pixel })).toEqual(["Primary"]);
  expect(documentsOf({ type: "Bill" }, { type: "primary", side1Image: pixel })).toEqual(["Bill", "Primary"]);
  const { body, notes } = toInteractionSubmit(updateOf({ documents: [{ side1Image: pixel }, { side1Image: pixel }] }), {
    ...target,
    collects: ["PrimaryDocument"],
  });
  expect(body).toBeUndefined();
  expect(notes).toContainEqual(expect.objectContaining({ what: "context.subject.documents", spec: "2.8" }));
});

test("the submit lists only elements that the interaction collects, and notes report other data (spec 2.5)", () => {
  const subject = { identity: { firstName: "Ada", dateOfBirth: "1815-12-10", placeOfBirth: { country: "GB" } } };
  const { body, notes } = toInteractionSubmit(updateOf(subject), {
    ...target,
    collects: ["DateOfBirth", "Selfie", "Pet"],
  });
  expect(namesIn(body)).toEqual(["DateOfBirth"]);
  expect(body?.context?.subject).toEqual(subject);
  expect(notes.map(({ what, why }) => `${what}: ${why}`)).toEqual([
    "context.subject: There is no data for Selfie. If Selfie is required, it stays outstanding.",
    "context.subject: The place of Pet in the subject is unknown. Add Pet to `elements`.",
    "context.subject.identity.firstName: Kept, but it belongs to no element in `participants`, so v2 may ignore it.",
    "context.subject.identity.placeOfBirth: Kept, but it belongs to no element in `participants`, so v2 may ignore it.",
  ]);
});

test("adds a note for each unused list entry, and does not confuse `gender` with `genderAtBirth` (spec 2.8)", () => {
  const phones = [{ type: "fax", number: "1" }];
  const emails = [{ type: "old", email: "a@b.example" }];
  const identity = { gender: "f", genderAtBirth: "f", phones, emails };
  const subject = { biometrics: [{ id: "1" }, { id: "2" }], identity };
  const { body, notes } = toInteractionSubmit(updateOf(subject), target);
  expect(namesIn(body)).toEqual(["Gender"]);
  expect(notes.map(({ what }) => what)).toEqual([
    "context.subject.biometrics[0]",
    "context.subject.biometrics[1]",
    "context.subject.identity.genderAtBirth",
    "context.subject.identity.phones[0]",
    "context.subject.identity.emails[0]",
  ]);
});

test("finds custom elements at the paths that the journey declares (spec 2.6)", () => {
  const { body, notes } = toInteractionSubmit(updateOf({ accounts: [{ iban: "GB00" }] }), {
    ...target,
    collects: ["Account"],
    elements: { Account: { path: "accounts[0].iban" } },
  });
  expect(namesIn(body)).toEqual(["Account"]);
  expect(notes).toEqual([]);
});

test("adds notes about the intents Save and Validate, and about members that v2 does not define (spec 2.9)", () => {
  const update = { ...updateOf({ identity: { gender: "f" } }), scope: "all" };
  const misplaced = { ...update.context, documents: [{ side1Image: pixel }] };
  const { body, notes } = toInteractionSubmit({ ...update, intent: "Save", context: misplaced }, target);
  expect(InteractionSubmitRequest.parse(body)).toEqual(body);
  expect(notes.map(({ what }) => what)).toEqual(["intent", "scope", "context.documents"]);
  expect(toInteractionSubmit({ ...update, intent: "Validate" }, target)).toMatchObject({
    body: undefined,
    notes: [{ what: "intent" }, { what: "scope" }],
  });
  const unknown = JSON.parse('"constructor"'); // as an untyped caller may pass
  expect(toInteractionSubmit({ ...update, intent: unknown }, target).notes).toMatchObject([{ what: "scope" }]);
});

/** Removes the document types, the only values that a migration changes. */
const untyped = ({ documents = [], ...rest }: SubjectInput) => ({
  ...rest,
  documents: documents.map(({ type: _, ...document }) => document),
});

test("a migrated submit is valid and contains the whole subject (spec 2.9)", () => {
  const collects = fc.option(fc.subarray(["FullName", "DateOfBirth", "PrimaryDocument", "Selfie", "SSN", "Pet"]));
  const intent = fc.constantFrom("Complete" as const, "Save" as const, "Validate" as const);
  const property = fc.property(anySubject, collects, intent, (subject, names, chosen) => {
    const update = { ...updateOf(subject), intent: chosen };
    const before = structuredClone(update);
    const { body, notes } = toInteractionSubmit(update, { ...target, ...(names !== null && { collects: names }) });
    expect(update).toEqual(before);
    if (body === undefined) expect(notes).not.toEqual([]);
    else {
      expect(InteractionSubmitRequest.parse(body)).toEqual(body);
      expect(untyped(body.context?.subject ?? {})).toEqual(untyped(subject));
    }
  });
  fc.assert(property, { numRuns: runs(500, 20_000) });
});
