import { toSubject } from "../target/sample.ts";
import { by, refused, succeeds } from "./answer.ts";
import { fetchState, startV1With, startWith } from "./ask.ts";
import type { Case } from "./case.ts";
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
export const prefillCases: readonly Case[] = [
  {
    rule: "subject-members",
    given: [],
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
  {
    rule: "subject-members",
    facet: "wrong-type-of-no-element",
    given: [],
    ask: startWith("age-check", { ...birth, accounts: [{ iban: 7 }] }),
    answer: wholeSubject,
  },
  {
    rule: "subject-members",
    facet: "wrong-container",
    given: [],
    ask: startWith("age-check", { identity: [birth.identity] }),
    answer: wholeSubject,
  },
  {
    rule: "subject-members",
    facet: "null",
    given: [],
    ask: startWith("age-check", { identity: { dateOfBirth: null } }),
    answer: by("null-values", { refused: refused("WRONG_VALUE"), absent: succeeds({ instanceId: filled }) }),
  },
  {
    rule: "subject-members",
    facet: "empty",
    given: [],
    ask: startWith("age-check", { identity: { dateOfBirth: "", lastNames: [], currentAddress: {} }, entities: [] }),
    answer: succeeds({ instanceId: filled }),
  },
  {
    rule: "subject-uid-no-effect",
    given: [startedWith("age-check", { ...birth, uid: "customer-2" }), settled],
    ask: fetchState,
    answer: succeeds(finishedWith("accept")),
  },
  {
    rule: "date-of-birth-form",
    given: [],
    ask: startWith("age-check", birth),
    answer: succeeds({ instanceId: filled }),
  },
  {
    rule: "date-of-birth-form",
    facet: "dots",
    given: [],
    ask: startWith("age-check", badBirth),
    answer: invalidPrefill,
  },
  {
    rule: "date-of-birth-form",
    facet: "thirteenth-month",
    given: [],
    ask: startWith("age-check", { identity: { dateOfBirth: "1990-13-10" } }),
    answer: invalidPrefill,
  },
  {
    rule: "date-of-birth-form",
    facet: "no-leap-year",
    given: [],
    ask: startWith("age-check", { identity: { dateOfBirth: "2025-02-29" } }),
    answer: invalidPrefill,
  },
  {
    rule: "date-of-birth-form",
    facet: "number",
    given: [],
    ask: startWith("age-check", { identity: { dateOfBirth: 19_901_210 } }),
    answer: invalidPrefill,
  },
  {
    rule: "start-interaction-validates-prefill",
    given: [],
    ask: startWith("age-check", badBirth),
    answer: invalidPrefill,
  },
  {
    rule: "start-interaction-validates-prefill",
    facet: "optional-element",
    given: [],
    ask: startWith("identity-check", toSubject([{ element: "SSN", kind: "invalid" }])),
    answer: by("invalid-prefill", { refused: refused("MISSING_FIELD"), stripped: succeeds({ instanceId: filled }) }),
  },
  {
    rule: "v2-prefill-validated",
    facet: "api",
    given: [],
    ask: startWith("age-check", badBirth),
    answer: invalidPrefill,
  },
  {
    rule: "v2-prefill-validated",
    facet: "page",
    given: [],
    ask: startWith("age-check", badBirth, page),
    answer: invalidPrefill,
  },
  {
    rule: "v1-prefill-validated-for-page",
    given: [],
    ask: startV1With("age-check-v1", badBirth, { async: true, delivery: "page" }),
    answer: by("v1-delivery", { optional: refused("MISSING_FIELD"), ignored: succeeds({ instanceId: filled }) }),
  },
  {
    rule: "v1-prefill-validated-for-page",
    facet: "not-for-api",
    given: [],
    ask: startV1With("age-check-v1", badBirth, { async: true, delivery: "api" }),
    answer: succeeds({ instanceId: filled }),
  },
];
