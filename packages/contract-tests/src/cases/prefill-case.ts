import { toSubject } from "../target/sample.ts";
import { by, refused, succeeds } from "./answer.ts";
import { fetchState, startV1With, startWith } from "./ask.ts";
import type { CaseTable } from "./case.ts";
import { settled, startedWith } from "./given.ts";
import { finishedWith } from "./place.ts";
import { filled } from "./shape.ts";

const birth = { identity: { dateOfBirth: "1990-12-10" } };
const badBirth = { identity: { dateOfBirth: "10.12.1990" } };
const page = { delivery: "page" };
const invalidPrefill = by("invalid-prefill", { refused: refused("MISSING_FIELD"), stripped: refused("MISSING_FIELD") });

/** The response to a wrong type outside the elements of the journey. */
const wholeSubject = by("subject-validation", {
  whole: refused("WRONG_VALUE"),
  elements: succeeds({ instanceId: filled }),
});

/** The data that a start brings along. Spec 2.5, 2.8, 4.2. */
export const prefillCases: CaseTable = {
  "subject-members": {
    ask: startWith("age-check", {
      ...birth,
      entities: [{ type: "primary", name: "Analytical Engines Ltd", headcount: 2, isNonProfit: false }],
      documents: [],
      biometrics: [],
      sessions: [{ id: "s-1", provider: "bank", auth: [{ scope: "openid" }] }],
      consent: [{ id: "c-1", purpose: "identity" }],
      accounts: [{ type: "current", iban: "GB33BUKB20201555555555" }],
      uid: "customer-1",
    }),
    answer: succeeds({ instanceId: filled }),
  },
  "subject-members/wrong-type-of-no-element": {
    ask: startWith("age-check", { ...birth, accounts: [{ iban: 7 }] }),
    answer: wholeSubject,
  },
  "subject-members/wrong-container": {
    ask: startWith("age-check", { identity: [birth.identity] }),
    answer: wholeSubject,
  },
  "subject-members/null": {
    ask: startWith("age-check", { identity: { dateOfBirth: null } }),
    answer: by("null-values", { refused: refused("WRONG_VALUE"), absent: succeeds({ instanceId: filled }) }),
  },
  "subject-members/empty": {
    ask: startWith("age-check", { identity: { dateOfBirth: "", lastNames: [], currentAddress: {} }, entities: [] }),
    answer: succeeds({ instanceId: filled }),
  },
  "subject-uid-no-effect": {
    given: [startedWith("age-check", { ...birth, uid: "customer-2" }), settled],
    ask: fetchState,
    answer: succeeds(finishedWith("accept")),
  },
  "date-of-birth-form": { ask: startWith("age-check", birth), answer: succeeds({ instanceId: filled }) },
  "date-of-birth-form/dots": { ask: startWith("age-check", badBirth), answer: invalidPrefill },
  "date-of-birth-form/thirteenth-month": {
    ask: startWith("age-check", { identity: { dateOfBirth: "1990-13-10" } }),
    answer: invalidPrefill,
  },
  "date-of-birth-form/no-leap-year": {
    ask: startWith("age-check", { identity: { dateOfBirth: "2025-02-29" } }),
    answer: invalidPrefill,
  },
  "date-of-birth-form/number": {
    ask: startWith("age-check", { identity: { dateOfBirth: 19_901_210 } }),
    answer: invalidPrefill,
  },
  "start-interaction-validates-prefill": { ask: startWith("age-check", badBirth), answer: invalidPrefill },
  "start-interaction-validates-prefill/optional-element": {
    ask: startWith("identity-check", toSubject([{ element: "SSN", kind: "invalid" }])),
    answer: by("invalid-prefill", { refused: refused("MISSING_FIELD"), stripped: succeeds({ instanceId: filled }) }),
  },
  "v2-prefill-validated/api": { ask: startWith("age-check", badBirth), answer: invalidPrefill },
  "v2-prefill-validated/page": { ask: startWith("age-check", badBirth, page), answer: invalidPrefill },
  "v1-prefill-validated-for-page": {
    ask: startV1With("age-check-v1", badBirth, { async: true, delivery: "page" }),
    answer: by("v1-delivery", { optional: refused("MISSING_FIELD"), ignored: succeeds({ instanceId: filled }) }),
  },
  "v1-prefill-validated-for-page/not-for-api": {
    ask: startV1With("age-check-v1", badBirth, { async: true, delivery: "api" }),
    answer: succeeds({ instanceId: filled }),
  },
  "subject-members/country-in-small-letters": {
    ask: startWith("identity-check", { identity: { currentAddress: { postalCode: "SW1Y 4JH", country: "gb" } } }),
    answer: by("required-fields", {
      "element-minimum": succeeds({ instanceId: filled }),
      strict: refused("INVALID_FIELD"),
    }),
  },
  "subject-members/51-documents": {
    ask: startWith("age-check", { documents: Array.from({ length: 51 }, () => ({})) }),
    answer: by("array-limits", { none: succeeds({ instanceId: filled }), fifty: refused("WRONG_VALUE") }),
  },
};
