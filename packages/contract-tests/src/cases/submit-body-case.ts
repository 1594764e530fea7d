import { toSubject } from "../target/sample.ts";
import type { CaseTable } from "./case.ts";
import { by, refused, withHeaders } from "./expectations.ts";
import { interactionAfter, noted, repeated, started, submitted, tried } from "./given.ts";
import { interaction } from "./place.ts";
import { changed, fetchInteraction, startV2, submit, submitWith, toParts } from "./requests.ts";
import { hiddenUnder } from "./scenarios.ts";
import { like } from "./shape.ts";

const success = { status: "success" };
const named = (...names: readonly unknown[]) => ({ participants: names.map((one) => ({ domainElementId: one })) });
const interactionNoted = noted(
  fetchInteraction,
  { interaction: "interactionId" },
  "saved the id of the interaction as $interaction",
);
const inPieces = hiddenUnder("missing-element", "of-interaction");

/** Cases about the members of a submit body. Spec 2.9, 4.2. */
export const submitBodyCases: CaseTable = {
  "submit-success-body": {
    given: [started("identity-check")],
    request: submit("FullName", "DateOfBirth"),
    response: success,
  },
  "submit-success-body/too-often": {
    given: [started("age-check"), repeated(startV2("age-check"), 60, "started 60 instances within a minute")],
    request: submit("DateOfBirth"),
    response: by("rate-limit", {
      none: success,
      limited: withHeaders(refused("RATE_LIMITED"), { "retry-after": like(/^\d+$/) }),
    }),
  },
  "submit-instance-id-form/short": {
    given: [started("age-check")],
    request: changed(submit("DateOfBirth"), { instanceId: "short" }),
    response: refused("MISSING_FIELD"),
  },
  "submit-instance-id-form/long": {
    given: [started("age-check")],
    request: changed(submit("DateOfBirth"), { instanceId: "x".repeat(65) }),
    response: refused("MISSING_FIELD"),
  },
  "submit-instance-id-form/blanks": {
    given: [started("age-check")],
    request: changed(submit("DateOfBirth"), { instanceId: "instance 00000001" }),
    response: refused("MISSING_FIELD"),
  },
  "submit-interaction-id-required": {
    given: [started("age-check")],
    request: changed(submit("DateOfBirth"), { interactionId: undefined }),
    response: refused("MISSING_FIELD"),
  },
  "submit-interaction-id-required/of-another-interaction": {
    given: [started("identity-check"), interactionNoted, submitted("FullName", "DateOfBirth")],
    request: submit("CurrentAddress", "SSN"),
    response: refused("INTERACTION_NOT_CURRENT"),
  },
  "submit-interaction-id-required/nonsense": {
    given: [started("age-check")],
    request: changed(submit("DateOfBirth"), { interactionId: "nonsense" }),
    response: refused("INTERACTION_NOT_CURRENT"),
  },
  "submit-participants-required/absent": {
    given: [started("age-check")],
    request: changed(submit("DateOfBirth"), { participants: undefined }),
    response: by("participants-omitted", { refused: refused("MISSING_FIELD"), "keeps-nothing": success }),
  },
  "submit-participants-required/empty": {
    given: [started("age-check")],
    request: changed(submit("DateOfBirth"), { participants: [] }),
    response: by("participants-omitted", { refused: refused("MISSING_FIELD"), "keeps-nothing": success }),
  },
  "submit-participants-required/keeps-nothing": interactionAfter(
    [
      started("age-check"),
      tried(changed(submit("DateOfBirth"), { participants: [] }), "tried to submit without participants"),
    ],
    interaction({ required: ["DateOfBirth"] }),
  ),
  "submit-participants-required/object": {
    given: [started("age-check")],
    request: changed(submit("DateOfBirth"), { participants: { domainElementId: "DateOfBirth" } }),
    response: refused("MISSING_FIELD"),
  },
  "submit-domain-element-id-required": {
    given: [started("age-check")],
    request: changed(submit("DateOfBirth"), { participants: [{}] }),
    response: refused("MISSING_FIELD"),
  },
  "submit-domain-element-id-required/number": {
    given: [started("age-check")],
    request: changed(submit("DateOfBirth"), named(7)),
    response: refused("MISSING_FIELD"),
  },
  "submit-instructions-strings": {
    given: [started("age-check")],
    request: changed(submit("DateOfBirth"), {
      participants: [{ domainElementId: "DateOfBirth", instructions: ["take it", "as it is"] }],
    }),
    response: success,
  },
  "submit-instructions-strings/numbers": {
    given: [started("age-check")],
    request: changed(submit("DateOfBirth"), { participants: [{ domainElementId: "DateOfBirth", instructions: [1] }] }),
    response: refused("MISSING_FIELD"),
  },
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
        submitWith(["FullName"], toSubject(toParts(["FullName", "DateOfBirth"]))),
        "tried to submit FullName with the data for FullName and DateOfBirth",
      ),
    ],
    by("unlisted-data", {
      ignored: interaction({ required: ["FullName", "DateOfBirth"], given: ["FullName"] }),
      taken: interaction({ required: ["CurrentAddress"], optional: ["SSN"] }),
    }),
    { hidden: inPieces, uncited: ["unlisted-data"] },
  ),
  "submit-subject-carries-data/required-not-named": {
    given: [started("identity-check")],
    request: submitWith(["FullName"], toSubject(toParts(["FullName", "DateOfBirth"]))),
    response: by("unlisted-data", {
      taken: success,
      ignored: by("missing-element", { named: success, "of-interaction": refused("MISSING_FIELD") }),
    }),
  },
};
