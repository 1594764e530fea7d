import { elements } from "@journey-kit/schemas/calls";
import type { Profile, Reading } from "@journey-kit/schemas/tables";
import { type Outcome, spellOutcome } from "../../service/readings.ts";
import type { ExpectedResponse, Shows } from "./case.ts";
import { by, refused, responds, succeeds, withHeaders } from "./expectations.ts";
import { absent, filled, matching, members, object } from "./shape.ts";

/** The elements that an interaction collects, and those that are already provided. */
interface InteractionElements {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
  readonly given?: readonly string[];
}

/** The body of a successful start: it contains the id of a new instance. Spec 3.1. */
export const newInstance: Shows = { instanceId: filled };

/** The body of an accepted submit. Spec 4.2. */
export const success: Shows = { status: "success" };

const inShape = (profile: Profile, place: string): string =>
  profile["state-result-shape"] === "object" ? `${place}.outcome` : place;

/** The places of the overall result in the v2 state, under each reading. Spec 4.2. */
const resultPlacesUnder: Readonly<Record<Reading<"state-result-place">, readonly [string, ...string[]]>> = {
  process: ["context.process.result"],
  context: ["context.result"],
  both: ["context.process.result", "context.result"],
  top: ["result"],
};

/** Every place that the overall result of a v2 state can have. Spec 4.2; gap `state-result-place`. */
export const resultPlaces: readonly string[] = [...new Set(Object.values(resultPlacesUnder).flat())];

/** The place of the overall outcome in the v2 state. Spec 4.2; gaps `state-result-place`, `state-result-shape`. */
export const outcomeAt = (profile: Profile): string =>
  inShape(profile, resultPlacesUnder[profile["state-result-place"]][0]);

/** The place of the steps in the v2 state. Spec 4.2; gap `state-steps-place`. */
export const stepsAt = (profile: Profile): string =>
  profile["state-steps-place"] === "process" ? "context.process.steps" : "steps";

/** Expects values in the v2 state. A path that starts with `steps` starts where the steps are. Gap `state-steps-place`. */
export const stateWith = (shows: Shows): ExpectedResponse =>
  succeeds((profile) =>
    Object.fromEntries(Object.entries(shows).map(([path, shape]) => [path.replace(/^steps/, stepsAt(profile)), shape])),
  );

/** Expects the v2 state of a finished instance with this outcome and these other values. Spec 3.1, 4.2. */
export const finishedWith = (outcome: Outcome, shows: Shows = {}): ExpectedResponse =>
  succeeds((profile) => ({
    status: "Completed",
    ...Object.fromEntries(
      resultPlaces.map((place) => [
        place,
        resultPlacesUnder[profile["state-result-place"]].includes(place) ? filled : absent,
      ]),
    ),
    [outcomeAt(profile)]: spellOutcome(profile, outcome),
    ...shows,
  }));

/** Expects the v2 state of an instance with the outcome `refer`. Gaps `refer-ends-journey`, `paused`, `referred-result`. */
export const referred: ExpectedResponse = by("refer-ends-journey", {
  yes: finishedWith("refer"),
  no: succeeds((profile) => ({
    status: profile.paused === "in-review" ? "Paused" : "InProgress",
    [outcomeAt(profile)]: profile["referred-result"] === "pending" ? absent : spellOutcome(profile, "refer"),
  })),
});

/** Expects values in the `metaData` of a v2 state. Gap `state-metadata`. */
export const metaData = (shows: Shows): ExpectedResponse =>
  by("state-metadata", { "metadata-and-data": shows, metadata: shows, neither: { metaData: absent } });

/** The place of the module results in a v1 state. Spec 9; gap `v1-flow-place`. */
export const flowAt = (profile: Profile): string =>
  profile["v1-flow-place"] === "process" ? "data.process.flow" : "data.context.process.flow";

