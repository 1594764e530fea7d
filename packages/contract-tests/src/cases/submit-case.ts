import type { CaseTable } from "./case.ts";
import { by, refused, responds } from "./expectations.ts";
import { interactionAfter, settled, started, stateAfter, submitted, tried } from "./given.ts";
import { interaction } from "./place.ts";
import { changed, submit, submitWith } from "./requests.ts";
import { documentAndSelfie, hiddenUnder } from "./scenarios.ts";

const success = { status: "success" };
const name = { identity: { firstName: "Ada", lastNames: ["Lovelace"] } };
const grace = { identity: { firstName: "Grace", lastNames: ["Lovelace"] } };
const misplaced = refused("UNEXPECTED_FIELD");
const named = (...names: readonly unknown[]) => ({ participants: names.map((one) => ({ domainElementId: one })) });
const inPieces = hiddenUnder("missing-element", "of-interaction");

/** Cases about required elements, duplicates and errors of a submit. Spec 2.9, 4.2, 7, 9. */
export const submitCases: CaseTable = {
  "domain-element-named": { given: [started("age-check")], request: submit("DateOfBirth"), response: success },
  "domain-element-named/unknown": {
    given: [started("age-check")],
    request: changed(submit("DateOfBirth"), named("DateOfBirth", "DateOfDeath")),
    response: by("foreign-element", { refused: refused("FOREIGN_ELEMENT"), ignored: success, kept: success }),
  },
  "domain-element-named/of-a-later-interaction": {
    given: [started("identity-check")],
    request: submit("FullName", "DateOfBirth", "CurrentAddress"),
    response: by("foreign-element", { refused: refused("FOREIGN_ELEMENT"), ignored: success, kept: success }),
  },
  "domain-element-named/constructor": {
    given: [started("age-check")],
    request: changed(submit("DateOfBirth"), named("DateOfBirth", "constructor")),
    response: by("foreign-element", { refused: refused("FOREIGN_ELEMENT"), ignored: success, kept: success }),
  },
  "submit-missing-required-refused": {
    given: [started("identity-check")],
    request: submit("FullName", "?DateOfBirth"),
    response: refused("MISSING_FIELD"),
  },
  "submit-missing-required-refused/whole-submit": interactionAfter(
    [
      started("identity-check"),
      tried(
        submit("FullName", "?DateOfBirth"),
        "tried to submit FullName and DateOfBirth without the data for DateOfBirth",
      ),
    ],
    interaction({ required: ["FullName", "DateOfBirth"] }),
  ),
  "submit-missing-required-refused/half-a-name": {
    given: [started("identity-check")],
    request: submitWith(["FullName", "DateOfBirth"], { identity: { firstName: "Ada", dateOfBirth: "1990-12-10" } }),
    response: refused("MISSING_FIELD"),
  },
  "submit-missing-required-refused/invalid": {
    given: [started("identity-check")],
    request: submit("FullName", "!DateOfBirth"),
    response: by("required-invalid", { refused: refused("INVALID_FIELD"), outstanding: success }),
  },
  "submit-missing-required-refused/not-named": {
    given: [started("identity-check")],
    request: submit("FullName"),
    response: by("missing-element", { named: success, "of-interaction": refused("MISSING_FIELD") }),
  },
  "submit-invalid-optional-stripped": {
    given: [started("identity-check", "FullName", "DateOfBirth")],
    request: submit("CurrentAddress", "!SSN"),
    response: success,
  },
  "submit-invalid-optional-stripped/wrong-type-of-no-element": {
    given: [started("age-check")],
    request: submitWith(["DateOfBirth"], { identity: { dateOfBirth: "1990-12-10" }, accounts: [{ iban: 7 }] }),
    response: by("subject-validation", { whole: refused("INVALID_FIELD"), elements: success }),
  },
  "submit-invalid-optional-stripped/element-not-named": {
    given: [started("identity-check")],
    request: submitWith(["FullName", "DateOfBirth"], {
      identity: { ...name.identity, dateOfBirth: "1990-12-10", idNumbers: [{ type: "ssn", idNumber: 7 }] },
    }),
    response: success,
  },
  "submit-missing-required-refused/empty-text": {
    given: [started("age-check")],
    request: submitWith(["DateOfBirth"], { identity: { dateOfBirth: "" } }),
    response: refused("MISSING_FIELD"),
  },
  "submit-invalid-optional-stripped/alone": {
    given: [started("identity-check", "FullName", "DateOfBirth", "CurrentAddress")],
    request: submit("!SSN"),
    response: by("all-elements-invalid", { success, conflict: responds(409) }),
    hidden: hiddenUnder("prefill-covers", "required"),
  },
  "submit-invalid-optional-stripped/alone-at-first": {
    given: [started("identity-check", "FullName", "DateOfBirth")],
    request: submit("!SSN"),
    response: by("all-elements-invalid", {
      success: by("missing-element", { named: success, "of-interaction": refused("MISSING_FIELD") }),
      conflict: responds(409),
    }),
  },
  "submit-invalid-optional-stripped/nothing-kept": interactionAfter(
    [started("identity-check", "FullName", "DateOfBirth"), tried(submit("!SSN"), "tried to submit an invalid SSN")],
    interaction({ required: ["CurrentAddress"], optional: ["SSN"] }),
  ),
  "submit-invalid-optional-stripped/without-data": {
    given: [started("identity-check", "FullName", "DateOfBirth")],
    request: submit("CurrentAddress", "?SSN"),
    response: by("optional-absent", { stripped: success, refused: refused("MISSING_FIELD") }),
  },
  "submit-duplicate-refused": {
    given: [started("identity-check"), submitted("FullName")],
    request: submit("FullName", "DateOfBirth"),
    response: by("duplicate-element", { refused: refused("DUPLICATE_ELEMENT"), replaces: success }),
    hidden: inPieces,
  },
  "submit-duplicate-refused/nothing-kept": interactionAfter(
    [
      started("identity-check"),
      submitted("FullName"),
      tried(submit("FullName", "DateOfBirth"), "tried to submit FullName again, together with DateOfBirth"),
    ],
    by("duplicate-element", {
      refused: interaction({ required: ["FullName", "DateOfBirth"], given: ["FullName"] }),
      replaces: interaction({ required: ["CurrentAddress"], optional: ["SSN"] }),
    }),
    { hidden: inPieces, uncited: ["duplicate-element"] },
  ),
  "submit-duplicate-refused/prefilled": {
    given: [started("identity-check", "FullName")],
    request: submit("FullName", "DateOfBirth"),
    response: by("duplicate-prefilled", { refused: refused("DUPLICATE_ELEMENT"), replaces: success }),
  },
  "submit-duplicate-refused/twice-in-one": {
    given: [started("age-check")],
    request: changed(submit("DateOfBirth"), named("DateOfBirth", "DateOfBirth")),
    response: by("duplicate-element", { refused: refused("DUPLICATE_ELEMENT"), replaces: success }),
  },
  "submit-documents-inside-subject/documents": {
    given: [started("age-check")],
    request: changed(submit("DateOfBirth"), { documents: [] }),
    response: misplaced,
  },
  "submit-documents-inside-subject/biometrics": {
    given: [started("age-check")],
    request: changed(submit("DateOfBirth"), { biometrics: [{}] }),
    response: misplaced,
  },
  "submit-documents-inside-subject/in-context": {
    given: [started("age-check")],
    request: changed(submit("DateOfBirth"), {
      context: { subject: { identity: { dateOfBirth: "1990-12-10" } }, documents: [] },
    }),
    response: misplaced,
  },
  "submit-no-intent": {
    given: [started("identity-check")],
    request: submitWith(["FullName", "DateOfBirth"], { identity: { ...name.identity, dateOfBirth: "1990-12-10" } }),
    response: success,
  },
  "submit-no-intent/ignored": {
    given: [started("age-check")],
    request: changed(submit("DateOfBirth"), { intent: "Complete" }),
    response: by("extra-members", { ignored: success, refused: refused("UNEXPECTED_FIELD") }),
  },
  "submit-four-error-variants/400": {
    given: [started("age-check")],
    request: submit("?DateOfBirth"),
    response: responds(400),
  },
  "submit-four-error-variants/401": {
    given: [started("age-check")],
    request: { ...submit("DateOfBirth"), authorization: "Bearer nonsense" },
    response: responds(401),
  },
  "submit-four-error-variants/403": {
    given: [started("age-check")],
    request: { ...changed(submit("DateOfBirth"), { interactionId: "any" }), client: "reader" },
    response: refused("MISSING_PERMISSION"),
    hidden: hiddenUnder("interaction-token", "end-user"),
  },
  "submit-four-error-variants/409": {
    given: [started("age-check", "DateOfBirth"), settled],
    request: changed(submit("DateOfBirth"), { interactionId: "any" }),
    response: refused("JOURNEY_NOT_ACTIVE"),
  },
  "end-interaction-reached/nothing-more": stateAfter(
    [
      started("document-and-selfie", ...documentAndSelfie),
      settled,
      tried(changed(submit("Selfie"), { interactionId: "any" }), "tried to submit Selfie"),
    ],
    { status: "Completed" },
  ),
  "domain-element-named/kept-for-later": interactionAfter(
    [
      started("document-and-selfie"),
      tried(
        submit("FullName", "DateOfBirth", "PrimaryDocument"),
        "tried to submit FullName, DateOfBirth and PrimaryDocument",
      ),
      settled,
    ],
    by("foreign-element", {
      refused: interaction({ required: ["FullName", "DateOfBirth"] }),
      ignored: interaction({ required: ["PrimaryDocument"] }),
      kept: interaction({ required: ["Selfie"] }),
    }),
    { uncited: ["foreign-element"] },
  ),
  "submit-missing-required-refused/listed-fields": {
    given: [started("kit-leaves")],
    request: submit("FullName"),
    response: by("element-minimum", { conventional: success, "listed-leaves": refused("MISSING_FIELD") }),
  },
  "submit-duplicate-refused/replaced-value": stateAfter(
    [
      started("identity-check"),
      submitted("FullName"),
      tried(submitWith(["FullName"], grace), "tried to submit the first name Grace"),
      submitted("DateOfBirth"),
      submitted("CurrentAddress", "SSN"),
      settled,
    ],
    by("duplicate-element", {
      refused: { "context.subject.identity.firstName": "Ada" },
      replaces: { "context.subject.identity.firstName": "Grace" },
    }),
    { hidden: inPieces, uncited: ["duplicate-element"] },
  ),
  "submit-duplicate-refused/replaced-prefill": stateAfter(
    [
      started("identity-check", "FullName"),
      tried(submitWith(["FullName"], grace), "tried to submit the first name Grace"),
      submitted("DateOfBirth"),
      submitted("CurrentAddress", "SSN"),
      settled,
    ],
    by("duplicate-prefilled", {
      refused: { "context.subject.identity.firstName": "Ada" },
      replaces: { "context.subject.identity.firstName": "Grace" },
    }),
    { hidden: inPieces, uncited: ["duplicate-prefilled"] },
  ),
};
