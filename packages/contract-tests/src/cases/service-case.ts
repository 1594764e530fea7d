import type { CaseTable } from "./case.ts";
import { by, refused, succeeds } from "./expectations.ts";
import { armed, later, settled, started, startedV1, startedWith, submitted } from "./given.ts";
import { finishedWith, flowAt, interaction, processing, referred } from "./place.ts";
import { fetchInteraction, fetchState, fetchStateV1, post, startV1, startV2 } from "./requests.ts";
import { documentAndSelfie, halfDone, identity, lifeless, livenessFails, ownOutcome, tenSeconds } from "./scenarios.ts";
import { absent, distinct, filled, other, repeatedEntry } from "./shape.ts";

const documentNext = interaction({ required: ["PrimaryDocument"] });

/** Cases about journeys, modules, generations and outcomes. Spec 1. */
export const serviceCases: CaseTable = {
  "journey-instance-own-id": {
    given: [started("age-check")],
    request: startV2("age-check"),
    response: succeeds({ instanceId: other("$instance") }),
  },
  "module-variants": {
    given: [startedV1("kit-variants-v1", "DateOfBirth"), settled],
    request: fetchStateV1,
    response: succeeds((profile) => ({
      [`${flowAt(profile)}.data-verification-v1`]: filled,
      [`${flowAt(profile)}.data-verification-us-v1`]: filled,
    })),
  },
  "module-variants/own-v1": {
    given: [startedV1("kit-screened-v1", "DateOfBirth"), settled],
    request: fetchStateV1,
    response: succeeds((profile) => ({
      [`${flowAt(profile)}.aml-global.result.outcome`]: "No Hit",
      [`${flowAt(profile)}.aml-global.result.advice.hits`]: 0,
    })),
  },
  "module-variants/own-v2": {
    given: [started("kit-screened", "DateOfBirth"), settled],
    request: fetchState,
    response: succeeds({
      "context.process.steps[0].name": "AML Screening",
      "context.process.steps[0].advice.outcome": "No Hit",
    }),
  },
  "evaluation-decides-outcome/accept": {
    given: [started("age-check", "DateOfBirth"), settled],
    request: fetchState,
    response: succeeds(finishedWith("accept")),
  },
  "evaluation-decides-outcome/reject": {
    given: [startedWith("age-check", { identity: { dateOfBirth: "2020-02-29" } }), settled],
    request: fetchState,
    response: succeeds(finishedWith("reject")),
  },
  "evaluation-decides-outcome/refer": {
    given: [armed("referred"), started("age-check", "DateOfBirth"), settled],
    request: fetchState,
    response: succeeds(referred),
  },
  "evaluation-decides-outcome/one-of-many-rejects": {
    given: [
      armed("face-differs"),
      started("document-and-selfie", "FullName", "DateOfBirth", "PrimaryDocument", "Selfie"),
      settled,
    ],
    request: fetchState,
    response: succeeds(finishedWith("reject")),
    hidden: (profile) =>
      profile["module-retry"] === "recollect"
        ? "under module-retry=recollect, the service asks for the selfie again"
        : undefined,
  },
  "evaluation-decides-outcome/own-outcome": {
    given: [armed(ownOutcome), started("age-check", "DateOfBirth"), settled],
    request: fetchState,
    response: succeeds(referred),
  },
  "evaluation-decides-outcome/asks-again": {
    given: [
      armed(lifeless),
      started("document-and-selfie", "FullName", "DateOfBirth", "PrimaryDocument", "Selfie"),
      settled,
    ],
    request: fetchInteraction,
    response: succeeds(interaction({ required: ["Selfie"] })),
  },
  "caller-supplies-subject": {
    given: [started("identity-check", "FullName", "DateOfBirth"), submitted("CurrentAddress", "SSN"), settled],
    request: fetchState,
    response: succeeds((profile) => ({
      ...finishedWith("accept")(profile),
      "context.subject.identity.lastNames": ["Lovelace"],
      "context.subject.identity.currentAddress.postalCode": "SW1Y 4JH",
    })),
  },
  "progress-by-polling/before": {
    given: [started("age-check")],
    request: fetchState,
    response: succeeds({ status: "InProgress" }),
  },
  "progress-by-polling/after": {
    given: [started("age-check"), submitted("DateOfBirth"), settled],
    request: fetchState,
    response: succeeds({ status: "Completed" }),
  },
  "segment-modules-parallel": {
    given: [armed(tenSeconds), started("full-kyc", ...identity), later(10_000)],
    request: fetchInteraction,
    response: succeeds(documentNext),
  },
  "segment-advances-when-all-finished": {
    given: [armed(halfDone), started("full-kyc", ...identity)],
    request: fetchInteraction,
    response: by("interaction-waits-for-modules", { waits: processing, "at-once": succeeds(documentNext) }),
  },
  "segment-advances-when-all-finished/state": {
    given: [armed(halfDone), started("full-kyc", ...identity)],
    request: fetchState,
    response: succeeds({ status: "InProgress" }),
  },
  "resource-id-identifies-journey": {
    given: [started("age-check")],
    request: fetchState,
    response: succeeds({ "context.process.journey.id": "$resource:age-check" }),
  },
  "environment-own-resource-id": { request: startV2("age-check-preview"), response: succeeds({ instanceId: filled }) },
  "v2-selected-customers": {
    request: { ...startV2("age-check"), client: "withoutV2" },
    response: refused("V2_NOT_ENABLED"),
  },
  "v2-selected-customers/v1-stays-open": {
    request: { ...startV1("age-check-v1"), client: "withoutV2" },
    response: succeeds({ instanceId: filled }),
  },
  "generations-incompatible/v2-journey-on-v1": {
    request: startV1("age-check"),
    response: refused("INCOMPATIBLE_JOURNEY"),
  },
  "generations-incompatible/v1-journey-on-v2": {
    request: startV2("identity-check-v1"),
    response: refused("INCOMPATIBLE_JOURNEY"),
  },
  "v2-needs-interaction-nodes": { request: startV2("age-check-v1"), response: refused("INCOMPATIBLE_JOURNEY") },
  "v2-refuses-v1-variants": { request: startV2("document-and-selfie-v1"), response: refused("INCOMPATIBLE_JOURNEY") },
  "generations-separate-state/v1-instance-on-v2": {
    given: [startedV1("age-check-v1")],
    request: fetchState,
    response: refused("UNKNOWN_INSTANCE"),
  },
  "generations-separate-state/v2-instance-on-v1": {
    given: [started("age-check")],
    request: post("v1.fetchState", { instanceId: "$instance" }),
    response: refused("UNKNOWN_INSTANCE"),
  },
  "evaluation-decides-outcome/after-each-segment": {
    given: [armed("rejected"), started("document-and-selfie", "FullName", "DateOfBirth"), settled],
    request: fetchState,
    response: by("evaluation-timing", {
      "every-segment": succeeds(finishedWith("reject")),
      "at-end": succeeds({ status: "InProgress" }),
    }),
  },
  "evaluation-decides-outcome/module-retry": {
    given: [armed(livenessFails), started("document-and-selfie", ...documentAndSelfie), settled],
    request: fetchState,
    response: by("module-retry", {
      never: succeeds({ status: "Completed", "context.process.steps[*].name": distinct }),
      automatic: succeeds({ status: "Completed", "context.process.steps[*].name": repeatedEntry }),
      recollect: succeeds({ status: "InProgress" }),
    }),
  },
  "resource-id-identifies-journey/preview": {
    given: [started("age-check-preview")],
    request: fetchState,
    response: by("state-journey-id", {
      journey: succeeds({ "context.process.journey.id": other("$resource:age-check-preview") }),
      started: succeeds({ "context.process.journey.id": "$resource:age-check-preview" }),
    }),
  },
  "caller-supplies-subject/documents": {
    given: [started("document-and-selfie", ...documentAndSelfie), settled],
    request: fetchState,
    response: by("state-subject", {
      "with-documents": succeeds({ "context.subject.documents": filled }),
      "without-documents": succeeds({ "context.subject.documents": absent }),
    }),
  },
};
