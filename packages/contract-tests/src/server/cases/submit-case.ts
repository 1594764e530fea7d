import { adult } from "../../service/sample.ts";
import { interaction, success, unlessLimited } from "./bodies.ts";
import type { CaseRequest, CaseRow, CaseTable } from "./case.ts";
import { by, refused, responds } from "./expectations.ts";
import { noted, settled, started, startedOften, submitted, tried } from "./given.ts";
import { changed, fetchInteraction, interactionAfter, stateAfter, subjectOf, submit, submitWith } from "./requests.ts";
import { documentAndSelfie, hiddenUnder, inPieces } from "./scenarios.ts";

const otherFirstName = { identity: { firstName: "Grace", lastNames: adult.lastNames } };
const misplaced = refused("UNEXPECTED_FIELD");
const withParticipants = (...names: readonly unknown[]) => ({
  participants: names.map((one) => ({ domainElementId: one })),
});

const interactionNoted = noted(
  fetchInteraction,
  { interaction: "interactionId" },
  "saved the id of the interaction as $interaction",
);
const ifForeign = by("foreign-element", { refused: refused("FOREIGN_ELEMENT"), ignored: success, kept: success });
const ifDuplicate = by("duplicate-element", { refused: refused("DUPLICATE_ELEMENT"), replaces: success });
const ifOmitted = by("participants-omitted", { refused: refused("MISSING_FIELD"), "keeps-nothing": success });
const ifUnnamed = by("missing-element", { named: success, "of-interaction": refused("MISSING_FIELD") });

/** A case about a submit to `age-check` in which some members of the body are replaced. */
const changedSubmit = (
  change: Readonly<Record<string, unknown>>,
  response: CaseRow["response"] = refused("MISSING_FIELD"),
): CaseRow => ({ given: [started("age-check")], request: changed(submit("DateOfBirth"), change), response });

/** A case about a submit to the first interaction of `identity-check`. */
const firstSubmit = (request: CaseRequest, response: CaseRow["response"] = success): CaseRow => ({
  given: [started("identity-check")],
  request,
  response,
});

