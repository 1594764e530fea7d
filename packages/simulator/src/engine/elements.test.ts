import type { JourneyDefinition } from "@journey-kit/schemas";
import { formatPath } from "@journey-kit/schemas/calls";
import { presets } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import { digested, valid as samples, subjectOf, termsFor } from "../../test/samples.ts";
import { checkSubject, findProblemsElsewhere, validateElement } from "./elements.ts";
import { createCitations } from "./result.ts";
import { type InstanceTerms, type Readings, readingsOf } from "./terms.ts";

const under = (readings: Partial<Readings>) =>
  termsFor("document-and-selfie", { readings: { ...readingsOf(presets.specified), ...readings } });

/** Validates an element and returns the result together with its basis. */
function validate(terms: InstanceTerms, name: string, subject: unknown) {
  const citations = createCitations(terms.readings);
  const context = { terms, citations };
  return { ...validateElement(context, name, checkSubject(context, subject)), basis: citations.basis().ids };
}

test("validates an element that is named like a member of Object.prototype (spec 2.6)", () => {
  const { definition, ...terms } = under({});
  const elements = [{ name: "constructor", path: "identity.gender" }];
  const found = validate({ ...terms, definition: { ...definition, elements } }, "constructor", {
    identity: { gender: "female" },
  });
  expect(found).toEqual({ kind: "valid", value: "female", basis: [] });
});

test("under the strict reading, a phone entry needs a type and a number, but a document with a number needs no type (spec 2.8)", () => {
  const strict = under({ "required-fields": "strict" });
  const documents = [{ side1Image: digested, number: "123456" }];
  expect(validate(strict, "PrimaryDocument", { documents })).toMatchObject({ kind: "valid" });
  const { definition, ...terms } = strict;
  const own = { ...terms, definition: { ...definition, elements: [{ name: "Phones", path: "identity.phones" }] } };
  const phones = (...entries: readonly object[]) => validate(own, "Phones", { identity: { phones: entries } });
  expect(phones({ number: "1" })).toMatchObject({ kind: "invalid", where: "context.subject.identity.phones[0].type" });
  expect(phones({ type: "mobile" })).toMatchObject({
    kind: "invalid",
    where: "context.subject.identity.phones[0].number",
  });
  expect(phones({ type: "mobile", number: "1" })).toMatchObject({ kind: "valid" });
});

test.each([
  [
    "context.subject.identity.currentAddress.country",
    { identity: { currentAddress: { country: "gb" } } },
    "CurrentAddress",
  ],
  [
    "context.subject.identity.previousAddresses[0].fromDate",
    { identity: { previousAddresses: [{ locality: "London", fromDate: "1999" }] } },
    "PreviousAddresses",
  ],
])("a malformed %s is invalid under the strict reading (spec 2.8)", (where, subject, name) => {
  expect(validate(under({}), name, subject)).toMatchObject({
    kind: "valid",
    basis: ["required-fields=element-minimum"],
  });
  const found = validate(under({ "required-fields": "strict" }), name, subject);
  expect(found).toMatchObject({ kind: "invalid", where, basis: ["required-fields=strict"] });
});

test("no reading is consulted for a complete or absent element (spec 2.6)", () => {
  for (const name of ["FullName", "DateOfBirth", "CurrentAddress", "SSN", "PrimaryDocument", "Selfie"]) {
    expect(validate(under({}), name, subjectOf(name))).toMatchObject({ kind: "valid", basis: [] });
    expect(validate(under({}), name, {})).toEqual({ kind: "absent", basis: [] });
  }
});

test("a document whose type is not a string makes the primary document invalid (spec 2.8)", () => {
  for (const type of [{ toString: 1 }, 7, ["Primary"], true]) {
    const documents = [{ type, side1Image: digested }];
    expect(validate(under({}), "PrimaryDocument", { documents })).toMatchObject(invalid("documents[0].type"));
  }
});

