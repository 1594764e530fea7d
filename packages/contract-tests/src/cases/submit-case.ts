import { answers, by, refused, succeeds } from "./answer.ts";
import { changed, fetchInteraction, fetchState, submit, submitWith } from "./ask.ts";
import type { Case } from "./case.ts";
import { settled, started, submitted, tried } from "./given.ts";
import { documentAndSelfie, hiddenUnder } from "./person.ts";
import { interaction } from "./place.ts";

const success = succeeds({ status: "success" });
const name = { identity: { firstName: "Ada", lastNames: ["Lovelace"] } };
const misplaced = refused("UNEXPECTED_FIELD");
const named = (...names: readonly unknown[]) => ({ participants: names.map((one) => ({ domainElementId: one })) });
const inPieces = hiddenUnder("missing-element", "of-interaction");

/** What a submit must hold, what becomes of it and how it is refused. Spec 2.9, 4.2, 7, 9. */
export const submitCases: readonly Case[] = [
  {
    rule: "domain-element-named",
    given: [started("age-check")],
    ask: submit("DateOfBirth"),
    answer: success,
  },
  {
    rule: "domain-element-named",
    facet: "unknown",
    given: [started("age-check")],
    ask: changed(submit("DateOfBirth"), named("DateOfBirth", "DateOfDeath")),
    answer: by("foreign-element", { refused: refused("FOREIGN_ELEMENT"), ignored: success, kept: success }),
  },
  {
    rule: "domain-element-named",
    facet: "of-a-later-interaction",
    given: [started("identity-check")],
    ask: submit("FullName", "DateOfBirth", "CurrentAddress"),
    answer: by("foreign-element", { refused: refused("FOREIGN_ELEMENT"), ignored: success, kept: success }),
  },
  {
    rule: "domain-element-named",
    facet: "constructor",
    given: [started("age-check")],
    ask: changed(submit("DateOfBirth"), named("DateOfBirth", "constructor")),
    answer: by("foreign-element", { refused: refused("FOREIGN_ELEMENT"), ignored: success, kept: success }),
  },
  {
    rule: "submit-missing-required-refused",
    given: [started("identity-check")],
    ask: submit("FullName", "?DateOfBirth"),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "submit-missing-required-refused",
    facet: "whole-submit",
    given: [
      started("identity-check"),
      tried(
        submit("FullName", "?DateOfBirth"),
        "tried to submit FullName with DateOfBirth but no data for DateOfBirth",
      ),
    ],
    ask: fetchInteraction,
    answer: succeeds(interaction({ required: ["FullName", "DateOfBirth"] })),
  },
  {
    rule: "submit-missing-required-refused",
    facet: "half-a-name",
    given: [started("identity-check")],
    ask: submitWith(["FullName", "DateOfBirth"], { identity: { firstName: "Ada", dateOfBirth: "1990-12-10" } }),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "submit-missing-required-refused",
    facet: "invalid",
    given: [started("identity-check")],
    ask: submit("FullName", "!DateOfBirth"),
    answer: by("required-invalid", { refused: refused("INVALID_FIELD"), outstanding: success }),
  },
  {
    rule: "submit-missing-required-refused",
    facet: "not-named",
    given: [started("identity-check")],
    ask: submit("FullName"),
    answer: by("missing-element", { named: success, "of-interaction": refused("MISSING_FIELD") }),
  },
  {
    rule: "submit-invalid-optional-stripped",
    given: [started("identity-check", "FullName", "DateOfBirth")],
    ask: submit("CurrentAddress", "!SSN"),
    answer: success,
  },
  {
    rule: "submit-invalid-optional-stripped",
    facet: "wrong-type-of-no-element",
    given: [started("age-check")],
    ask: submitWith(["DateOfBirth"], { identity: { dateOfBirth: "1990-12-10" }, accounts: [{ iban: 7 }] }),
    answer: by("subject-validation", { whole: refused("INVALID_FIELD"), elements: success }),
  },
  {
    rule: "submit-invalid-optional-stripped",
    facet: "element-not-named",
    given: [started("identity-check")],
    ask: submitWith(["FullName", "DateOfBirth"], {
      identity: { ...name.identity, dateOfBirth: "1990-12-10", idNumbers: [{ type: "ssn", idNumber: 7 }] },
    }),
    answer: success,
  },
  {
    rule: "submit-missing-required-refused",
    facet: "empty-text",
    given: [started("age-check")],
    ask: submitWith(["DateOfBirth"], { identity: { dateOfBirth: "" } }),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "submit-invalid-optional-stripped",
    facet: "alone",
    given: [started("identity-check", "FullName", "DateOfBirth", "CurrentAddress")],
    ask: submit("!SSN"),
    answer: by("all-elements-invalid", { success, conflict: answers(409) }),
    hidden: hiddenUnder("prefill-covers", "required"),
  },
  {
    rule: "submit-invalid-optional-stripped",
    facet: "alone-at-first",
    given: [started("identity-check", "FullName", "DateOfBirth")],
    ask: submit("!SSN"),
    answer: by("all-elements-invalid", {
      success: by("missing-element", { named: success, "of-interaction": refused("MISSING_FIELD") }),
      conflict: answers(409),
    }),
  },
  {
    rule: "submit-invalid-optional-stripped",
    facet: "nothing-kept",
    given: [
      started("identity-check", "FullName", "DateOfBirth"),
      tried(submit("!SSN"), "tried to submit an invalid SSN"),
    ],
    ask: fetchInteraction,
    answer: succeeds(interaction({ required: ["CurrentAddress"], optional: ["SSN"] })),
  },
  {
    rule: "submit-invalid-optional-stripped",
    facet: "without-data",
    given: [started("identity-check", "FullName", "DateOfBirth")],
    ask: submit("CurrentAddress", "?SSN"),
    answer: by("optional-absent", { stripped: success, refused: refused("MISSING_FIELD") }),
  },
  {
    rule: "submit-duplicate-refused",
    given: [started("identity-check"), submitted("FullName")],
    ask: submit("FullName", "DateOfBirth"),
    answer: by("duplicate-element", { refused: refused("DUPLICATE_ELEMENT"), replaces: success }),
    hidden: inPieces,
  },
  {
    rule: "submit-duplicate-refused",
    facet: "nothing-kept",
    given: [
      started("identity-check"),
      submitted("FullName"),
      tried(submit("FullName", "DateOfBirth"), "tried to submit FullName again with DateOfBirth"),
    ],
    ask: fetchInteraction,
    answer: by("duplicate-element", {
      refused: succeeds(interaction({ required: ["FullName", "DateOfBirth"], given: ["FullName"] })),
      replaces: succeeds(interaction({ required: ["CurrentAddress"], optional: ["SSN"] })),
    }),
    hidden: inPieces,
  },
  {
    rule: "submit-duplicate-refused",
    facet: "prefilled",
    given: [started("identity-check", "FullName")],
    ask: submit("FullName", "DateOfBirth"),
    answer: by("duplicate-prefilled", { refused: refused("DUPLICATE_ELEMENT"), replaces: success }),
  },
  {
    rule: "submit-duplicate-refused",
    facet: "twice-in-one",
    given: [started("age-check")],
    ask: changed(submit("DateOfBirth"), named("DateOfBirth", "DateOfBirth")),
    answer: by("duplicate-element", { refused: refused("DUPLICATE_ELEMENT"), replaces: success }),
  },
  {
    rule: "submit-documents-inside-subject",
    facet: "documents",
    given: [started("age-check")],
    ask: changed(submit("DateOfBirth"), { documents: [] }),
    answer: misplaced,
  },
  {
    rule: "submit-documents-inside-subject",
    facet: "biometrics",
    given: [started("age-check")],
    ask: changed(submit("DateOfBirth"), { biometrics: [{}] }),
    answer: misplaced,
  },
  {
    rule: "submit-documents-inside-subject",
    facet: "in-context",
    given: [started("age-check")],
    ask: changed(submit("DateOfBirth"), {
      context: { subject: { identity: { dateOfBirth: "1990-12-10" } }, documents: [] },
    }),
    answer: misplaced,
  },
  {
    rule: "submit-no-intent",
    given: [started("identity-check")],
    ask: submitWith(["FullName", "DateOfBirth"], { identity: { ...name.identity, dateOfBirth: "1990-12-10" } }),
    answer: success,
  },
  {
    rule: "submit-no-intent",
    facet: "ignored",
    given: [started("age-check")],
    ask: changed(submit("DateOfBirth"), { intent: "Complete" }),
    answer: by("extra-members", { ignored: success, refused: refused("UNEXPECTED_FIELD") }),
  },
  {
    rule: "submit-four-error-variants",
    facet: "400",
    given: [started("age-check")],
    ask: submit("?DateOfBirth"),
    answer: answers(400),
  },
  {
    rule: "submit-four-error-variants",
    facet: "401",
    given: [started("age-check")],
    ask: { ...submit("DateOfBirth"), authorization: "Bearer nonsense" },
    answer: answers(401),
  },
  {
    rule: "submit-four-error-variants",
    facet: "403",
    given: [started("age-check")],
    ask: { ...changed(submit("DateOfBirth"), { interactionId: "any" }), client: "reader" },
    answer: refused("MISSING_PERMISSION"),
    hidden: hiddenUnder("interaction-token", "end-user"),
  },
  {
    rule: "submit-four-error-variants",
    facet: "409",
    given: [started("age-check", "DateOfBirth"), settled],
    ask: changed(submit("DateOfBirth"), { interactionId: "any" }),
    answer: refused("JOURNEY_NOT_ACTIVE"),
  },
  {
    rule: "end-interaction-reached",
    facet: "nothing-more",
    given: [
      started("document-and-selfie", ...documentAndSelfie),
      settled,
      tried(changed(submit("Selfie"), { interactionId: "any" }), "tried a submit"),
    ],
    ask: fetchState,
    answer: succeeds({ status: "Completed" }),
  },
];