/** Cases about the body, required elements, duplicates and errors of a submit. Spec 2.9, 4.2, 7, 9. */
export const submitCases: CaseTable = {
  "submit-success-body": firstSubmit(submit("FullName", "DateOfBirth")),
  "submit-success-body/too-often": {
    given: [started("age-check"), startedOften],
    request: submit("DateOfBirth"),
    response: unlessLimited(success),
  },
  "submit-instance-id-form/short": changedSubmit({ instanceId: "short" }),
  "submit-instance-id-form/long": changedSubmit({ instanceId: "x".repeat(65) }),
  "submit-instance-id-form/blanks": changedSubmit({ instanceId: "instance 00000001" }),
  "submit-interaction-id-required": changedSubmit({ interactionId: undefined }),
  "submit-interaction-id-required/of-another-interaction": {
    given: [started("identity-check"), interactionNoted, submitted("FullName", "DateOfBirth")],
    request: submit("CurrentAddress", "SSN"),
    response: refused("INTERACTION_NOT_CURRENT"),
  },
  "submit-interaction-id-required/nonsense": changedSubmit(
    { interactionId: "nonsense" },
    refused("INTERACTION_NOT_CURRENT"),
  ),
  "submit-participants-required/absent": changedSubmit({ participants: undefined }, ifOmitted),
  "submit-participants-required/empty": changedSubmit({ participants: [] }, ifOmitted),
  "submit-participants-required/keeps-nothing": interactionAfter(
    [
      started("age-check"),
      tried(changed(submit("DateOfBirth"), { participants: [] }), "tried to submit without participants"),
    ],
    interaction({ required: ["DateOfBirth"] }),
  ),
  "submit-participants-required/object": changedSubmit({ participants: { domainElementId: "DateOfBirth" } }),
  "submit-domain-element-id-required": changedSubmit({ participants: [{}] }),
  "submit-domain-element-id-required/number": changedSubmit(withParticipants(7)),
  "submit-instructions-strings": changedSubmit(
    { participants: [{ domainElementId: "DateOfBirth", instructions: ["take it", "as it is"] }] },
    success,
  ),
  "submit-instructions-strings/numbers": changedSubmit({
    participants: [{ domainElementId: "DateOfBirth", instructions: [1] }],
  }),
  "submit-subject-carries-data": { given: [started("age-check")], request: submit("DateOfBirth"), response: success },
  "submit-subject-carries-data/outside": {
    given: [started("age-check")],
    request: changed(submit("?DateOfBirth"), { identity: { dateOfBirth: "1990-12-10" } }),
    response: refused("MISSING_FIELD"),
  },
  "submit-subject-carries-data/not-named": interactionAfter(
    [
      started("identity-check"),
      tried(
        submitWith(["FullName"], subjectOf("FullName", "DateOfBirth")),
        "tried to submit FullName with the data for FullName and DateOfBirth",
      ),
    ],
    by("unlisted-data", {
      ignored: interaction({ required: ["FullName", "DateOfBirth"], given: ["FullName"] }),
      taken: interaction({ required: ["CurrentAddress"], optional: ["SSN"] }),
    }),
    { hidden: inPieces, uncited: ["unlisted-data"] },
  ),
  "submit-subject-carries-data/required-not-named": firstSubmit(
    submitWith(["FullName"], subjectOf("FullName", "DateOfBirth")),
    by("unlisted-data", { taken: success, ignored: ifUnnamed }),
  ),
  "domain-element-named": { given: [started("age-check")], request: submit("DateOfBirth"), response: success },
  "domain-element-named/unknown": changedSubmit(withParticipants("DateOfBirth", "DateOfDeath"), ifForeign),
  "domain-element-named/of-a-later-interaction": firstSubmit(
    submit("FullName", "DateOfBirth", "CurrentAddress"),
    ifForeign,
  ),
  "domain-element-named/constructor": changedSubmit(withParticipants("DateOfBirth", "constructor"), ifForeign),
  "submit-missing-required-refused": firstSubmit(submit("FullName", "?DateOfBirth"), refused("MISSING_FIELD")),
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
  "submit-missing-required-refused/half-a-name": firstSubmit(
    submitWith(["FullName", "DateOfBirth"], { identity: { firstName: "Ada", dateOfBirth: "1990-12-10" } }),
    refused("MISSING_FIELD"),
  ),
  "submit-missing-required-refused/invalid": firstSubmit(
    submit("FullName", "!DateOfBirth"),
    by("required-invalid", { refused: refused("INVALID_FIELD"), outstanding: success }),
  ),
  "submit-missing-required-refused/not-named": firstSubmit(submit("FullName"), ifUnnamed),
  "submit-invalid-optional-stripped": {
    given: [started("identity-check", "FullName", "DateOfBirth")],
    request: submit("CurrentAddress", "!SSN"),
    response: success,
  },
  "submit-invalid-optional-stripped/wrong-type-of-list": {
    given: [started("identity-check", "FullName", "DateOfBirth")],
    request: submitWith(["CurrentAddress", "SSN"], {
      identity: { currentAddress: { postalCode: "SW1Y 4JH" }, idNumbers: "123-45-6789" },
    }),
    response: success,
  },
  "submit-invalid-optional-stripped/wrong-type-of-no-element": {
    given: [started("age-check")],
    request: submitWith(["DateOfBirth"], { identity: { dateOfBirth: "1990-12-10" }, accounts: [{ iban: 7 }] }),
    response: by("subject-validation", { whole: refused("INVALID_FIELD"), elements: success }),
  },
  "submit-invalid-optional-stripped/element-not-named": firstSubmit(
    submitWith(["FullName", "DateOfBirth"], {
      identity: { ...adult, idNumbers: [{ type: "ssn", idNumber: 7 }] },
    }),
  ),
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
    response: by("all-elements-invalid", { success: ifUnnamed, conflict: responds(409) }),
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
    response: ifDuplicate,
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
  "submit-duplicate-refused/twice-in-one": changedSubmit(withParticipants("DateOfBirth", "DateOfBirth"), ifDuplicate),
  "submit-documents-inside-subject/documents": changedSubmit({ documents: [] }, misplaced),
  "submit-documents-inside-subject/biometrics": changedSubmit({ biometrics: [{}] }, misplaced),
  "submit-documents-inside-subject/in-context": changedSubmit(
    { context: { subject: { identity: { dateOfBirth: "1990-12-10" } }, documents: [] } },
    misplaced,
  ),
  "submit-documents-inside-subject/in-participants": changedSubmit(
    { participants: [{ domainElementId: "DateOfBirth", biometrics: [] }] },
    misplaced,
  ),
  "submit-documents-inside-subject/in-unknown-member": changedSubmit({ subject: { documents: [] } }, misplaced),
  "submit-no-intent": firstSubmit(submitWith(["FullName", "DateOfBirth"], { identity: adult })),
  "submit-no-intent/ignored": changedSubmit(
    { intent: "Complete" },
    by("extra-members", { ignored: success, refused: refused("UNEXPECTED_FIELD") }),
  ),
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
      tried(submitWith(["FullName"], otherFirstName), "tried to submit the first name Grace"),
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
      tried(submitWith(["FullName"], otherFirstName), "tried to submit the first name Grace"),
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