/** Every object, array and entry that leads to a value, without the subject itself and the value. */
function containersOf(value: unknown, path: readonly PropertyKey[] = []): readonly (readonly PropertyKey[])[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, member]) =>
    containersOf(member, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return path.length === 0 ? inner : [path, ...inner];
}

const replaceAt = (value: unknown, [key, ...rest]: readonly PropertyKey[], replacement: unknown): unknown => {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) return value.map((entry, i) => (i === key ? replaceAt(entry, rest, replacement) : entry));
  return Object.fromEntries(
    Object.entries(Object(value)).map(([name, member]) => [
      name,
      name === key ? replaceAt(member, rest, replacement) : member,
    ]),
  );
};

test("an element is invalid if a container on its path is malformed, and nothing else in the subject is (spec 4.2, submit rule 2)", () => {
  const terms = under({});
  fc.assert(
    fc.property(
      fc
        .constantFrom(...Object.keys(samples))
        .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...containersOf(samples[name])))),
      fc.constantFrom("x", 7, true, null),
      ([name, path], wrong) => {
        const checked = checkSubject(
          { terms, citations: createCitations(terms.readings) },
          replaceAt(samples[name], path, wrong),
        );
        const context = { terms, citations: createCitations(terms.readings) };
        expect(validateElement(context, name, checked)).toMatchObject({
          kind: "invalid",
          where: formatPath(["context", "subject", ...path]),
        });
        expect(findProblemsElsewhere(context, checked, [name])).toEqual([]);
      },
    ),
  );
});

test("an element of an entry owns each malformed entry that could be its own (spec 2.6)", () => {
  const { definition, ...terms } = under({});
  const elements = [
    { name: "TaxNumber", path: "identity.idNumbers[type=tax].idNumber" },
    { name: "SecondPhone", path: "identity.phones[1].number" },
  ];
  const own = { ...terms, definition: { ...definition, elements } };
  const check = (name: string, identity: object) => validate(own, name, { identity });
  expect(check("TaxNumber", { idNumbers: ["x"] })).toMatchObject(invalid("identity.idNumbers[0]"));
  expect(check("TaxNumber", { idNumbers: [{ type: 7 }] })).toMatchObject(invalid("identity.idNumbers[0].type"));
  expect(check("TaxNumber", { idNumbers: ["x", { type: "tax", idNumber: "1" }] })).toMatchObject(valid("1"));
  expect(check("TaxNumber", { idNumbers: [{ type: "ssn", idNumber: 7 }] })).toMatchObject(absent);
  expect(check("SecondPhone", { phones: "x" })).toMatchObject(invalid("identity.phones"));
  expect(check("SecondPhone", { phones: [{}, "x"] })).toMatchObject(invalid("identity.phones[1]"));
  expect(check("SecondPhone", { phones: ["x"] })).toMatchObject(absent);
});

const side1Image = digested;
const document = (...documents: readonly object[]) => ({ documents });
const biometrics = (...entries: readonly object[]) => ({ biometrics: entries });
const ids = (...idNumbers: readonly object[]) => ({ identity: { idNumbers } });
const dataUrl = digested.replace("base64", "data-url");
const absent = { kind: "absent" };
const incomplete = { kind: "incomplete" };
const valid = (value: unknown) => ({ kind: "valid", value });
const invalid = (where: string) => ({ kind: "invalid", where: `context.subject.${where}` });
const conventional = "element-minimum=conventional";
const lenient = "document-type-case=lenient";
const withImage = "several-selfies=first-with-image";
const untyped = { "document-type-case": "first-untyped" } as const;
const firstUntyped = "document-type-case=first-untyped";
const exact = { "document-type-case": "exact" } as const;
const exactly = "document-type-case=exact";
const plain = { side1Image };
const typed = { type: "Primary", side1Image };
const lower = { type: "primary", side1Image };
const linked = { type: "Primary", side1Image: dataUrl };
const oneSided = { ...typed, side2Image: "" };
const image = { selfieImage: digested };
const face = { face1Image: digested };
const imaged = { "several-primary-documents": "first-with-image" } as const;
const rejected = { "empty-image": "rejected" } as const;
const firstOnly = { "several-selfies": "first" } as const;
const withoutNulls = { "null-values": "absent" } as const;
const primary = "PrimaryDocument";
const ada = { firstName: "Ada", lastNames: ["Lovelace"] };

