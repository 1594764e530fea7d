import fc from "fast-check";
import { expect, test } from "vitest";
import { startOf } from "../../test/arbitraries.ts";
import { termsFor } from "../../test/samples.ts";
import { createInstance, type Instance, type ModuleRun } from "./instance.ts";
import {
  addRuns,
  countRuns,
  elementOf,
  noRuns,
  parseImage,
  personAfter,
  personOf,
  subtractRuns,
  toImageText,
  toScenarioSubject,
  toSubject,
} from "./subject.ts";

const terms = termsFor("full-kyc");
const own = {
  definition: {
    elements: [
      { name: "Back", path: "documents[type=secondary]" },
      { name: "Town", path: "identity.currentAddress.locality" },
      { name: "Street", path: "identity.currentAddress" },
      { name: "FullName", path: "identity.alias" },
    ],
  },
};

const provide = (values: Readonly<Record<string, unknown>>): Instance["provided"] =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { by: "submit", value }]));

const instance = (subject: object, values: Readonly<Record<string, unknown>> = {}): Instance =>
  createInstance(startOf(terms, subject), provide(values), undefined);

test("the elements that a journey declares take precedence over the common elements (spec 2.6)", () => {
  const paths = ["Back", "FullName", "DateOfBirth", "constructor"].map((name) => elementOf(own, name)?.path);
  expect(paths).toEqual(["documents[type=secondary]", "identity.alias", "identity.dateOfBirth", undefined]);
  expect(elementOf({ definition: {} }, "Town")).toBeUndefined();
});

test("builds a subject with each element at its path (spec 2.8)", () => {
  const provided = provide({
    FullName: { firstName: "Ada" },
    DateOfBirth: "1815-12-10",
    CurrentAddress: { postalCode: "N1" },
    SSN: { type: "ssn" },
    PrimaryDocument: { type: "Primary" },
    Selfie: { selfieImage: "x" },
  });
  expect(toSubject(terms, { provided, uid: "u" })).toEqual({
    uid: "u",
    identity: {
      firstName: "Ada",
      dateOfBirth: "1815-12-10",
      currentAddress: { postalCode: "N1" },
      idNumbers: [{ type: "ssn" }],
    },
    documents: [{ type: "Primary" }],
    biometrics: [{ selfieImage: "x" }],
  });
  expect(Object.keys(toSubject(terms, { provided: {} }))).toEqual([]);
});

test("nested elements are merged, list entries are appended, and the last of two elements at the same path wins (spec 2.8)", () => {
  const address = { CurrentAddress: { postalCode: "N1" } };
  const merged = { identity: { currentAddress: { postalCode: "N1", locality: "London" } } };
  expect(toSubject(own, { provided: provide({ ...address, Town: "London" }) })).toEqual(merged);
  expect(toSubject(own, { provided: provide({ Town: "London", ...address }) })).toEqual(merged);
  const street = { Street: "Downing Street" }; // its path is that of the address
  expect(toSubject(own, { provided: provide({ ...address, ...street }) })).toEqual({
    identity: { currentAddress: "Downing Street" },
  });
  expect(toSubject(own, { provided: provide({ ...street, ...address }) })).toEqual({
    identity: { currentAddress: { postalCode: "N1" } },
  });
  const documents = provide({ Back: { type: "secondary" }, PrimaryDocument: { type: "Primary" }, Nothing: 1 });
  expect(toSubject(own, { provided: documents })).toEqual({ documents: [{ type: "secondary" }, { type: "Primary" }] });
});

test("elements of one list entry are merged into it, whatever their order (spec 2.8)", () => {
  const paths = {
    TaxNumber: "identity.idNumbers[type=tax].idNumber",
    TaxCountry: "identity.idNumbers[type=TAX].country",
    SecondPhone: "identity.phones[1].number",
    SecondPhoneType: "identity.phones[1].type",
    Officer: "entities[type=primary].persons[type=primary].firstName",
    DocumentCountry: "documents[type=Primary].countryCode",
    Website: "entities[0].websites[0]",
  };
  const elements = Object.entries(paths).map(([name, path]) => ({ name, path }));
  const values = {
    TaxNumber: "1",
    TaxCountry: "GBR",
    SecondPhone: "2",
    SecondPhoneType: "home",
    Officer: "Ada",
    DocumentCountry: "FRA",
    PrimaryDocument: { type: "Primary", side1Image: "x" },
    Website: "example.com",
  };
  const names = Object.entries(values);
  fc.assert(
    fc.property(fc.shuffledSubarray(names, { minLength: names.length }), (shuffled) => {
      const subject = toSubject({ definition: { elements } }, { provided: provide(Object.fromEntries(shuffled)) });
      expect(subject).toEqual({
        identity: {
          idNumbers: [{ type: expect.stringMatching(/^tax$/i), idNumber: "1", country: "GBR" }],
          phones: [{ number: "2", type: "home" }],
        },
        documents: [{ type: "Primary", countryCode: "FRA", side1Image: "x" }],
        entities: expect.arrayContaining([
          { type: "primary", persons: [{ type: "primary", firstName: "Ada" }] },
          { websites: ["example.com"] },
        ]),
      });
    }),
  );
});

