import { toSubject } from "../target/sample.ts";
import type { CaseTable } from "./case.ts";
import { by, refused } from "./expectations.ts";
import { settled, startedWith, stateAfter } from "./given.ts";
import { finishedWith } from "./place.ts";
import { startV1With, startWith } from "./requests.ts";
import { filled } from "./shape.ts";

const birth = { identity: { dateOfBirth: "1990-12-10" } };
const badBirth = { identity: { dateOfBirth: "10.12.1990" } };
const page = { delivery: "page" };
const invalidPrefill = by("invalid-prefill", { refused: refused("MISSING_FIELD"), stripped: refused("MISSING_FIELD") });

/** The expected response to a value of the wrong type in a member that no element of the journey uses. */
const wholeSubject = by("subject-validation", { whole: refused("WRONG_VALUE"), elements: { instanceId: filled } });

/** Cases about prefill. Spec 2.5, 2.8, 4.2. */
export const prefillCases: CaseTable = {
  "subject-members": {
    request: startWith("age-check", {
      ...birth,
      entities: [{ type: "primary", name: "Analytical Engines Ltd", headcount: 2, isNonProfit: false }],
      documents: [],
      biometrics: [],
      sessions: [{ id: "s-1", provider: "bank", auth: [{ scope: "openid" }] }],
      consent: [{ id: "c-1", purpose: "identity" }],
      accounts: [{ type: "current", iban: "GB33BUKB20201555555555" }],
      uid: "customer-1",
    }),
    response: { instanceId: filled },
  },
  "subject-members/wrong-type-of-no-element": {
    request: startWith("age-check", { ...birth, accounts: [{ iban: 7 }] }),
    response: wholeSubject,
  },
  "subject-members/wrong-container": {
    request: startWith("age-check", { identity: [birth.identity] }),
    response: wholeSubject,
  },
  "subject-members/null": {
    request: startWith("age-check", { identity: { dateOfBirth: null } }),
    response: by("null-values", { refused: refused("WRONG_VALUE"), absent: { instanceId: filled } }),
  },
  "subject-members/empty": {
    request: startWith("age-check", { identity: { dateOfBirth: "", lastNames: [], currentAddress: {} }, entities: [] }),
    response: { instanceId: filled },
  },
  "subject-uid-no-effect": stateAfter(
    [startedWith("age-check", { ...birth, uid: "customer-2" }), settled],
    finishedWith("accept"),
  ),
  "date-of-birth-form": { request: startWith("age-check", birth), response: { instanceId: filled } },
  "date-of-birth-form/dots": { request: startWith("age-check", badBirth), response: invalidPrefill },
  "date-of-birth-form/thirteenth-month": {
    request: startWith("age-check", { identity: { dateOfBirth: "1990-13-10" } }),
    response: invalidPrefill,
  },
  "date-of-birth-form/no-leap-year": {
    request: startWith("age-check", { identity: { dateOfBirth: "2025-02-29" } }),
    response: invalidPrefill,
  },
  "date-of-birth-form/number": {
    request: startWith("age-check", { identity: { dateOfBirth: 19_901_210 } }),
    response: invalidPrefill,
  },
  "start-interaction-validates-prefill": { request: startWith("age-check", badBirth), response: invalidPrefill },
  "start-interaction-validates-prefill/optional-element": {
    request: startWith("identity-check", toSubject([{ element: "SSN", kind: "invalid" }])),
    response: by("invalid-prefill", { refused: refused("MISSING_FIELD"), stripped: { instanceId: filled } }),
  },
  "v2-prefill-validated/api": { request: startWith("age-check", badBirth), response: invalidPrefill },
  "v2-prefill-validated/page": { request: startWith("age-check", badBirth, page), response: invalidPrefill },
  "v1-prefill-validated-for-page": {
    request: startV1With("age-check-v1", badBirth, { async: true, delivery: "page" }),
    response: by("v1-delivery", { optional: refused("MISSING_FIELD"), ignored: { instanceId: filled } }),
  },
  "v1-prefill-validated-for-page/not-for-api": {
    request: startV1With("age-check-v1", badBirth, { async: true, delivery: "api" }),
    response: { instanceId: filled },
  },
  "subject-members/country-in-small-letters": {
    request: startWith("identity-check", { identity: { currentAddress: { postalCode: "SW1Y 4JH", country: "gb" } } }),
    response: by("required-fields", { "element-minimum": { instanceId: filled }, strict: refused("INVALID_FIELD") }),
  },
  "subject-members/50-documents": {
    request: startWith("age-check", { documents: Array.from({ length: 50 }, () => ({})) }),
    response: by("array-limits", { none: { instanceId: filled }, fifty: { instanceId: filled } }),
    uncited: ["array-limits"],
  },
  "subject-members/51-documents": {
    request: startWith("age-check", { documents: Array.from({ length: 51 }, () => ({})) }),
    response: by("array-limits", { none: { instanceId: filled }, fifty: refused("WRONG_VALUE") }),
  },
};