test.each<readonly [Partial<Readings>, string, unknown, object, string]>([
  [{}, "FullName", { identity: { ...ada, gender: "female" } }, valid(ada), ""],
  [{}, "FullName", { identity: { ...ada, middleNames: [""] } }, valid(ada), ""],
  [{}, "FullName", { identity: { firstName: "Ada" } }, incomplete, conventional],
  [{}, "FullName", { identity: { firstName: "Ada", lastNames: [""] } }, incomplete, conventional],
  [{}, "FullName", { identity: { ...ada, firstName: 7 } }, invalid("identity.firstName"), ""],
  [{}, "FullName", { identity: { firstName: "", middleNames: [] } }, absent, ""],
  [{}, "FullName", { identity: 7 }, invalid("identity"), ""],
  [{}, "FullName", 7, absent, ""],
  [{ "element-minimum": "listed-leaves" }, "FullName", { identity: ada }, valid(ada), ""],
  [{}, "DateOfBirth", { identity: { dateOfBirth: "" } }, absent, ""],
  [{}, "DateOfBirth", { identity: { dateOfBirth: "2001-02-30" } }, invalid("identity.dateOfBirth"), ""],
  [{}, "DateOfBirth", { identity: { dateOfBirth: "2001-02-03", firstName: 7 } }, valid("2001-02-03"), ""],
  [{}, "CurrentAddress", { identity: { currentAddress: { lines: [""], location: {} } } }, absent, ""],
  [{}, "SSN", ids({ type: "tax", idNumber: "1" }), absent, ""],
  [{}, "SSN", ids({ type: "tax" }, { type: "ssn", idNumber: "2" }), valid({ type: "ssn", idNumber: "2" }), ""],
  [{}, "SSN", ids({ type: "ssn" }), incomplete, `required-fields=element-minimum, ${conventional}`],
  [{}, primary, document(), absent, ""],
  [{}, primary, { documents: {} }, invalid("documents"), ""],
  [{}, primary, document(plain), valid(plain), lenient],
  [{}, primary, document(lower), valid(lower), lenient],
  [{}, primary, document(plain, plain), absent, lenient],
  [
    {},
    primary,
    document({ type: "Other" }, { ...plain, type: "PRIMARY" }),
    valid({ ...plain, type: "PRIMARY" }),
    lenient,
  ],
  [{}, primary, document({ ...plain, type: "Other" }), absent, lenient],
  [exact, primary, document(lower), absent, exactly],
  [exact, primary, document({ type: "primary" }, typed), valid(typed), exactly],
  [untyped, primary, document(plain, {}), valid(plain), firstUntyped],
  [untyped, primary, document(plain, { type: "Other" }), absent, firstUntyped],
  [untyped, primary, document({ type: "Other" }, lower), valid(lower), firstUntyped],
  [{}, primary, document({ type: "Primary", documentNumber: "1" }), incomplete, conventional],
  [{}, primary, document({ type: "Primary" }, typed), incomplete, `several-primary-documents=first, ${conventional}`],
  [
    imaged,
    primary,
    document({ type: "Primary" }, lower),
    valid(lower),
    `${lenient}, several-primary-documents=first-with-image`,
  ],
  [{}, primary, document({ ...typed, side1Image: "", side2Image: digested }), incomplete, conventional],
  [{}, primary, document({ ...typed, side1Image: "none:3" }), invalid("documents[0].side1Image"), ""],
  [{}, primary, document(linked), invalid("documents[0].side1Image"), "image-encoding=bare-base64"],
  [{ "image-encoding": "data-url" }, primary, document(linked), valid(linked), "image-encoding=data-url"],
  [rejected, primary, document(oneSided), invalid("documents[0].side2Image"), "empty-image=rejected"],
  [{}, primary, document(oneSided), valid(oneSided), "empty-image=no-such-side"],
  [{}, primary, document({ ...typed, side2Image: "none:3" }), invalid("documents[0].side2Image"), ""],
  [{}, "Selfie", biometrics(), absent, ""],
  [{}, "Selfie", { biometrics: "x" }, invalid("biometrics"), ""],
  [{}, "SSN", { identity: { idNumbers: "123" } }, invalid("identity.idNumbers"), ""],
  [{}, "Selfie", biometrics({}), absent, ""],
  [{}, "Selfie", biometrics({ id: "1" }), incomplete, conventional],
  [{}, "Selfie", biometrics({ id: "1" }, image), valid(image), withImage],
  [{}, "Selfie", biometrics({ id: "1" }, face), valid(face), withImage],
  [firstOnly, "Selfie", biometrics({ id: "1" }, face), incomplete, `several-selfies=first, ${conventional}`],
  [{}, "Selfie", biometrics({ face1Image: "none:3" }), invalid("biometrics[0].face1Image"), ""],
  [{}, "Selfie", biometrics({ selfieImage: "odd" }, image), invalid("biometrics[0].selfieImage"), ""],
  [withoutNulls, primary, { documents: [null, { ...typed, note: null }] }, valid(typed), "null-values=absent"],
  [{}, "Nothing", { identity: {} }, absent, ""],
  [{}, "constructor", { identity: {} }, absent, ""],
])("under the readings %j, validating %s in %j gives %j (spec 2.6, 2.8)", (readings, name, subject, result, basis) => {
  const { basis: recorded, ...found } = validate(under(readings), name, subject);
  expect([found, recorded.join(", ")]).toEqual([result, basis]);
});