const ada = { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1815-12-10" };
const key = 'name ["ada",["lovelace"],"1815-12-10"]';

test.each([
  [{ uid: "U1", identity: ada }, "uid U1"],
  [{ uid: "", identity: ada }, key],
  [{ uid: 7 }, undefined],
  [{ identity: ada }, key],
  [{ identity: { ...ada, firstName: "ADA" } }, key],
  [{ identity: { ...ada, firstName: "" } }, undefined],
  [{ identity: { ...ada, lastNames: undefined } }, undefined],
  [{ identity: { ...ada, dateOfBirth: undefined } }, undefined],
  [undefined, undefined],
])("identifies the person in the subject %j as %j (gap module-retry)", (subject, person) =>
  expect(personOf(subject)).toBe(person),
);

test("identifies a person by the stored subject together with the subject in the request (gap module-retry)", () => {
  const { dateOfBirth, ...FullName } = ada;
  const record = { terms, instance: instance({}, { FullName }) };
  expect(personAfter(record, { identity: { dateOfBirth } })).toBe(key);
  expect(personAfter(record, { uid: "sent" })).toBe("uid sent");
  expect(personAfter({ terms, instance: { ...record.instance, uid: "stored" } }, { uid: "sent" })).toBe("uid stored");
  expect(personAfter(record, {})).toBeUndefined();
});

test("scenario rules use the prefilled name until a name is collected (spec 2.8)", () => {
  const { dateOfBirth: _, ...name } = ada;
  const prefill = { identity: { ...ada, gender: "female" } };
  expect(toScenarioSubject(terms, instance(prefill))).toEqual({ identity: name });
  const FullName = { firstName: "Grace", lastNames: ["Hopper"] };
  expect(toScenarioSubject(terms, instance(prefill, { FullName }))).toEqual({ identity: FullName });
  expect(toScenarioSubject(terms, instance({}))).toEqual({ identity: {} });
});

test("counts each module's finished and unfinished runs, and adds and subtracts such counts (gap module-retry)", () => {
  const run = (module: string) => ({ module }) as ModuleRun; // a count only reads the name
  const finished: Instance = { ...instance({}), finished: [run("Liveness"), run("Liveness")] };
  const running: Instance = { ...instance({}), progress: { phase: "running", runs: [run("Facematch")] } };
  const counts = countRuns([finished, running, instance({})]);
  expect(counts).toEqual({ Liveness: 2, Facematch: 1 });
  expect(countRuns([instance({})])).toBe(noRuns);
  expect(addRuns(counts, { Liveness: 1, Other: 1 })).toEqual({ Liveness: 3, Facematch: 1, Other: 1 });
  expect(subtractRuns(counts, { Liveness: 1, Facematch: 1 })).toEqual({ Liveness: 1 });
  expect([addRuns(counts, noRuns), subtractRuns(counts, noRuns)]).toEqual([counts, counts]);
  expect(subtractRuns({ constructor: 1 }, { Liveness: 1 })).toEqual({ constructor: 1 });
});

test.each([
  ["none:7", { encoding: "none", length: 7 }],
  ["base64:ab:5", { encoding: "base64", digest: "ab", bytes: 5 }],
  ["data-url:ab:5", { encoding: "data-url", digest: "ab", bytes: 5 }],
  ["", undefined],
  ["other:ab:5", undefined],
])("parses the stored text %j as the image %j (spec 2.8)", (text, image) => {
  const parsed = parseImage(text);
  expect(parsed).toEqual(image);
  if (parsed !== undefined) expect(toImageText(parsed)).toBe(text);
});
