import { by, succeeds } from "./answer.ts";
import { fetchInteraction, fetchState, submit } from "./ask.ts";
import type { Case } from "./case.ts";
import { armed, settled, started, submitted } from "./given.ts";
import { documentAndSelfie, hiddenUnder, identity } from "./person.ts";
import { end, finishedWith, interaction, processing } from "./place.ts";
import { filled } from "./shape.ts";

const person = interaction({ required: ["FullName", "DateOfBirth"] });
const address = interaction({ required: ["CurrentAddress"], optional: ["SSN"] });
const inPieces = hiddenUnder("missing-element", "of-interaction");

/** Interactions: what they collect and how one follows another. Spec 2.5, 3.2, 4.4. */
export const interactionCases: readonly Case[] = [
  { rule: "interaction-collects", given: [started("identity-check")], ask: fetchInteraction, answer: succeeds(person) },
  {
    rule: "interaction-fetch-parts",
    given: [started("identity-check", "FullName", "DateOfBirth")],
    ask: fetchInteraction,
    answer: succeeds(address),
  },
  {
    rule: "interaction-fetch-parts",
    facet: "instance",
    given: [started("identity-check")],
    ask: fetchInteraction,
    answer: succeeds({ instanceId: "$instance", interactionId: filled }),
  },
  {
    rule: "interaction-spec-required-optional",
    given: [started("identity-check", "FullName", "DateOfBirth")],
    ask: fetchInteraction,
    answer: succeeds(address),
  },
  {
    rule: "interaction-outstanding",
    given: [started("identity-check", "DateOfBirth")],
    ask: fetchInteraction,
    answer: succeeds(interaction({ required: ["FullName", "DateOfBirth"], given: ["DateOfBirth"] })),
  },
  {
    rule: "interaction-outstanding",
    facet: "optional",
    given: [started("identity-check", "FullName", "DateOfBirth", "SSN")],
    ask: fetchInteraction,
    answer: succeeds(interaction({ required: ["CurrentAddress"], optional: ["SSN"], given: ["SSN"] })),
  },
  {
    rule: "start-interaction-hidden",
    given: [started("age-check")],
    ask: fetchInteraction,
    answer: succeeds(interaction({ required: ["DateOfBirth"] })),
  },
  {
    rule: "standard-interaction-collects",
    given: [started("age-check")],
    ask: submit("DateOfBirth"),
    answer: succeeds({ status: "success" }),
  },
  {
    rule: "end-interaction-outcome",
    given: [started("age-check", "DateOfBirth"), settled],
    ask: fetchInteraction,
    answer: end,
  },
  {
    rule: "end-interaction-reached",
    given: [started("identity-check", "FullName", "DateOfBirth"), submitted("CurrentAddress", "SSN"), settled],
    ask: fetchInteraction,
    answer: end,
  },
  {
    rule: "prefill-passes-interaction",
    given: [started("identity-check", "FullName", "DateOfBirth")],
    ask: fetchInteraction,
    answer: succeeds(address),
  },
  {
    rule: "prefill-passes-interaction",
    facet: "required-only",
    given: [started("identity-check", "FullName", "DateOfBirth", "CurrentAddress"), settled],
    ask: fetchState,
    answer: by("prefill-covers", {
      required: succeeds({ status: "Completed" }),
      all: succeeds({ status: "InProgress" }),
    }),
  },
  {
    rule: "full-prefill-starts-modules",
    given: [armed("stuck"), started("identity-check", ...identity)],
    ask: fetchInteraction,
    answer: processing,
  },
  {
    rule: "full-prefill-starts-modules",
    facet: "to-the-end",
    given: [started("document-and-selfie", ...documentAndSelfie), settled],
    ask: fetchState,
    answer: succeeds(finishedWith("accept")),
  },
  {
    rule: "partial-submission-allowed",
    given: [started("identity-check")],
    ask: submit("FullName"),
    answer: succeeds({ status: "success" }),
    hidden: inPieces,
  },
  {
    rule: "partial-submission-allowed",
    facet: "stays",
    given: [started("identity-check"), submitted("DateOfBirth")],
    ask: fetchInteraction,
    answer: succeeds(interaction({ required: ["FullName", "DateOfBirth"], given: ["DateOfBirth"] })),
    hidden: inPieces,
  },
  {
    rule: "partial-submission-outstanding",
    given: [started("identity-check"), submitted("FullName")],
    ask: fetchInteraction,
    answer: succeeds(interaction({ required: ["FullName", "DateOfBirth"], given: ["FullName"] })),
    hidden: inPieces,
  },
  {
    rule: "submit-advances-when-complete",
    given: [started("identity-check"), submitted("FullName"), submitted("DateOfBirth")],
    ask: fetchInteraction,
    answer: succeeds(address),
    hidden: inPieces,
  },
  {
    rule: "submit-advances-when-complete",
    facet: "at-once",
    given: [started("identity-check"), submitted("FullName", "DateOfBirth")],
    ask: fetchInteraction,
    answer: succeeds(address),
  },
  {
    rule: "submit-success-means-accepted",
    given: [armed("stuck"), started("age-check"), submitted("DateOfBirth")],
    ask: fetchState,
    answer: succeeds({ status: "InProgress" }),
  },
  {
    rule: "polling-interaction-fetch",
    facet: "not-yet",
    given: [armed("stuck"), started("document-and-selfie", "FullName"), submitted("DateOfBirth")],
    ask: fetchInteraction,
    answer: by("interaction-waits-for-modules", {
      waits: processing,
      "at-once": succeeds(interaction({ required: ["PrimaryDocument"] })),
    }),
  },
  {
    rule: "polling-interaction-fetch",
    facet: "available",
    given: [started("document-and-selfie"), submitted("FullName", "DateOfBirth"), settled],
    ask: fetchInteraction,
    answer: succeeds(interaction({ required: ["PrimaryDocument"] })),
  },
];
