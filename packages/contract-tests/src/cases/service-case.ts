import { by, refused, succeeds } from "./answer.ts";
import { fetchInteraction, fetchState, fetchStateV1, post, startV1, startV2 } from "./ask.ts";
import type { Case } from "./case.ts";
import { armed, later, settled, started, startedV1, startedWith, submitted } from "./given.ts";
import { halfDone, identity, lifeless, ownOutcome, tenSeconds } from "./person.ts";
import { finishedWith, flowAt, interaction, processing, referred } from "./place.ts";
import { filled, other } from "./shape.ts";

const documentNext = interaction({ required: ["PrimaryDocument"] });

/** What the service does and what it runs. Spec 1. */
export const serviceCases: readonly Case[] = [
  {
    rule: "journey-instance-own-id",
    given: [started("age-check")],
    ask: startV2("age-check"),
    answer: succeeds({ instanceId: other("$instance") }),
  },
  {
    rule: "module-variants",
    given: [startedV1("kit-variants-v1", "DateOfBirth"), settled],
    ask: fetchStateV1,
    answer: succeeds((profile) => ({
      [`${flowAt(profile)}.data-verification-v1`]: filled,
      [`${flowAt(profile)}.data-verification-us-v1`]: filled,
    })),
  },
  {
    rule: "module-variants",
    facet: "own-v1",
    given: [startedV1("kit-screened-v1", "DateOfBirth"), settled],
    ask: fetchStateV1,
    answer: succeeds((profile) => ({
      [`${flowAt(profile)}.aml-global.result.outcome`]: "No Hit",
      [`${flowAt(profile)}.aml-global.result.advice.hits`]: 0,
    })),
  },
  {
    rule: "module-variants",
    facet: "own-v2",
    given: [started("kit-screened", "DateOfBirth"), settled],
    ask: fetchState,
    answer: succeeds({
      "context.process.steps[0].name": "AML Screening",
      "context.process.steps[0].advice.outcome": "No Hit",
    }),
  },
  {
    rule: "evaluation-decides-outcome",
    facet: "accept",
    given: [started("age-check", "DateOfBirth"), settled],
    ask: fetchState,
    answer: succeeds(finishedWith("accept")),
  },
  {
    rule: "evaluation-decides-outcome",
    facet: "reject",
    given: [startedWith("age-check", { identity: { dateOfBirth: "2020-02-29" } }), settled],
    ask: fetchState,
    answer: succeeds(finishedWith("reject")),
  },
  {
    rule: "evaluation-decides-outcome",
    facet: "refer",
    given: [armed("referred"), started("age-check", "DateOfBirth"), settled],
    ask: fetchState,
    answer: succeeds(referred),
  },
  {
    rule: "evaluation-decides-outcome",
    facet: "one-of-many-rejects",
    given: [
      armed("face-differs"),
      started("document-and-selfie", "FullName", "DateOfBirth", "PrimaryDocument", "Selfie"),
      settled,
    ],
    ask: fetchState,
    answer: succeeds(finishedWith("reject")),
    hidden: (profile) =>
      profile["module-retry"] === "recollect"
        ? "under module-retry=recollect, the service asks for the selfie again"
        : undefined,
  },
  {
    rule: "evaluation-decides-outcome",
    facet: "own-outcome",
    given: [armed(ownOutcome), started("age-check", "DateOfBirth"), settled],
    ask: fetchState,
    answer: succeeds(referred),
  },
  {
    rule: "evaluation-decides-outcome",
    facet: "asks-again",
    given: [
      armed(lifeless),
      started("document-and-selfie", "FullName", "DateOfBirth", "PrimaryDocument", "Selfie"),
      settled,
    ],
    ask: fetchInteraction,
    answer: succeeds(interaction({ required: ["Selfie"] })),
  },
  {
    rule: "caller-supplies-subject",
    given: [started("identity-check", "FullName", "DateOfBirth"), submitted("CurrentAddress", "SSN"), settled],
    ask: fetchState,
    answer: succeeds((profile) => ({
      ...finishedWith("accept")(profile),
      "context.subject.identity.lastNames": ["Lovelace"],
      "context.subject.identity.currentAddress.postalCode": "SW1Y 4JH",
    })),
  },
  {
    rule: "progress-by-polling",
    facet: "before",
    given: [started("age-check")],
    ask: fetchState,
    answer: succeeds({ status: "InProgress" }),
  },
  {
    rule: "progress-by-polling",
    facet: "after",
    given: [started("age-check"), submitted("DateOfBirth"), settled],
    ask: fetchState,
    answer: succeeds({ status: "Completed" }),
  },
  {
    rule: "segment-modules-parallel",
    given: [armed(tenSeconds), started("full-kyc", ...identity), later(10_000)],
    ask: fetchInteraction,
    answer: succeeds(documentNext),
  },
  {
    rule: "segment-advances-when-all-finished",
    given: [armed(halfDone), started("full-kyc", ...identity)],
    ask: fetchInteraction,
    answer: by("interaction-waits-for-modules", { waits: processing, "at-once": succeeds(documentNext) }),
  },
  {
    rule: "segment-advances-when-all-finished",
    facet: "state",
    given: [armed(halfDone), started("full-kyc", ...identity)],
    ask: fetchState,
    answer: succeeds({ status: "InProgress" }),
  },
  {
    rule: "resource-id-identifies-journey",
    given: [started("age-check")],
    ask: fetchState,
    answer: succeeds({ "context.process.journey.id": "$resource:age-check" }),
  },
  {
    rule: "environment-own-resource-id",
    given: [],
    ask: startV2("age-check-preview"),
    answer: succeeds({ instanceId: filled }),
  },
  {
    rule: "v2-selected-customers",
    given: [],
    ask: { ...startV2("age-check"), client: "withoutV2" },
    answer: refused("V2_NOT_ENABLED"),
  },
  {
    rule: "v2-selected-customers",
    facet: "v1-stays-open",
    given: [],
    ask: { ...startV1("age-check-v1"), client: "withoutV2" },
    answer: succeeds({ instanceId: filled }),
  },
  {
    rule: "generations-incompatible",
    facet: "v2-journey-on-v1",
    given: [],
    ask: startV1("age-check"),
    answer: refused("INCOMPATIBLE_JOURNEY"),
  },
  {
    rule: "generations-incompatible",
    facet: "v1-journey-on-v2",
    given: [],
    ask: startV2("identity-check-v1"),
    answer: refused("INCOMPATIBLE_JOURNEY"),
  },
  {
    rule: "v2-needs-interaction-nodes",
    given: [],
    ask: startV2("age-check-v1"),
    answer: refused("INCOMPATIBLE_JOURNEY"),
  },
  {
    rule: "v2-refuses-v1-variants",
    given: [],
    ask: startV2("document-and-selfie-v1"),
    answer: refused("INCOMPATIBLE_JOURNEY"),
  },
  {
    rule: "generations-separate-state",
    facet: "v1-instance-on-v2",
    given: [startedV1("age-check-v1")],
    ask: fetchState,
    answer: refused("UNKNOWN_INSTANCE"),
  },
  {
    rule: "generations-separate-state",
    facet: "v2-instance-on-v1",
    given: [started("age-check")],
    ask: post("v1.fetchState", { instanceId: "$instance" }),
    answer: refused("UNKNOWN_INSTANCE"),
  },
];
