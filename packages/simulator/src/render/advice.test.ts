import { presets, type Readings } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openInstance } from "../../test/arbitraries.ts";
import { termsFor } from "../../test/samples.ts";
import type { ModuleRun } from "../engine/instance.ts";
import { createCitations } from "../engine/result.ts";
import { renderAdvice } from "./advice.ts";

const at = Date.UTC(2026, 0, 1);

const runOf = (module: string, outcome: ModuleRun["outcome"]): ModuleRun => ({
  segment: 0,
  module,
  variant: "",
  attempt: 1,
  startedAt: at,
  finishesAt: at,
  outcome,
  breaks: false,
  decidedBy: "module",
});

/** The advice of a module whose outcome has a classification. */
function adviceOf(
  module: string,
  subject: unknown,
  classification: ModuleRun["outcome"]["classification"] = "positive",
  { readings = {}, seed = 1 }: { readonly readings?: Readings; readonly seed?: number } = {},
) {
  const terms = { ...termsFor("full-kyc"), readings: { ...presets.specified, ...readings }, seed };
  const started = openInstance(terms, {});
  const run = runOf(module, { name: "any", classification });
  return renderAdvice(createCitations(terms.readings), terms, started.instance, subject, run);
}

const identity = { firstName: "Ada", lastNames: ["King", "Lovelace"], dateOfBirth: "1990-12-10" };

test.each([
  [{ documentNumber: "1", number: "2" }, [["Document Number", "1"]]],
  [{ number: "2" }, [["Document Number", "2"]]],
  [{ expirationDate: "2030-01-01", expiryDate: "2031-01-01" }, [["Expiration Date", "2030-01-01"]]],
  [{ expiryDate: "2031-01-01" }, [["Expiration Date", "2031-01-01"]]],
  [{ number: 7, expiryDate: "" }, []],
])("Document Extraction finds in the document %j the fields %j (spec 4.2)", (document, fields) => {
  const { extractedFields } = adviceOf("Document Extraction", { identity, documents: [document] });
  expect(extractedFields).toEqual(
    [["First Name", "Ada"], ["Last Name", "King Lovelace"], ["Date of Birth", "1990-12-10"], ...fields].map(
      ([label, value]) => ({ label, value }),
    ),
  );
});

test("Document Classification describes the document, or a typical one if the subject does not (spec 4.2)", () => {
  const document = { category: "Proof", documentClassName: "Utility Bill", countryCode: "FRA", side2Image: "i" };
  expect(adviceOf("Document Classification", { documents: [document] }).classification).toEqual({
    category: "Proof",
    type: "Utility Bill",
    countryCode: "FRA",
    isDoubleSided: true,
    hasNFC: false,
  });
  expect(adviceOf("Document Classification", { documents: [{ category: "", side2Image: "" }] }).classification).toEqual(
    {
      category: "Identity Document",
      type: "Driving Licence",
      countryCode: "GBR",
      isDoubleSided: false,
      hasNFC: false,
    },
  );
});

const address = { currentAddress: { postalCode: "SW1Y 4JH" } };
const idNumbers = [{ type: "ssn", idNumber: "1" }];
const without = { nameAddress: 0, nameDob: 0, nameDobAddress: 0, idNameAddress: 0, sources: 2, isUnder18: false };
const moreWithout = { idName: 0, idNameDob: 0, idNameAddressDob: 0 };

test.each([
  [{}, "positive", {}],
  [identity, "positive", { nameDob: 1 }],
  [{ firstName: "Ada", ...address }, "positive", { nameAddress: 1 }],
  [{ firstName: "Ada", idNumbers }, "positive", { idName: 1 }],
  [{ ...identity, idNumbers }, "positive", { nameDob: 1, idName: 1, idNameDob: 1 }],
  [{ firstName: "Ada", idNumbers, ...address }, "positive", { nameAddress: 1, idNameAddress: 1, idName: 1 }],
  [{ ...identity, ...address }, "positive", { nameAddress: 1, nameDob: 1, nameDobAddress: 1 }],
  [{ dateOfBirth: "2008-01-02" }, "positive", { isUnder18: true }],
  [{ dateOfBirth: "2008-01-01" }, "positive", {}],
  [{ ...identity, idNumbers, ...address }, "neutral", {}],
  [{ ...identity, idNumbers, ...address }, "negative", { sources: 0 }],
] as const)(
  "for the identity %j and a %s outcome, the matches of Data Verification are %j (spec 4.2, gap advice-members)",
  (person, classification, matches) => {
    const expected = { ...without, ...moreWithout, ...matches };
    const subject = { identity: person };
    const extended = adviceOf("Data Verification", subject, classification, {
      readings: { "advice-members": "extended" },
    });
    const { score, outcome } = extended;
    expect(extended.contains).toEqual({ ...expected, score, customDecision: outcome });
    const { idName: _, idNameDob: __, idNameAddressDob: ___, ...usual } = expected;
    const contains = { ...usual, isUnder18: Number(expected.isUnder18), score };
    const conventional = { "advice-members": "conventional" } as const;
    expect(adviceOf("Data Verification", subject, classification, { readings: conventional })).toEqual({
      contains,
      outcome,
    });
  },
);

test.each([
  ["positive", 85, 99],
  ["neutral", 50, 64],
  ["negative", 5, 19],
] as const)("the scores of a %s outcome are from %i to %i (spec 4.2)", (classification, min, max) => {
  const seen = new Set<unknown>();
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const score = Number(adviceOf("Facematch", {}, classification, { seed }).matchScore);
      expect(score).toBeGreaterThanOrEqual(min);
      expect(score).toBeLessThanOrEqual(max);
      seen.add(score);
    }),
    { seed: 1, numRuns: 200 },
  );
  expect(seen.size).toBe(15);
});

test("the score depends on the module and on which of its runs it is (spec 4.2)", () => {
  const terms = termsFor("full-kyc");
  const { instance } = openInstance(terms, {});
  const positive = { name: "any", classification: "positive" } as const;
  const [first, second] = [runOf("Facematch", positive), runOf("Facematch", positive)];
  const after = { ...instance, finished: [first, second] };
  const scoreOf = (run: ModuleRun) => {
    const { matchScore, livenessScore } = renderAdvice(createCitations(terms.readings), terms, after, {}, run);
    return matchScore ?? livenessScore;
  };
  const scores = [first, second, runOf("Liveness", positive)].map(scoreOf);
  expect(new Set(scores).size).toBe(3);
});

test("the advice of a run overrides that of its outcome, which overrides that of its module (spec 4.2)", () => {
  const { definition } = termsFor("full-kyc");
  const modules = [{ name: "Facematch", advice: { matchScore: 1, a: 1, b: 1, outcome: "module" } }];
  const terms = { ...termsFor("full-kyc"), definition: { ...definition, modules } };
  const started = openInstance(terms, {});
  const outcome = { name: "any", classification: "positive", advice: { a: 2, b: 2, outcome: "outcome" } } as const;
  const toAdviceOf = (run: ModuleRun) =>
    renderAdvice(createCitations(terms.readings), terms, started.instance, {}, run);
  expect(toAdviceOf(runOf("Facematch", outcome))).toEqual({ matchScore: 1, a: 2, b: 2, outcome: "any" });
  const replaced = { ...runOf("Facematch", outcome), advice: { b: 3, outcome: "run" } };
  expect(toAdviceOf(replaced)).toEqual({ matchScore: 1, a: 2, b: 3, outcome: "run" });
});
