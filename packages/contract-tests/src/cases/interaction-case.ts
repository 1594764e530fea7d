import type { CaseTable } from "./case.ts";
import { by, refused, responds, succeeds } from "./expectations.ts";
import { armed, settled, started, submitted } from "./given.ts";
import { end, finishedWith, interaction, processing } from "./place.ts";
import { fetchInteraction, fetchState, startV2, submit } from "./requests.ts";
import { documentAndSelfie, hiddenUnder, identity } from "./scenarios.ts";
import { absent, filled, other } from "./shape.ts";

const person = interaction({ required: ["FullName", "DateOfBirth"] });
const address = interaction({ required: ["CurrentAddress"], optional: ["SSN"] });
const started201 = succeeds({ instanceId: filled });
const inPieces = hiddenUnder("missing-element", "of-interaction");

/** Cases about the elements and order of interactions. Spec 2.5, 3.2, 4.4. */
export const interactionCases: CaseTable = {
  "interaction-collects": { given: [started("identity-check")], request: fetchInteraction, response: succeeds(person) },
  "interaction-fetch-parts": {
    given: [started("identity-check", "FullName", "DateOfBirth")],
    request: fetchInteraction,
    response: succeeds(address),
  },
  "interaction-fetch-parts/instance": {
    given: [started("identity-check")],
    request: fetchInteraction,
    response: succeeds({ instanceId: "$instance", interactionId: filled }),
  },
  "interaction-spec-required-optional": {
    given: [started("identity-check", "FullName", "DateOfBirth")],
    request: fetchInteraction,
    response: succeeds(address),
  },
  "interaction-outstanding": {
    given: [started("identity-check", "DateOfBirth")],
    request: fetchInteraction,
    response: succeeds(interaction({ required: ["FullName", "DateOfBirth"], given: ["DateOfBirth"] })),
  },
  "interaction-outstanding/optional": {
    given: [started("identity-check", "FullName", "DateOfBirth", "SSN")],
    request: fetchInteraction,
    response: succeeds(interaction({ required: ["CurrentAddress"], optional: ["SSN"], given: ["SSN"] })),
  },
  "start-interaction-hidden": {
    given: [started("age-check")],
    request: fetchInteraction,
    response: succeeds(interaction({ required: ["DateOfBirth"] })),
  },
  "standard-interaction-collects": {
    given: [started("age-check")],
    request: submit("DateOfBirth"),
    response: succeeds({ status: "success" }),
  },
  "end-interaction-outcome": {
    given: [started("age-check", "DateOfBirth"), settled],
    request: fetchInteraction,
    response: end,
  },
  "end-interaction-reached": {
    given: [started("identity-check", "FullName", "DateOfBirth"), submitted("CurrentAddress", "SSN"), settled],
    request: fetchInteraction,
    response: end,
  },
  "prefill-passes-interaction": {
    given: [started("identity-check", "FullName", "DateOfBirth")],
    request: fetchInteraction,
    response: succeeds(address),
  },
  "prefill-passes-interaction/required-only": {
    given: [started("identity-check", "FullName", "DateOfBirth", "CurrentAddress"), settled],
    request: fetchState,
    response: by("prefill-covers", {
      required: succeeds({ status: "Completed" }),
      all: succeeds({ status: "InProgress" }),
    }),
    uncited: ["prefill-covers"],
  },
  "full-prefill-starts-modules": {
    given: [armed("stuck"), started("identity-check", ...identity)],
    request: fetchInteraction,
    response: processing,
  },
  "full-prefill-starts-modules/to-the-end": {
    given: [started("document-and-selfie", ...documentAndSelfie), settled],
    request: fetchState,
    response: succeeds(finishedWith("accept")),
  },
  "partial-submission-allowed": {
    given: [started("identity-check")],
    request: submit("FullName"),
    response: succeeds({ status: "success" }),
    hidden: inPieces,
  },
  "partial-submission-allowed/stays": {
    given: [started("identity-check"), submitted("DateOfBirth")],
    request: fetchInteraction,
    response: succeeds(interaction({ required: ["FullName", "DateOfBirth"], given: ["DateOfBirth"] })),
    hidden: inPieces,
  },
  "partial-submission-outstanding": {
    given: [started("identity-check"), submitted("FullName")],
    request: fetchInteraction,
    response: succeeds(interaction({ required: ["FullName", "DateOfBirth"], given: ["FullName"] })),
    hidden: inPieces,
  },
  "submit-advances-when-complete": {
    given: [started("identity-check"), submitted("FullName"), submitted("DateOfBirth")],
    request: fetchInteraction,
    response: succeeds(address),
    hidden: inPieces,
  },
  "submit-advances-when-complete/at-once": {
    given: [started("identity-check"), submitted("FullName", "DateOfBirth")],
    request: fetchInteraction,
    response: succeeds(address),
  },
  "submit-success-means-accepted": {
    given: [armed("stuck"), started("age-check"), submitted("DateOfBirth")],
    request: fetchState,
    response: succeeds({ status: "InProgress" }),
  },
  "polling-interaction-fetch/not-yet": {
    given: [armed("stuck"), started("document-and-selfie", "FullName"), submitted("DateOfBirth")],
    request: fetchInteraction,
    response: by("interaction-waits-for-modules", {
      waits: processing,
      "at-once": succeeds(interaction({ required: ["PrimaryDocument"] })),
    }),
  },
  "polling-interaction-fetch/submit-while-modules-run": {
    given: [armed("stuck"), started("document-and-selfie", "FullName", "DateOfBirth")],
    request: submit("PrimaryDocument"),
    response: by("interaction-waits-for-modules", {
      waits: refused("INTERACTION_NOT_CURRENT"),
      "at-once": succeeds({ status: "success" }),
    }),
  },
  "polling-interaction-fetch/available": {
    given: [started("document-and-selfie"), submitted("FullName", "DateOfBirth"), settled],
    request: fetchInteraction,
    response: succeeds(interaction({ required: ["PrimaryDocument"] })),
  },
  "interaction-fetch-parts/resource-version": {
    given: [started("age-check")],
    request: fetchInteraction,
    response: by("interaction-resource-version", {
      pinned: succeeds({ "interaction.resource.version": other("latest") }),
      started: succeeds({ "interaction.resource.version": "latest" }),
    }),
    hidden: hiddenUnder("interaction-fetch-layout", "flat"),
  },
  "interaction-spec-required-optional/nothing-required": {
    given: [started("kit-extras")],
    request: fetchInteraction,
    response: by("optional-only", {
      waits: succeeds(interaction({ required: [], optional: ["SSN"] })),
      "passed-over": succeeds(interaction({ required: ["DateOfBirth"] })),
    }),
    uncited: ["optional-only=passed-over"],
  },
  "prefill-passes-interaction/at-start": {
    request: startV2("identity-check", "FullName", "DateOfBirth", "CurrentAddress"),
    response: by("prefill-covers", { required: started201, all: started201 }),
  },
  "interaction-spec-required-optional/passed-over": {
    given: [started("kit-extras")],
    request: startV2("kit-extras"),
    response: by("optional-only", { waits: started201, "passed-over": started201 }),
  },
  "end-interaction-outcome/own-outcome": {
    given: [started("kit-outcomes", "DateOfBirth"), settled],
    request: fetchInteraction,
    response: by("interaction-after-end", {
      conflict: responds(409),
      "end-interaction": succeeds((profile) => {
        const isFlat = profile["interaction-fetch-layout"] === "flat";
        const card = `${isFlat ? "layout.pages" : "interaction.resource.data.pages"}[0].cards[0]`;
        const outcome = profile["end-interaction-outcome"] === "layout" ? "Welcome" : absent;
        const result = profile["end-interaction-outcome"] === "result" ? filled : absent;
        return { [`${card}.id`]: "ThanksCard", [`${card}.outcome`]: outcome, result };
      }),
    }),
  },
};