/** Expects an interaction that collects these elements. Spec 2.5; gap `interaction-fetch-layout`. */
export const interaction = ({ required, optional = [], given = [] }: InteractionElements): ExpectedResponse =>
  succeeds((profile) => ({
    interactionId: filled,
    outstanding: members(outstandingNames(profile, { required, optional, given })),
    ...(profile["interaction-fetch-layout"] === "flat"
      ? {
          collects: members([...required, ...optional]),
          spec: object,
          ...Object.fromEntries(required.map((name) => [`spec.${name}`, "required"])),
          ...Object.fromEntries(optional.map((name) => [`spec.${name}`, "optional"])),
          "layout.pages[0].cards": filled,
        }
      : {
          "interaction.collects[*].ref": members([...required, ...optional]),
          "interaction.collects[*].spec": members([
            ...required.map(() => "required"),
            ...optional.map(() => "optional"),
          ]),
          "interaction.resource.data.pages[0].cards": filled,
        }),
  }));

/** Returns the expected `outstanding`. Gaps `outstanding-scope`, `outstanding-granularity`, `outstanding-shrinks`. */
function outstandingNames(
  profile: Profile,
  { required, optional = [], given = [] }: InteractionElements,
): readonly string[] {
  const wanted = profile["outstanding-scope"] === "all" ? [...required, ...optional] : required;
  const left =
    profile["outstanding-shrinks"] === "as-accepted" ? wanted.filter((name) => !given.includes(name)) : wanted;
  return profile["outstanding-granularity"] === "elements" ? left : left.flatMap(fieldNames);
}

function fieldNames(name: string): readonly string[] {
  const row = Object.hasOwn(elements, name) ? elements[name as keyof typeof elements] : undefined; // checked by `hasOwn`
  return row !== undefined && "leaves" in row ? row.leaves.map((leaf) => `${name}/${leaf}`) : [name];
}

/** Expects a 429 after many starts if the target limits the rate, otherwise a success. Gap `rate-limit`. */
export const unlessLimited = (shows: Shows): ExpectedResponse =>
  by("rate-limit", {
    none: shows,
    limited: withHeaders(refused("RATE_LIMITED"), { "retry-after": matching(/^\d+$/) }),
  });

/** Expects that there is no current interaction, as while modules run. Spec 4.4; gap `interaction-while-running`. */
export const processing: ExpectedResponse = by("interaction-while-running", {
  processing: { processing: true, interactionId: absent },
  "empty-interaction": succeeds((profile) => ({
    processing: true,
    interactionId: filled,
    [profile["interaction-fetch-layout"] === "flat" ? "collects" : "interaction.collects"]: [],
  })),
  "not-found": refused("NO_INTERACTION"),
  conflict: refused("NO_INTERACTION"),
});

/** Expects what a fetch returns while a referred instance waits for a review. Gap `interaction-in-review`. */
export const inReview: ExpectedResponse = by("interaction-in-review", {
  "as-running": processing,
  "as-ended": by("interaction-after-end", {
    "end-interaction": succeeds((profile) => ({
      "journey.status": profile.paused === "in-review" ? "Paused" : "InProgress",
      outstanding: [],
      processing: absent,
    })),
    conflict: refused("JOURNEY_ENDED"),
  }),
});

/** Expects the end interaction of an accepted instance. Spec 2.5; gaps `interaction-after-end`, `end-interaction-outcome`. */
export const endInteraction: ExpectedResponse = by("interaction-after-end", {
  "end-interaction": succeeds((profile) => {
    const isFlat = profile["interaction-fetch-layout"] === "flat";
    const pages = isFlat ? "layout.pages" : "interaction.resource.data.pages";
    const place =
      profile["end-interaction-outcome"] === "result" ? inShape(profile, "result") : `${pages}[0].cards[0].outcome`;
    return {
      "journey.status": "Completed",
      outstanding: [],
      [isFlat ? "collects" : "interaction.collects"]: [],
      [place]: spellOutcome(profile, "accept"),
    };
  }),
  conflict: responds(409),
});