test("depending on the reading, an element needs the members that the journey lists or the usual members (gap element-minimum)", () => {
  const listed = (reading: Readings["element-minimum"]) => {
    const { definition, ...terms } = under({ "element-minimum": reading });
    const [first, ...segments] = definition.segments;
    const leaves = [{ element: "FullName", paths: ["firstName", "middleNames"] }];
    const interactions = first?.interactions?.map((interaction) => ({ ...interaction, leaves }));
    return {
      ...terms,
      definition: { ...definition, segments: [{ ...first, id: "person", modules: [], interactions }, ...segments] },
    };
  };
  const subject = (identity: object) => ({ identity });
  const kinds = (["listed-leaves", "conventional"] as const).map((reading) =>
    [ada, { ...ada, middleNames: ["King"] }, { firstName: "Ada", middleNames: ["King"] }].map(
      (identity) => validate(listed(reading), "FullName", subject(identity)).kind,
    ),
  );
  expect(kinds).toEqual([
    ["incomplete", "valid", "valid"],
    ["valid", "valid", "incomplete"],
  ]);
});

test("if a journey lists the leaves of an element twice, the first list applies (gap element-minimum)", () => {
  const { definition, ...terms } = under({ "element-minimum": "listed-leaves" });
  const collecting = (id: string, ...lists: readonly string[][]) => ({
    id,
    interactions: [{ id, pages: [], required: ["FullName"], optional: [], leaves: toLeaves(lists) }],
    modules: [],
  });
  const toLeaves = (lists: readonly string[][]) => lists.map((paths) => ({ element: "FullName", paths }));
  const kindOf = (...segments: JourneyDefinition["segments"]) =>
    validate({ ...terms, definition: { ...definition, segments } }, "FullName", { identity: ada }).kind;
  const [met, unmet] = [["firstName"], ["firstName", "middleNames"]];
  expect(kindOf(collecting("one", met, unmet))).toBe("valid");
  expect(kindOf(collecting("one", unmet, met))).toBe("incomplete");
  expect(kindOf(collecting("one", met), collecting("two", unmet))).toBe("valid");
  expect(kindOf(collecting("one"), collecting("two", unmet), collecting("three", met))).toBe("incomplete");
});
