import { Subject } from "@journey-kit/schemas";
import { elements } from "@journey-kit/schemas/calls";
import { presets } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { digested, termsFor } from "../../test/samples.ts";
import { checkSubject, validateElement } from "../engine/elements.ts";
import { createCitations } from "../engine/result.ts";
import { toSubject } from "../engine/subject.ts";
import { readingsOf } from "../engine/terms.ts";
import { hasUnknown } from "../world/parse.ts";
import { readCard, sampleEntries } from "./fields.ts";

const readings = { ...readingsOf(presets.observed), "required-fields": "strict" } as const;
const terms = termsFor("document-and-selfie", { readings });

/** What the sample person enters for an element. */
function enter(name: string) {
  const entries = sampleEntries(terms, [name], undefined, () => digested);
  return readCard(terms, { element: name, isRequired: true }, entries);
}

const names = Object.keys(elements);
const provided = Object.fromEntries(names.map((name) => [name, { by: "submit" as const, value: enter(name).value }]));
const subject = toSubject(terms, { provided });

test.each(names)("the form fields of %s collect data that its schema accepts (spec 2.6, 2.8)", (name) => {
  const context = { terms, citations: createCitations(terms.readings) };
  const { value, problems } = enter(name);
  expect(problems).toEqual([]);
  expect(validateElement(context, name, checkSubject(context, subject))).toEqual({ kind: "valid", value });
});

test("the schema of the subject defines the place of every element (spec 2.6, 2.8)", () => {
  expect(hasUnknown(Subject, subject)).toBe(false);
});
