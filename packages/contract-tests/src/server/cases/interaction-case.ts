import { endInteraction, finishedWith, inReview, interaction, newInstance, processing, success } from "./bodies.ts";
import type { CaseTable } from "./case.ts";
import { by, refused, responds, succeeds } from "./expectations.ts";
import { armed, settled, started, submitted } from "./given.ts";
import { interactionAfter, startOf, stateAfter, submit } from "./requests.ts";
import { documentAndSelfie, hiddenUnder, identity, inPieces } from "./scenarios.ts";
import { absent, filled, other } from "./shape.ts";

const personInteraction = interaction({ required: ["FullName", "DateOfBirth"] });
const addressInteraction = interaction({ required: ["CurrentAddress"], optional: ["SSN"] });

/** Cases about the elements and order of interactions. Spec 2.5, 3.2, 4.4. */
export const interactionCases: CaseTable = {
  "interaction-collects": interactionAfter([started("identity-check")], personInteraction),
  "interaction-fetch-parts": interactionAfter(
    [started("identity-check", "FullName", "DateOfBirth")],
    addressInteraction,
  ),
  "interaction-fetch-parts/instance": interactionAfter([started("identity-check")], {
    instanceId: "$instance",
    interactionId: filled,
  }),
  "interaction-spec-required-optional": interactionAfter(
    [started("identity-check", "FullName", "DateOfBirth")],
    addressInteraction,
  ),
  "interaction-outstanding": interactionAfter(
    [started("identity-check", "DateOfBirth")],
    interaction({ required: ["FullName", "DateOfBirth"], given: ["DateOfBirth"] }),
  ),
  "interaction-outstanding/optional": interactionAfter(
    [started("identity-check", "FullName", "DateOfBirth", "SSN")],
    interaction({ required: ["CurrentAddress"], optional: ["SSN"], given: ["SSN"] }),
  ),
  "start-interaction-hidden": interactionAfter([started("age-check")], interaction({ required: ["DateOfBirth"] })),
  "standard-interaction-collects": { given: [started("age-check")], request: submit("DateOfBirth"), response: success },
  "end-interaction-outcome": interactionAfter([started("age-check", "DateOfBirth"), settled], endInteraction),
  "end-interaction-reached/in-review": interactionAfter(
    [armed("referred"), started("age-check", "DateOfBirth"), settled],
    by("refer-ends-journey", {
      yes: by("interaction-after-end", { "end-interaction": { outstanding: [] }, conflict: refused("JOURNEY_ENDED") }),
      no: inReview,
    }),
  ),
  "end-interaction-reached": interactionAfter(
    [started("identity-check", "FullName", "DateOfBirth"), submitted("CurrentAddress", "SSN"), settled],
    endInteraction,
  ),
  "prefill-passes-interaction": interactionAfter(
    [started("identity-check", "FullName", "DateOfBirth")],
    addressInteraction,
  ),
  "prefill-passes-interaction/required-only": stateAfter(
    [started("identity-check", "FullName", "DateOfBirth", "CurrentAddress"), settled],
    by("prefill-covers", { required: { status: "Completed" }, all: { status: "InProgress" } }),
    { uncited: ["prefill-covers"] },
  ),
  "full-prefill-starts-modules": interactionAfter([armed("stuck"), started("identity-check", ...identity)], processing),
  "full-prefill-starts-modules/to-the-end": stateAfter(
    [started("document-and-selfie", ...documentAndSelfie), settled],
    finishedWith("accept"),
  ),
  "partial-submission-allowed": {
    given: [started("identity-check")],
    request: submit("FullName"),
    response: success,
    hidden: inPieces,
  },
  "partial-submission-allowed/stays": interactionAfter(
    [started("identity-check"), submitted("DateOfBirth")],
    interaction({ required: ["FullName", "DateOfBirth"], given: ["DateOfBirth"] }),
    { hidden: inPieces },
  ),
  "partial-submission-outstanding": interactionAfter(
    [started("identity-check"), submitted("FullName")],
    interaction({ required: ["FullName", "DateOfBirth"], given: ["FullName"] }),
    { hidden: inPieces },
  ),
  "submit-advances-when-complete": interactionAfter(
    [started("identity-check"), submitted("FullName"), submitted("DateOfBirth")],
    addressInteraction,
    { hidden: inPieces },
  ),
  "submit-advances-when-complete/at-once": interactionAfter(
    [started("identity-check"), submitted("FullName", "DateOfBirth")],
    addressInteraction,
  ),
  "submit-success-means-accepted": stateAfter([armed("stuck"), started("age-check"), submitted("DateOfBirth")], {
    status: "InProgress",
  }),
  "polling-interaction-fetch/not-yet": interactionAfter(
    [armed("stuck"), started("document-and-selfie", "FullName"), submitted("DateOfBirth")],
    by("interaction-waits-for-modules", {
      waits: processing,
      "at-once": interaction({ required: ["PrimaryDocument"] }),
    }),
  ),
  "polling-interaction-fetch/submit-while-modules-run": {
    given: [armed("stuck"), started("document-and-selfie", "FullName", "DateOfBirth")],
    request: submit("PrimaryDocument"),
    response: by("interaction-waits-for-modules", { waits: refused("INTERACTION_NOT_CURRENT"), "at-once": success }),
  },
  "polling-interaction-fetch/available": interactionAfter(
    [started("document-and-selfie"), submitted("FullName", "DateOfBirth"), settled],
    interaction({ required: ["PrimaryDocument"] }),
  ),
  "interaction-fetch-parts/resource-version": interactionAfter(
    [started("age-check")],
    by("interaction-resource-version", {
      pinned: { "interaction.resource.version": other("latest") },
      started: { "interaction.resource.version": "latest" },
    }),
    { hidden: hiddenUnder("interaction-fetch-layout", "flat") },
  ),
  "interaction-spec-required-optional/nothing-required": interactionAfter(
    [started("kit-extras")],
    by("optional-only", {
      waits: interaction({ required: [], optional: ["SSN"] }),
      "passed-over": interaction({ required: ["DateOfBirth"] }),
    }),
    { uncited: ["optional-only=passed-over"] },
  ),
  "prefill-passes-interaction/at-start": {
    request: startOf("identity-check", "FullName", "DateOfBirth", "CurrentAddress"),
    response: by("prefill-covers", { required: newInstance, all: newInstance }),
  },
  "interaction-spec-required-optional/passed-over": {
    given: [started("kit-extras")],
    request: startOf("kit-extras"),
    response: by("optional-only", { waits: newInstance, "passed-over": newInstance }),
  },
  "end-interaction-outcome/own-outcome": interactionAfter(
    [started("kit-outcomes", "DateOfBirth"), settled],
    by("interaction-after-end", {
      conflict: responds(409),
      "end-interaction": succeeds((profile) => {
        const isFlat = profile["interaction-fetch-layout"] === "flat";
        const card = `${isFlat ? "layout.pages" : "interaction.resource.data.pages"}[0].cards[0]`;
        const outcome = profile["end-interaction-outcome"] === "layout" ? "Welcome" : absent;
        const result = profile["end-interaction-outcome"] === "result" ? filled : absent;
        return { [`${card}.id`]: "ThanksCard", [`${card}.outcome`]: outcome, result };
      }),
    }),
  ),
};
