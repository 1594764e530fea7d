import { type ApiVersion, startRequest } from "../../service/journey.ts";
import { failureOf } from "../../service/readings.ts";
import { finishedWith, flowAt, inReview, interaction, newInstance, processing, referred, stateWith } from "./bodies.ts";
import type { CaseTable } from "./case.ts";
import { by, refused, responds, succeeds } from "./expectations.ts";
import { armed, later, settled, started, startedWith, submitted } from "./given.ts";
import { interactionAfter, post, refuses, resource, startOf, stateAfter, stateV1After, subjectOf } from "./requests.ts";
import {
  documentAndSelfie,
  halfBroken,
  halfDone,
  identity,
  livenessAsksAgain,
  livenessFails,
  mixedResults,
  ownOutcome,
  tenSeconds,
} from "./scenarios.ts";
import { absent, distinct, filled, other, repeatedEntry } from "./shape.ts";

const documentNext = interaction({ required: ["PrimaryDocument"] });

const startOn = (apiVersion: ApiVersion, journey: string) => startRequest(apiVersion, resource(journey), subjectOf());

/** Cases about journeys, modules, API versions and outcomes. Spec 1. */
export const serviceCases: CaseTable = {
  "journey-instance-own-id": {
    given: [started("age-check")],
    request: startOf("age-check"),
    response: { instanceId: other("$instance") },
  },
  "module-variants": stateV1After(
    [started("kit-variants-v1", "DateOfBirth"), settled],
    succeeds((profile) => ({
      [`${flowAt(profile)}.data-verification-v1`]: filled,
      [`${flowAt(profile)}.data-verification-us-v1`]: filled,
    })),
  ),
  "module-variants/own-v1": stateV1After(
    [started("kit-screened-v1", "DateOfBirth"), settled],
    succeeds((profile) => ({
      [`${flowAt(profile)}.aml-global.result.outcome`]: "No Hit",
      [`${flowAt(profile)}.aml-global.result.advice.hits`]: 0,
    })),
  ),
  "module-variants/own-v2": stateAfter(
    [started("kit-screened", "DateOfBirth"), settled],
    stateWith({
      "steps[0].name": "AML Screening",
      "steps[0].advice.outcome": "No Hit",
    }),
  ),
  "evaluation-decides-outcome/accept": stateAfter(
    [started("age-check", "DateOfBirth"), settled],
    finishedWith("accept"),
  ),
  "evaluation-decides-outcome/reject": stateAfter(
    [startedWith("age-check", { identity: { dateOfBirth: "2020-02-29" } }), settled],
    finishedWith("reject"),
  ),
  "evaluation-decides-outcome/refer": stateAfter(
    [armed("referred"), started("age-check", "DateOfBirth"), settled],
    referred,
  ),
  "evaluation-decides-outcome/one-of-many-rejects": stateAfter(
    [armed("face-differs"), started("document-and-selfie", ...documentAndSelfie), settled],
    finishedWith("reject"),
    {
      hidden: (profile) =>
        profile["module-retry"] === "recollect"
          ? "under module-retry=recollect, the service asks for the selfie again"
          : undefined,
    },
  ),
  "evaluation-decides-outcome/own-outcome": stateAfter(
    [armed(ownOutcome), started("age-check", "DateOfBirth"), settled],
    referred,
  ),
  "evaluation-decides-outcome/asks-again": interactionAfter(
    [armed(livenessAsksAgain), started("document-and-selfie", ...documentAndSelfie), settled],
    interaction({ required: ["Selfie"] }),
  ),
  "caller-supplies-subject": stateAfter(
    [started("identity-check", "FullName", "DateOfBirth"), submitted("CurrentAddress", "SSN"), settled],
    finishedWith("accept", {
      "context.subject.identity.lastNames": ["Lovelace"],
      "context.subject.identity.currentAddress.postalCode": "SW1Y 4JH",
    }),
  ),
  "progress-by-polling/before": stateAfter([started("age-check")], { status: "InProgress" }),
  "progress-by-polling/after": stateAfter([started("age-check"), submitted("DateOfBirth"), settled], {
    status: "Completed",
  }),
  "segment-modules-parallel": interactionAfter(
    [armed(tenSeconds), started("full-kyc", ...identity), later(10_000)],
    documentNext,
  ),
  "segment-advances-when-all-finished": interactionAfter(
    [armed(halfDone), started("full-kyc", ...identity)],
    by("interaction-waits-for-modules", { waits: processing, "at-once": documentNext }),
  ),
  "segment-advances-when-all-finished/state": stateAfter([armed(halfDone), started("full-kyc", ...identity)], {
    status: "InProgress",
  }),
  "segment-advances-when-all-finished/broken": stateAfter(
    [armed(halfBroken), started("full-kyc", ...identity)],
    by("parallel-failure", {
      "at-once": succeeds((profile) => ({ status: failureOf(profile, "v2State") })),
      "after-all": { status: "InProgress" },
    }),
  ),
  "segment-advances-when-all-finished/broken-then-finished": stateAfter(
    [armed(halfBroken), started("full-kyc", ...identity), settled],
    succeeds((profile) => ({ status: failureOf(profile, "v2State") })),
  ),
  "resource-id-identifies-journey": stateAfter([started("age-check")], {
    "context.process.journey.id": "$resource:age-check",
  }),
  "environment-own-resource-id": { request: startOf("age-check-preview"), response: newInstance },
  "v2-selected-customers": refuses({ ...startOf("age-check"), client: "withoutV2" }, "V2_NOT_ENABLED"),
  "v2-selected-customers/v1-stays-open": {
    request: { ...startOf("age-check-v1"), client: "withoutV2" },
    response: newInstance,
  },
  "generations-incompatible/v2-journey-on-v1": refuses(startOn("v1", "age-check"), "INCOMPATIBLE_JOURNEY"),
  "generations-incompatible/v1-journey-on-v2": refuses(startOn("v2", "identity-check-v1"), "INCOMPATIBLE_JOURNEY"),
  "v2-needs-interaction-nodes": refuses(startOn("v2", "age-check-v1"), "INCOMPATIBLE_JOURNEY"),
  "v2-refuses-v1-variants": refuses(startOn("v2", "document-and-selfie-v1"), "INCOMPATIBLE_JOURNEY"),
  "generations-separate-state/v1-instance-on-v2": stateAfter([started("age-check-v1")], refused("UNKNOWN_INSTANCE")),
  "generations-separate-state/v2-instance-on-v1": {
    given: [started("age-check")],
    request: post("v1.fetchState", { instanceId: "$instance" }),
    response: refused("UNKNOWN_INSTANCE"),
  },
  "evaluation-decides-outcome/after-each-segment": stateAfter(
    [armed("rejected"), started("document-and-selfie", "FullName", "DateOfBirth"), settled],
    by("evaluation-timing", { "every-segment": finishedWith("reject"), "at-end": { status: "InProgress" } }),
  ),
  "evaluation-decides-outcome/refer-in-the-first-segment": interactionAfter(
    [armed("referred"), started("document-and-selfie", "FullName", "DateOfBirth"), settled],
    by("refer-between-segments", {
      continues: { interactionId: filled, outstanding: filled },
      ends: by("refer-ends-journey", {
        yes: by("interaction-after-end", { "end-interaction": { outstanding: [] }, conflict: responds(409) }),
        no: inReview,
      }),
    }),
  ),
  "evaluation-decides-outcome/mixed-results": stateAfter(
    [
      armed(mixedResults),
      started("onboarding", "FullName", "DateOfBirth", "PrimaryDocument", "SSN", "CurrentAddress"),
      settled,
    ],
    by("mixed-results", { "reject-wins": finishedWith("reject"), "refer-wins": referred }),
  ),
  "evaluation-decides-outcome/module-retry": stateAfter(
    [armed(livenessFails), started("document-and-selfie", ...documentAndSelfie), settled],
    by("module-retry", {
      never: stateWith({ status: "Completed", "steps[*].name": distinct }),
      automatic: stateWith({ status: "Completed", "steps[*].name": repeatedEntry }),
      recollect: { status: "InProgress" },
    }),
  ),
  "resource-id-identifies-journey/preview": stateAfter(
    [started("age-check-preview")],
    by("state-journey-id", {
      journey: { "context.process.journey.id": other("$resource:age-check-preview") },
      started: { "context.process.journey.id": "$resource:age-check-preview" },
    }),
  ),
  "caller-supplies-subject/documents": stateAfter(
    [started("document-and-selfie", ...documentAndSelfie), settled],
    by("state-subject", {
      "with-documents": { "context.subject.documents": filled },
      "without-documents": { "context.subject.documents": absent },
    }),
  ),
};
