import type { PublishedJourney } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { createForm, findJourney, fitForm, latestOf, reopenForm, toChoice } from "./start-form.ts";

const place = { resourceId: "selfie", regions: ["us" as const] };
const first: PublishedJourney = {
  id: "selfie",
  name: "Selfie",
  apiVersion: "v2",
  version: "1",
  environments: { preview: place },
};
const second: PublishedJourney = { ...first, version: "2", environments: { preview: place, production: place } };
const published = [first, second, { ...first, id: "document-and-selfie" }];

test("lists each journey once, in its latest version", () => {
  expect(latestOf(published).map(({ id, version }) => [id, version])).toEqual([
    ["selfie", "2"],
    ["document-and-selfie", "1"],
  ]);
});

test("finds the journey version that is selected in the form", () => {
  const find = (journey: string | undefined, version: string) => findJourney(published, { journey, version });
  expect(find("selfie", "1")).toBe(first);
  expect(find("selfie", "latest")).toBe(second);
  expect(find(undefined, "latest")?.id).toBe("document-and-selfie");
  expect(findJourney([second], { journey: undefined, version: "latest" })).toBe(second);
  expect(findJourney([], { journey: "selfie", version: "latest" })).toBeUndefined();
});

test("chooses an environment and a region in which the journey is published", () => {
  expect(fitForm(createForm("acme"), first)).toMatchObject({ environment: "preview", region: "us" });
  expect(fitForm(createForm("acme"), second)).toMatchObject({ environment: "production", region: "us" });
});

test("uses only the fields of the chosen mode", () => {
  const form = {
    ...createForm("acme"),
    person: "Testfail",
    scenario: "slow",
    details: { firstName: "Ada", lastName: "Lovelace", dateOfBirth: "" },
    json: '{"uid": "c-42"}',
  };
  const choose = (mode: typeof form.mode) => {
    const { scenario, subject } = toChoice({ ...form, mode }, second);
    return { scenario, subject };
  };
  expect(choose("person")).toEqual({
    scenario: undefined,
    subject: { identity: { firstName: "Test", lastNames: ["Testfail"] } },
  });
  expect(choose("scenario")).toEqual({ scenario: "slow", subject: {} });
  expect(choose("details")).toEqual({
    scenario: undefined,
    subject: { identity: { firstName: "Ada", lastNames: ["Lovelace"] } },
  });
  expect(choose("json")).toEqual({ scenario: undefined, subject: { uid: "c-42" } });
});

test("the first form starts any version asynchronously for nobody in particular (spec 4.2)", () => {
  expect(toChoice(createForm("acme"), second)).toEqual({
    journey: second,
    version: "latest",
    environment: "production",
    region: "eu",
    delivery: "api",
    isAsync: true,
    scenario: undefined,
    subject: {},
  });
});

test("refuses a prefill that is not a JSON object", () => {
  const form = { ...createForm("acme"), mode: "json" as const };
  expect(() => toChoice({ ...form, json: "[]" }, second)).toThrow("Enter a JSON object.");
  expect(() => toChoice({ ...form, json: "null" }, second)).toThrow("Enter a JSON object.");
  expect(() => toChoice({ ...form, json: "{" }, second)).toThrow(SyntaxError);
});

test("a dialog that opens again keeps the journey, but nothing that decides the outcome", () => {
  const last = {
    ...createForm("first"),
    journey: "full-kyc",
    version: "2",
    mode: "scenario",
    person: "Testrefer",
    scenario: "referred",
    json: "{}",
  } as const;
  expect(reopenForm(last, "second")).toEqual({ ...createForm("second"), journey: "full-kyc", version: "2" });
});
