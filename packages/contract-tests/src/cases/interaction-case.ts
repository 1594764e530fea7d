import { answers, by, succeeds } from "./answer.ts";
import { fetchInteraction, fetchState, startV2, submit } from "./ask.ts";
import type { CaseTable } from "./case.ts";
import { armed, settled, started, submitted } from "./given.ts";
import { documentAndSelfie, hiddenUnder, identity } from "./person.ts";
import { end, finishedWith, interaction, processing } from "./place.ts";
import { absent, filled, other } from "./shape.ts";

const person = interaction({ required: ["FullName", "DateOfBirth"] });
const address = interaction({ required: ["CurrentAddress"], optional: ["SSN"] });
const started201 = succeeds({ instanceId: filled });
const inPieces = hiddenUnder("missing-element", "of-interaction");

/** Interactions: what they collect and how one follows another. Spec 2.5, 3.2, 4.4. */
export const interactionCases: CaseTable = {
  "interaction-collects": { given: [started("identity-check")], ask: fetchInteraction, answer: succeeds(person) },
  "interaction-fetch-parts": {
    given: [started("identity-check", "FullName", "DateOfBirth")],
    ask: fetchInteraction,
    answer: succeeds(address),
  },
  "interaction-fetch-parts/instance": {
    given: [started("identity-check")],
    ask: fetchInteraction,
    answer: succeeds({ instanceId: "$instance", interactionId: filled }),
  },
  "interaction-spec-required-optional": {
    given: [started("identity-check", "FullName", "DateOfBirth")],
    ask: fetchInteraction,
    answer: succeeds(address),
  },
  "interaction-outstanding": {
    given: [started("identity-check", "DateOfBirth")],
    ask: fetchInteraction,
    answer: succeeds(interaction({ required: ["FullName", "DateOfBirth"], given: ["DateOfBirth"] })),
  },
  "interaction-outstanding/optional": {
    given: [started("identity-check", "FullName", "DateOfBirth", "SSN")],
    ask: fetchInteraction,
    answer: succeeds(interaction({ required: ["CurrentAddress"], optional: ["SSN"], given: ["SSN"] })),
  },
  "start-interaction-hidden": {
    given: [started("age-check")],
    ask: fetchInteraction,
    answer: succeeds(interaction({ required: ["DateOfBirth"] })),
  },
  "standard-interaction-collects": {
    given: [started("age-check")],
    ask: submit("DateOfBirth"),
    answer: succeeds({ status: "success" }),
  },
  "end-interaction-outcome": {
    given: [started("age-check", "DateOfBirth"), settled],
    ask: fetchInteraction,
    answer: end,
  },
  "end-interaction-reached": {
    given: [started("identity-check", "FullName", "DateOfBirth"), submitted("CurrentAddress", "SSN"), settled],
    ask: fetchInteraction,
    answer: end,
  },
  "prefill-passes-interaction": {
    given: [started("identity-check", "FullName", "DateOfBirth")],
    ask: fetchInteraction,
    answer: succeeds(address),
  },
  "prefill-passes-interaction/required-only": {
    given: [started("identity-check", "FullName", "DateOfBirth", "CurrentAddress"), settled],
    ask: fetchState,
    answer: by("prefill-covers", {
      required: succeeds({ status: "Completed" }),
      all: succeeds({ status: "InProgress" }),
    }),
    uncited: ["prefill-covers"],
  },
  "full-prefill-starts-modules": {
    given: [armed("stuck"), started("identity-check", ...identity)],
    ask: fetchInteraction,
    answer: processing,
  },
  "full-prefill-starts-modules/to-the-end": {
    given: [started("document-and-selfie", ...documentAndSelfie), settled],
    ask: fetchState,
    answer: succeeds(finishedWith("accept")),
  },
  "partial-submission-allowed": {
    given: [started("identity-check")],
    ask: submit("FullName"),
    answer: succeeds({ status: "success" }),
    hidden: inPieces,
  },
  "partial-submission-allowed/stays": {
    given: [started("identity-check"), submitted("DateOfBirth")],
    ask: fetchInteraction,
    answer: succeeds(interaction({ required: ["FullName", "DateOfBirth"], given: ["DateOfBirth"] })),
    hidden: inPieces,
  },
  "partial-submission-outstanding": {
    given: [started("identity-check"), submitted("FullName")],
    ask: fetchInteraction,
    answer: succeeds(interaction({ required: ["FullName", "DateOfBirth"], given: ["FullName"] })),
    hidden: inPieces,
  },
  "submit-advances-when-complete": {
    given: [started("identity-check"), submitted("FullName"), submitted("DateOfBirth")],
    ask: fetchInteraction,
    answer: succeeds(address),
    hidden: inPieces,
  },
  "submit-advances-when-complete/at-once": {
    given: [started("identity-check"), submitted("FullName", "DateOfBirth")],
    ask: fetchInteraction,
    answer: succeeds(address),
  },
  "submit-success-means-accepted": {
    given: [armed("stuck"), started("age-check"), submitted("DateOfBirth")],
    ask: fetchState,
    answer: succeeds({ status: "InProgress" }),
  },
  "polling-interaction-fetch/not-yet": {
    given: [armed("stuck"), started("document-and-selfie", "FullName"), submitted("DateOfBirth")],
    ask: fetchInteraction,
    answer: by("interaction-waits-for-modules", {
      waits: processing,
      "at-once": succeeds(interaction({ required: ["PrimaryDocument"] })),
    }),
  },
  "polling-interaction-fetch/available": {
    given: [started("document-and-selfie"), submitted("FullName", "DateOfBirth"), settled],
    ask: fetchInteraction,
    answer: succeeds(interaction({ required: ["PrimaryDocument"] })),
  },
  "interaction-fetch-parts/resource-version": {
    given: [started("age-check")],
    ask: fetchInteraction,
    answer: by("interaction-resource-version", {
      pinned: succeeds({ "interaction.resource.version": other("latest") }),
      started: succeeds({ "interaction.resource.version": "latest" }),
    }),
    hidden: hiddenUnder("interaction-fetch-layout", "flat"),
  },
  "interaction-spec-required-optional/nothing-required": {
    given: [started("kit-extras")],
    ask: fetchInteraction,
    answer: by("optional-only", {
      waits: succeeds(interaction({ required: [], optional: ["SSN"] })),
      "passed-over": succeeds(interaction({ required: ["DateOfBirth"] })),
    }),
    uncited: ["optional-only=passed-over"],
  },
  "prefill-passes-interaction/at-start": {
    ask: startV2("identity-check", "FullName", "DateOfBirth", "CurrentAddress"),
    answer: by("prefill-covers", { required: started201, all: started201 }),
  },
  "interaction-spec-required-optional/passed-over": {
    given: [started("kit-extras")],
    ask: startV2("kit-extras"),
    answer: by("optional-only", { waits: started201, "passed-over": started201 }),
  },
  "end-interaction-outcome/own-outcome": {
    given: [started("kit-outcomes", "DateOfBirth"), settled],
    ask: fetchInteraction,
    answer: by("interaction-after-end", {
      conflict: answers(409),
      "end-interaction": succeeds((profile) => {
        const isFlat = profile["interaction-fetch-layout"] === "flat";
        const card = `${isFlat ? "layout.pages" : "interaction.resource.data.pages"}[0].cards[0]`;
        const outcome = profile["end-interaction-outcome"] === "layout" ? "Welcome" : absent;
        return { [`${card}.id`]: "ThanksCard", [`${card}.outcome`]: outcome };
      }),
    }),
  },
};
