import type { InteractionDefinition, JourneyDefinition, SegmentDefinition } from "@journey-kit/schemas";
import { regions } from "@journey-kit/schemas/tables";
import { ageJourney } from "../../service/journey.ts";

const birthCollection = { id: "birth", required: ["DateOfBirth"], optional: [] };
const birthTask = (feeds: string) => ({ ...birthCollection, variantId: "birth-task", feeds, allowsSave: true });
const birthInteraction: InteractionDefinition = {
  ...birthCollection,
  pages: [{ id: "birth", label: "Date of birth", cards: [{ id: "DateOfBirthCard" }] }],
};

const birthJourney = (id: string): JourneyDefinition => ageJourney(id, [birthInteraction], "birth");

/** A journey with a custom module. */
const screened = (
  id: string,
  apiVersion: "v1" | "v2",
  collections: Pick<SegmentDefinition, "tasks" | "interactions">,
): JourneyDefinition => ({
  id,
  name: "Kit: a module of its own",
  apiVersion,
  version: "1",
  regions: [...regions],
  modules: [
    {
      name: "AML Screening",
      variants: ["aml-global"],
      latency: 1_000,
      outcomes: [{ name: "No Hit", classification: "positive", advice: { hits: 0 } }],
    },
  ],
  segments: [{ id: "birth", ...collections, modules: [{ module: "AML Screening", variant: "aml-global" }] }],
});

/**
 * Journeys that some cases need in addition to the built-in ones. If a target does not publish them, those cases are
 * skipped. Spec 1, 2.1.
 */
export const caseJourneys: readonly JourneyDefinition[] = [
  screened("kit-screened", "v2", { interactions: [birthInteraction] }),
  screened("kit-screened-v1", "v1", { tasks: [birthTask("AML Screening")] }),
  birthJourney("kit-versions"),
  { ...birthJourney("kit-versions"), version: "2" },
  { ...birthJourney("kit-europe"), regions: ["eu"] },
  birthJourney("kit-older-in-us"),
  { ...birthJourney("kit-older-in-us"), version: "2", regions: ["eu"] },
  {
    ...birthJourney("kit-outcomes"),
    outcomes: { accept: "Welcome" },
    end: { pages: [{ id: "bye", label: "Goodbye", cards: [{ id: "ThanksCard" }] }] },
  },
  ageJourney(
    "kit-extras",
    [
      {
        id: "extras",
        required: [],
        optional: ["SSN"],
        pages: [{ id: "extras", label: "Extras", cards: [{ id: "IdentifierCardSSN" }] }],
      },
      birthInteraction,
    ],
    "birth",
  ),
  ageJourney(
    "kit-leaves",
    [
      {
        id: "name",
        required: ["FullName"],
        optional: [],
        leaves: [{ element: "FullName", paths: ["firstName", "middleNames"] }],
        pages: [{ id: "name", label: "Name", cards: [{ id: "FullNameCard" }] }],
      },
    ],
    "name",
  ),
  {
    id: "kit-variants-v1",
    name: "Kit: two variants of one module",
    apiVersion: "v1",
    version: "1",
    regions: [...regions],
    segments: [
      {
        id: "birth",
        tasks: [birthTask("Data Verification")],
        modules: [
          { module: "Data Verification", variant: "data-verification-v1" },
          { module: "Data Verification", variant: "data-verification-us-v1" },
        ],
      },
    ],
  },
];
